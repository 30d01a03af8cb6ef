import type { MarketWarning, MarketWarningKind } from '../model/event.ts';

/** Every kind of trouble that a warning can report. */
export type Trouble = Exclude<MarketWarningKind, 'recovered'>;

/** What one look at a market found, by kind: the detail where the trouble is there, undefined where it is not. */
export type Findings = { readonly [Kind in Trouble]?: string | undefined };

const NONE: readonly MarketWarning[] = [];

/**
 * Turns the findings of all polls into warnings that are worth reading: one when a trouble starts, none while it lasts, and
 * `recovered` when all is well. When one of several troubles ends, `recovered` is followed by those that remain. So the warnings
 * since the last `recovered` always say what is wrong now. How often each was found is counted.
 */
export class Troubles {
  readonly #symbol: string;
  readonly #counts: Record<Trouble, number>;
  readonly #active = new Map<Trouble, string>();

  /** Several may share `counts`. */
  constructor(symbol: string, counts: Record<Trouble, number> = noTroubles()) {
    this.#symbol = symbol;
    this.#counts = counts;
  }

  get counts(): Readonly<Record<Trouble, number>> {
    return this.#counts;
  }

  get areActive(): boolean {
    return this.#active.size > 0;
  }

  has(kind: Trouble): boolean {
    return this.#active.has(kind);
  }

  /** Undefined while it is not there. */
  detailOf(kind: Trouble): string | undefined {
    return this.#active.get(kind);
  }

  /** Takes the kinds that were looked for. The others stay as they are. */
  note(findings: Findings): readonly MarketWarning[] {
    const before = [...this.#active.keys()];
    const ended: Trouble[] = [];
    const started: Trouble[] = [];
    for (const name in findings) {
      const kind = name as Trouble;
      const detail = findings[kind];
      if (detail === undefined) {
        if (this.#active.delete(kind)) ended.push(kind);
        continue;
      }
      this.#counts[kind]++;
      if (!this.#active.has(kind)) started.push(kind);
      this.#active.set(kind, detail);
    }
    if (ended.length === 0) return started.length === 0 ? NONE : started.map((kind) => this.#warningOf(kind, before));
    const lasting = before.filter((kind) => !ended.includes(kind));
    const recovered: MarketWarning = {
      type: 'market-warning',
      symbol: this.#symbol,
      kind: 'recovered',
      detail: `no longer ${ended.join(', ')}`,
      ...(this.areActive && { others: [...this.#active.keys()] }),
    };
    return [recovered, ...[...this.#active.keys()].map((kind) => this.#warningOf(kind, lasting))];
  }

  #warningOf(kind: Trouble, lasting: readonly Trouble[]): MarketWarning {
    const others = lasting.filter((other) => other !== kind);
    return {
      type: 'market-warning',
      symbol: this.#symbol,
      kind,
      detail: this.#active.get(kind)!,
      ...(others.length > 0 && { others }),
      ...(lasting.includes(kind) && { isAgain: true }),
    };
  }
}

export function noTroubles(): Record<Trouble, number> {
  return { crossed: 0, empty: 0, stale: 0, backwards: 0, jumped: 0, unreadable: 0, 'poll-failed': 0 };
}
