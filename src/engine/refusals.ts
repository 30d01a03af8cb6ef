import { durationText, type Instant } from '../base/instant.ts';
import type { RefusalCounts } from '../model/refusalCounts.ts';
import type { EngineState } from './engineState.ts';

/** The same refusal of the same strategy is reported again only after this long. It is counted each time. */
const TELL_AGAIN_MS = 60_000;

/** How often something was refused, and when that was last reported. */
interface Count {
  count: number;
  toldAt: Instant;
  untold: number;
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
   * The first refusal of its kind is reported at once, then at most one a minute. With an `intentId`, a person waits for the
   * answer, so it is always reported. The message is made only when it is reported.
   */
  refuse(strategy: string, symbol: string | undefined, rule: string, message: () => string, intentId?: string): void {
    const count = this.#countOf(strategy, symbol ?? '', rule);
    const { now, sink, settings } = this.#state;
    count.count++;
    if (!sink.hearsNotices) return;
    if (intentId === undefined && settings.tellsEachRefusal !== true && now - count.toldAt < TELL_AGAIN_MS) {
      count.untold++;
      return;
    }
    const since = count.untold === 0 ? '' : ` (${count.untold} more like it within ${durationText(now - count.toldAt)})`;
    count.toldAt = now;
    count.untold = 0;
    sink.notice({ type: 'refused', strategy, symbol, rule, message: message() + since, intentId });
  }

  #countOf(strategy: string, symbol: string, rule: string): Count {
    let bySymbol = this.#counts.get(strategy);
    if (bySymbol === undefined) this.#counts.set(strategy, (bySymbol = new Map<string, Map<string, Count>>()));
    let byRule = bySymbol.get(symbol);
    if (byRule === undefined) bySymbol.set(symbol, (byRule = new Map<string, Count>()));
    let count = byRule.get(rule);
    if (count === undefined) byRule.set(rule, (count = { count: 0, toldAt: -Infinity, untold: 0 }));
    return count;
  }
}

function countsOf(byRule: ReadonlyMap<string, Count>): Record<string, number> {
  return Object.fromEntries([...byRule].map(([rule, { count }]) => [rule, count]));
}
