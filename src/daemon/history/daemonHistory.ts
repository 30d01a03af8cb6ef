import type { Instant } from '../../base/instant.ts';
import type { Event } from '../../model/event.ts';
import { Plots } from '../../model/plots.ts';
import { polledSymbols } from '../polledSymbols.ts';
import type { Trader } from '../trader.ts';
import type { EventHistory } from './eventHistory.ts';
import { EquitySeries } from './equitySeries.ts';
import { ExecutionHistory } from './executionHistory.ts';
import { harmless } from './harmless.ts';
import { MarketHistory } from './marketHistory.ts';
import type { Chronicler } from './chronicler.ts';
import { RefusalHistory } from './refusalHistory.ts';
import { TagHistory } from './tagHistory.ts';

type Polled = Parameters<typeof polledSymbols>[0];

/** What happened lately, for people who look: bounded, in memory, and only listening. Some of it is written down, too. */
export class DaemonHistory {
  readonly lines: EventHistory;
  readonly refusals: RefusalHistory;
  readonly executions: ExecutionHistory;
  readonly equity = new EquitySeries();
  readonly plots = new Plots();
  readonly tags = new TagHistory();
  /** Writes down what is to be there after a restart. Undefined where nothing is. */
  chronicler: Chronicler | undefined;
  readonly #trader: Pick<Trader, 'snapshot'>;
  readonly #settings: () => Polled;
  readonly #safely: (work: () => void) => void;
  readonly #markets = new Map<string, MarketHistory>();
  #now: Instant = 0;

  constructor(trader: Pick<Trader, 'events$' | 'notices$' | 'snapshot'>, lines: EventHistory, settings: () => Polled) {
    this.lines = lines;
    this.#trader = trader;
    this.#settings = settings;
    this.#safely = harmless('what happened lately', (message) => lines.write('error', 'history', message));
    this.refusals = new RefusalHistory(trader, this.#safely);
    this.executions = new ExecutionHistory(trader);
    trader.events$.subscribe((event) => this.#safely(() => this.#take(event)));
    trader.notices$.subscribe((notice) => {
      if (notice.type === 'plot') this.plots.add(notice.strategy, notice.name, notice.value, this.#now);
    });
  }

  /** Undefined when no book of the symbol has come. */
  market(symbol: string): MarketHistory | undefined {
    return this.#markets.get(symbol);
  }

  /** Looks once more, since orders may have been filled after the last heartbeat, and writes down what is left to write. */
  async close(): Promise<void> {
    this.#safely(() => this.#look(this.#now));
    await this.chronicler?.close();
  }

  #look(at: Instant): void {
    const snapshot = this.#trader.snapshot();
    const polled = new Set(polledSymbols(this.#settings()));
    // While each book is too old nobody knows what the account is worth. A point would say that nothing moves.
    if (!snapshot.markets.some(({ symbol, mid, trouble }) => mid !== undefined && polled.has(symbol) && !trouble.includes('stale'))) return;
    // No book of another pair will come. One that has come still counts, so that a pair that is polled no more makes no fall.
    this.equity.look(at, { ...snapshot, markets: snapshot.markets.filter(({ symbol, mid }) => mid !== undefined || polled.has(symbol)) });
  }

  #take(event: Event): void {
    this.#now = event.at;
    this.tags.take(event, () => this.#trader.snapshot());
    if (event.type === 'book') this.#marketOf(event.book.symbol).add(event.book);
    else if (event.type === 'timer') this.#look(event.at);
  }

  #marketOf(symbol: string): MarketHistory {
    let market = this.#markets.get(symbol);
    if (market === undefined) this.#markets.set(symbol, (market = new MarketHistory()));
    return market;
  }
}
