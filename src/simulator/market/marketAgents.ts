import { present } from '../../base/assert.ts';
import type { Instant } from '../../base/instant.ts';
import { type Random, seededRandom } from '../../base/random.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import type { Catalog } from './catalog.ts';
import { FairPrice } from './fairPrice.ts';
import { Makers } from './makers.ts';
import { Takers } from './takers.ts';

/** The agents of a pair act this often. */
export const STEP_MS = 200;
const STEP_S = STEP_MS / 1000;
const ROOT_STEP = Math.sqrt(STEP_S);
/** A usual order of an agent, in euro. */
const UNIT_EURO = 500;
const MAKERS = 3;

/** Minutes and trades a minute of the history before the market's first moment. */
const HISTORY_MINUTES = 24 * 60;
const HISTORY_TRADES = 3;
/** Usual orders in one trade of the history, which makes its volume about that of the living market. */
const HISTORY_UNITS = 130;

/** Hears of the trades of the day before, oldest first. */
export type TradeSink = (market: Market, ticks: number, lots: number, at: Instant) => void;

interface PairAgents {
  readonly market: Market;
  readonly unitLots: number;
  readonly history: Random;
  readonly base: FairPrice;
  readonly quote: FairPrice;
  readonly ticksPerUnit: number;
  readonly makers: Makers;
  readonly takers: Takers;
}

/**
 * The living market: seeded makers and takers on every pair around fair prices that hang together (ETH/BTC is ETH/EUR
 * over BTC/EUR). It acts in steps of 200 ms, counted from its beginning, and knows nothing of when it is asked to.
 */
export class MarketAgents {
  readonly #fair: ReadonlyMap<string, FairPrice>;
  readonly #pairs: readonly PairAgents[];

  /** Lives through a day of history, which it tells the sink, and opens the books. */
  constructor(exchange: Exchange, catalog: Catalog, seed: number | string, at: Instant, sink: TradeSink) {
    this.#fair = new Map(
      catalog.currencies.map((currency) => [currency.code, new FairPrice(currency, seededRandom(`${seed}/fair/${currency.code}`))]),
    );
    const euro = new Map(catalog.currencies.map((currency) => [currency.code, currency.euro]));
    const makers = Array.from({ length: MAKERS }, (_, i) => exchange.addAccount(`maker-${i + 1}`, true));
    const taker = exchange.addAccount('taker', true);
    this.#pairs = exchange.markets.map((market) => {
      const { symbol, base, quote, grid } = market.pair;
      const unitLots = Math.max(1, Math.round(UNIT_EURO / present(euro.get(base), base) / grid.lot.toNumber()));
      return {
        market,
        unitLots,
        history: seededRandom(`${seed}/history/${symbol}`),
        base: present(this.#fair.get(base), base),
        quote: present(this.#fair.get(quote), quote),
        ticksPerUnit: 10 ** grid.precision,
        makers: new Makers(exchange, market, makers, seededRandom(`${seed}/makers/${symbol}`), unitLots),
        takers: new Takers(exchange, market, taker, seededRandom(`${seed}/takers/${symbol}`), unitLots),
      };
    });
    this.#liveThroughDayBefore(at, sink);
    for (const agents of this.#pairs) agents.makers.open(fairTicksOf(agents), at);
  }

  step(at: Instant): void {
    for (const fair of this.#fair.values()) fair.advance(STEP_S, ROOT_STEP);
    for (const agents of this.#pairs) {
      const fairTicks = fairTicksOf(agents);
      agents.makers.step(fairTicks, at);
      agents.takers.step(fairTicks, STEP_S, at);
    }
  }

  #liveThroughDayBefore(until: Instant, sink: TradeSink): void {
    const rootMinute = Math.sqrt(60);
    for (let minute = HISTORY_MINUTES; minute > 0; minute--) {
      for (const fair of this.#fair.values()) fair.advance(60, rootMinute);
      for (const { market, history, unitLots, ...agents } of this.#pairs) {
        const fairTicks = fairTicksOf(agents);
        for (let i = 0; i < HISTORY_TRADES; i++) {
          const ticks = Math.max(1, Math.round(fairTicks * (1 + (history.next() - 0.5) * 0.0008)));
          const lots = Math.max(1, Math.round(unitLots * history.next() * 2 * HISTORY_UNITS));
          sink(market, ticks, lots, until - minute * 60_000 + i * 20_000);
        }
      }
    }
  }
}

function fairTicksOf(agents: Pick<PairAgents, 'base' | 'quote' | 'ticksPerUnit'>): number {
  return (agents.base.price / agents.quote.price) * agents.ticksPerUnit;
}
