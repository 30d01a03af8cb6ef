import { durationText, type Instant } from '../base/instant.ts';
import type { RefusalCounts } from '../model/refusalCounts.ts';
import type { EngineState } from './engineState.ts';

/** The same refusal of the same strategy is reported again only after this long. It is counted each time. */
const TELL_AGAIN_MS = 60_000;

/** A budget is in the way of some sizes and not of others, so it is over only when it has held nothing back for this long. */
const QUIET_MS = 60_000;

/** Rules that hold a strategy back for long: it is told when one begins and when it is over, and not while it lasts. */
const LASTING: ReadonlySet<string> = new Set(['budget', 'halted', 'reducing', 'daily-loss', 'loss-unknown']);

/** How often something was refused, and when that was last reported. */
interface Count {
  count: number;
  toldAt: Instant;
  untold: number;
}

/** What a rule that lasts has held back, since it was told. */
interface Holding {
  readonly since: Instant;
  lastAt: Instant;
  count: number;
}

/** Counts what was refused before it was sent, and reports it as notices without flooding anyone. */
export class Refusals {
  readonly #state: EngineState;
  /** By strategy, symbol and rule. */
  readonly #counts = new Map<string, Map<string, Map<string, Count>>>();
  /** By strategy and symbol, then by rule. */
  readonly #holding = new Map<string, Map<string, Holding>>();

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
   * The first refusal of its kind is reported at once, then at most one a minute, or of what lasts none until it is over. With an
   * `intentId`, a person waits for the answer, so it is always reported. The message is made only when it is reported.
   */
  refuse(strategy: string, symbol: string | undefined, rule: string, message: () => string, intentId?: string): void {
    const count = this.#countOf(strategy, symbol ?? '', rule);
    const { now, sink, settings } = this.#state;
    count.count++;
    if (!sink.hearsNotices) return;
    const isLasting = settings.tellsLastingOnce === true && intentId === undefined && LASTING.has(rule);
    if (isLasting) {
      this.#hold(strategy, symbol ?? '', rule, message);
      return;
    }
    if (intentId === undefined && settings.tellsEachRefusal !== true && now - count.toldAt < TELL_AGAIN_MS) {
      count.untold++;
      return;
    }
    const since = count.untold === 0 ? '' : ` (${count.untold} more like it within ${durationText(now - count.toldAt)})`;
    count.toldAt = now;
    count.untold = 0;
    sink.notice({ type: 'refused', strategy, symbol, rule, message: message() + since, intentId });
  }

  /** Whether anything is held back by a rule that lasts. */
  get areHeldBack(): boolean {
    return this.#holding.size > 0;
  }

  /** A request that takes new risk has passed all checks. Says which rules no longer hold the strategy back. `isBuy`: it is one that a budget is for. */
  passed(strategy: string, symbol: string, isBuy: boolean): void {
    const key = keyOf(strategy, symbol);
    const held = this.#holding.get(key);
    if (held === undefined) return;
    const { now, sink } = this.#state;
    for (const [rule, holding] of held) {
      if (!this.#isOver(strategy, symbol, rule, isBuy, holding)) continue;
      const { count, since } = holding;
      held.delete(rule);
      const message = `${symbol} is no longer held back by ${rule}: it was refused ${times(count)} within ${durationText(now - since)}`;
      sink.notice({ type: 'log', strategy, level: 'info', message });
    }
    if (held.size === 0) this.#holding.delete(key);
  }

  /** That a rule is passed does not say that it is over: a sale passes a budget, and what reduces passes a stop. */
  #isOver(strategy: string, symbol: string, rule: string, isBuy: boolean, { lastAt }: Holding): boolean {
    const { now, stops } = this.#state;
    if (rule === 'budget') return isBuy && now - lastAt >= QUIET_MS;
    return stops.against(strategy, symbol) === undefined;
  }

  #hold(strategy: string, symbol: string, rule: string, message: () => string): void {
    const { now, sink } = this.#state;
    const key = keyOf(strategy, symbol);
    let held = this.#holding.get(key);
    if (held === undefined) this.#holding.set(key, (held = new Map<string, Holding>()));
    const holding = held.get(rule);
    if (holding === undefined) {
      held.set(rule, { since: now, lastAt: now, count: 1 });
      sink.notice({ type: 'refused', strategy, symbol, rule, message: `${message()} (told once until it is over)`, intentId: undefined });
    } else {
      holding.lastAt = now;
      holding.count++;
    }
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

function keyOf(strategy: string, symbol: string): string {
  return `${strategy} ${symbol}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function countsOf(byRule: ReadonlyMap<string, Count>): Record<string, number> {
  return Object.fromEntries([...byRule].map(([rule, { count }]) => [rule, count]));
}
