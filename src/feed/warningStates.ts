import type { MarketWarning, MarketWarningKind } from '../model/event.ts';
import { jsonObject } from '../recording/jsonObject.ts';
import { noTroubles, type Trouble } from '../market/troubles.ts';

/** What is wrong with a market, by kind. */
export type WrongNow = Readonly<Partial<Record<Trouble, string>>>;

/** A warning, and what is wrong now that it was given. */
export interface ToldWarning {
  readonly warning: MarketWarning;
  readonly wrong: WrongNow;
}

/** Knows of each symbol what is wrong with it, from its warnings. */
export class WarningStates {
  readonly #wrong = new Map<string, Partial<Record<Trouble, string>>>();

  /** `recovered` ends all troubles but its `others`. */
  take(warning: MarketWarning): ToldWarning {
    const { symbol, kind, detail, others = [] } = warning;
    const before: WrongNow = this.#wrong.get(symbol) ?? {};
    const lasting = Object.entries(before).filter(([name]) => others.some((other) => other === name));
    const wrong = kind === 'recovered' ? Object.fromEntries(lasting) : { ...before, [kind]: detail };
    this.#wrong.set(symbol, wrong);
    return { warning, wrong };
  }
}

export function warningText({ warning: { symbol, kind, detail }, wrong }: ToldWarning): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ symbol, kind, detail, wrong }));
}

const KINDS: readonly string[] = Object.keys(noTroubles());
const MOST_DETAIL = 1000;

/** Undefined for what is none. */
export function warningOf(body: Uint8Array): ToldWarning | undefined {
  let raw: Readonly<Record<string, unknown>>;
  try {
    raw = jsonObject(new TextDecoder().decode(body), 'a warning');
  } catch {
    return undefined;
  }
  const { symbol, kind, detail, wrong } = raw;
  const isKind = typeof kind === 'string' && (kind === 'recovered' || KINDS.includes(kind));
  if (typeof symbol !== 'string' || !isKind || typeof detail !== 'string' || typeof wrong !== 'object' || wrong === null) return undefined;
  const entries = Object.entries(wrong).filter(([name, text]) => KINDS.includes(name) && typeof text === 'string');
  return {
    warning: { type: 'market-warning', symbol, kind: kind as MarketWarningKind, detail: detail.slice(0, MOST_DETAIL) },
    wrong: Object.fromEntries(entries.map(([name, text]) => [name, String(text).slice(0, MOST_DETAIL)])),
  };
}
