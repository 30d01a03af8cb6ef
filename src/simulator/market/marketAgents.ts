import { present } from '../../base/assert.ts';
import type { Instant } from '../../base/instant.ts';
import { type Random, seededRandom } from '../../base/random.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import type { Catalog } from './catalog.ts';
import { CHARACTERS, type CharacterName, type HistoryCharacter } from './character.ts';
import type { DayTrade } from './dayStatistics.ts';
import { FairPrice } from './fairPrice.ts';
import { Makers } from './makers.ts';
import { Takers, type TakersMood } from './takers.ts';

/** The agents of a pair act this often. */
export const STEP_MS = 200;
const STEP_S = STEP_MS / 1000;
const ROOT_STEP = Math.sqrt(STEP_S);
/** A usual order of an agent, in euro. */
const UNIT_EURO = 500;
const MAKERS = 3;

/** How long the history before the market's first moment is. */
const HISTORY_MINUTES = 24 * 60;

/** Gets the trades of a pair on the day before, oldest first. They are made up when they are walked. */
export type HistorySink = (market: Market, trades: () => Iterable<DayTrade>) => void;

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
 * The living market: seeded makers and takers on every pair, around fair prices that agree with each other (ETH/BTC is ETH/EUR
 * over BTC/EUR). It acts in steps of 200 ms, counted from its beginning, whenever it is asked to.
 */
export class MarketAgents {
  readonly #fair: ReadonlyMap<string, FairPrice>;
  readonly #pairs: readonly PairAgents[];

  /** Lives through a day of history, passes its trades to the sink, and opens the books. */
  constructor(exchange: Exchange, catalog: Catalog, name: CharacterName, seed: number | string, at: Instant, sink: HistorySink) {
    const character = CHARACTERS[name];
    this.#fair = new Map(
      catalog.currencies.map((currency) => [
        currency.code,
        new FairPrice(currency, character.price, seededRandom(`${seed}/fair/${currency.code}`)),
      ]),
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
        makers: new Makers(exchange, market, makers, seededRandom(`${seed}/makers/${symbol}`), character.makers, unitLots),
        takers: new Takers(exchange, market, taker, seededRandom(`${seed}/takers/${symbol}`), character.takers, unitLots),
      };
    });
    this.#liveThroughDayBefore(character.history, at, sink);
    for (const agents of this.#pairs) agents.makers.open(fairTicksOf(agents), stretchOf(agents), at);
  }

  step(at: Instant): void {
    for (const fair of this.#fair.values()) fair.advance(STEP_S, ROOT_STEP);
    for (const agents of this.#pairs) {
      const fairTicks = fairTicksOf(agents);
      agents.makers.step(fairTicks, stretchOf(agents), at);
      agents.takers.step(fairTicks, moodOf(agents), STEP_S, at);
    }
  }

  /** Moves the fair price of a currency by a factor, and with it the orders of the makers on all its pairs. */
  move(currency: string, factor: number, at: Instant): void {
    const fair = this.#fair.get(currency);
    if (fair === undefined) return;
    fair.move(factor);
    for (const agents of this.#pairs) {
      if (agents.base === fair || agents.quote === fair) agents.makers.reopen(fairTicksOf(agents), stretchOf(agents), at);
    }
  }

  #liveThroughDayBefore(character: HistoryCharacter, until: Instant, sink: HistorySink): void {
    const rootMinute = Math.sqrt(60);
    const fairTicks = this.#pairs.map(() => new Float64Array(HISTORY_MINUTES));
    for (let minute = 0; minute < HISTORY_MINUTES; minute++) {
      for (const fair of this.#fair.values()) fair.advance(60, rootMinute);
      for (const [i, agents] of this.#pairs.entries()) fairTicks[i]![minute] = fairTicksOf(agents);
    }
    const from = until - HISTORY_MINUTES * 60_000;
    for (const [i, agents] of this.#pairs.entries()) sink(agents.market, () => historyOf(agents, character, fairTicks[i]!, from));
  }
}

/** Trades around the fair price of each minute. */
function* historyOf(
  { history, unitLots }: PairAgents,
  { tradesPerMinute, units }: HistoryCharacter,
  fairTicks: Float64Array,
  from: Instant,
): Generator<DayTrade> {
  for (const [minute, fair] of fairTicks.entries()) {
    for (let i = 0; i < tradesPerMinute; i++) {
      const ticks = Math.max(1, Math.round(fair * (1 + (history.next() - 0.5) * 0.0008)));
      const lots = Math.max(1, Math.round(unitLots * history.next() * 2 * units));
      yield { ticks, lots, at: from + minute * 60_000 + i * (60_000 / tradesPerMinute) };
    }
  }
}

type Fair = Pick<PairAgents, 'base' | 'quote'>;

/** The makers of a pair stand as far away as the rougher one of its two currencies asks for. */
function stretchOf({ base, quote }: Fair): number {
  return Math.max(base.regime.distance, quote.regime.distance);
}

function moodOf({ base, quote }: Fair): TakersMood {
  const lean = base.regime.lean * base.direction - quote.regime.lean * quote.direction;
  return { activity: Math.max(base.regime.activity, quote.regime.activity), lean: Math.max(-0.45, Math.min(0.45, lean)) };
}

function fairTicksOf(agents: Pick<PairAgents, 'base' | 'quote' | 'ticksPerUnit'>): number {
  return (agents.base.price / agents.quote.price) * agents.ticksPerUnit;
}
