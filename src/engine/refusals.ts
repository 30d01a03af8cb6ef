import { durationText, type Instant } from '../base/instant.ts';
import { kindOfText } from '../model/kindOfText.ts';
import type { RefusalCounts } from '../model/refusalCounts.ts';
import type { EngineState } from './engineState.ts';

/** The same refusal of the same strategy is told again after so long, and then after twice as long each time. It is counted each time. */
const TELL_AGAIN_MS = 3_600_000;
const MOST_TELL_AGAIN_MS = 24 * 3_600_000;
/** After so long without a refusal by a rule, the next one is news. */
const OVER_AFTER_MS = 600_000;
/** The words of the first refusals by a rule are looked at, so that each mistake is told. Later ones are looked at no more often than this. */
const FIRST = 20;
const LOOK_EVERY_MS = 60_000;
/** So many kinds of words of a rule are told apart. */
const MOST_KINDS = 20;

/** Refusals of one rule in the same words, but for the figures. */
interface Kind {
  toldAt: Instant;
  waitMs: number;
  untold: number;
}

/** How often a rule has refused something, and what of it was told. */
interface Count {
  count: number;
  /** Since the rule refused nothing for a while. */
  inARow: number;
  lastAt: Instant;
  lookedAt: Instant;
  /** Not looked at since something was told. */
  untold: number;
  readonly kinds: Map<string, Kind>;
}

/** Counts what was refused before it was sent, and reports it as notices without flooding anyone. */
export class Refusals {
  readonly #state: EngineState;
  /** By strategy, symbol and rule. */
  readonly #counts = new Map<string, Map<string, Map<string, Count>>>();

  constructor(state: EngineState) {
    this.#state = state;
  }

  /** Counts since the start. */
  get counts(): RefusalCounts {
    const counts: Record<string, Record<string, number>> = {};
    for (const [strategy, bySymbol] of this.#counts) {
      const ofStrategy: Record<string, number> = {};
      for (const byRule of bySymbol.values()) for (const [rule, { count }] of byRule) ofStrategy[rule] = (ofStrategy[rule] ?? 0) + count;
      counts[strategy] = ofStrategy;
    }
    return counts;
  }

  /** The same by strategy, symbol and rule. The symbol is empty for what is of none. */
  get countsByMarket(): Readonly<Record<string, RefusalCounts>> {
    const byName = [...this.#counts].map(([strategy, bySymbol]) => {
      const rules = [...bySymbol].map(([symbol, byRule]) => [symbol, countsOf(byRule)] as const);
      return [strategy, Object.fromEntries(rules)] as const;
    });
    return Object.fromEntries(byName);
  }

  /**
   * The first refusal of its kind is told at once, and again only after a long time, or when there was none for a while. With an
   * `intentId`, a person waits for the answer, so it is always told. The message is made only when it is looked at.
   */
  refuse(strategy: string, symbol: string | undefined, rule: string, message: () => string, intentId?: string): void {
    const count = this.#countOf(strategy, symbol ?? '', rule);
    const { now, sink } = this.#state;
    count.count++;
    if (!sink.hearsNotices) return;
    if (now - count.lastAt >= OVER_AFTER_MS) {
      count.inARow = 0;
      count.kinds.clear();
    }
    count.inARow++;
    count.lastAt = now;
    if (intentId !== undefined) sink.notice({ type: 'refused', strategy, symbol, rule, message: message(), intentId });
    else if (count.inARow > FIRST && now - count.lookedAt < LOOK_EVERY_MS) count.untold++;
    else {
      count.lookedAt = now;
      const text = message();
      const since = sinceTold(count, text, now);
      if (since !== undefined) sink.notice({ type: 'refused', strategy, symbol, rule, message: text + since, intentId });
    }
  }

  #countOf(strategy: string, symbol: string, rule: string): Count {
    let bySymbol = this.#counts.get(strategy);
    if (bySymbol === undefined) this.#counts.set(strategy, (bySymbol = new Map<string, Map<string, Count>>()));
    let byRule = bySymbol.get(symbol);
    if (byRule === undefined) bySymbol.set(symbol, (byRule = new Map<string, Count>()));
    let count = byRule.get(rule);
    if (count === undefined)
      byRule.set(rule, (count = { count: 0, inARow: 0, lastAt: -Infinity, lookedAt: -Infinity, untold: 0, kinds: new Map() }));
    return count;
  }
}

/** What is said behind the words when they are told now: how many like them were not. Undefined when they are not told now. */
function sinceTold(count: Count, text: string, now: Instant): string | undefined {
  const { kinds } = count;
  const words = kindOfText(text);
  const key = kinds.has(words) || kinds.size < MOST_KINDS ? words : '';
  const kind = kinds.get(key);
  if (kind === undefined) {
    kinds.set(key, { toldAt: now, waitMs: TELL_AGAIN_MS, untold: 0 });
    return '';
  }
  kind.untold += count.untold;
  count.untold = 0;
  if (now - kind.toldAt < kind.waitMs) {
    kind.untold++;
    return undefined;
  }
  const since = kind.untold === 0 ? '' : ` (${kind.untold} more like it within ${durationText(now - kind.toldAt)})`;
  Object.assign(kind, { toldAt: now, waitMs: Math.min(MOST_TELL_AGAIN_MS, 2 * kind.waitMs), untold: 0 });
  return since;
}

function countsOf(byRule: ReadonlyMap<string, Count>): Record<string, number> {
  return Object.fromEntries([...byRule].map(([rule, { count }]) => [rule, count]));
}
