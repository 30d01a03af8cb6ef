import { present } from '../../../src/base/assert.ts';
import { Exchange } from '../../../src/exchange/exchange.ts';
import type { Execution } from '../../../src/exchange/execution.ts';
import { catalogOf } from '../../../src/simulator/market/catalog.ts';
import type { CharacterName } from '../../../src/simulator/market/character.ts';
import { MarketAgents, STEP_MS } from '../../../src/simulator/market/marketAgents.ts';

/** What a taker's order did. */
export interface Taken {
  readonly second: number;
  readonly side: 'Buy' | 'Sell';
  readonly lots: number;
  /** How many prices it traded at. */
  readonly levels: number;
}

/** One pair, looked at every second. */
export interface LivedMarket {
  readonly mids: readonly number[];
  /** In shares of 10^-4 of the mid. */
  readonly spreads: readonly number[];
  /** How many levels both sides have together. */
  readonly levels: readonly number[];
  /** The lots within 0.5 % of the mid, both sides together. */
  readonly depths: readonly number[];
  readonly taken: readonly Taken[];
  /** The lots traded in the day before and since then, a minute. */
  readonly lotsPerMinute: { readonly before: number; readonly since: number };
}

/** BTC/EUR lives on for some minutes, without a user. */
export function liveThrough(character: CharacterName, seed: number, minutes: number): LivedMarket {
  const catalog = catalogOf(1, seed);
  const executions: Execution[] = [];
  const exchange = new Exchange({
    pairs: catalog.pairs,
    at: 0,
    listener: { executed: (execution) => executions.push(execution), canceled: () => {} },
  });
  const market = present(exchange.market('BTC/EUR'), 'BTC/EUR');
  let before = 0;
  const agents = new MarketAgents(exchange, catalog, character, seed, 0, (_market, trades) => {
    for (const { lots } of trades()) before += lots;
  });
  const [mids, spreads, levels, depths]: number[][] = [[], [], [], []];
  for (let at = STEP_MS; at <= minutes * 60_000; at += STEP_MS) {
    agents.step(at);
    if (at % 1000 !== 0) continue;
    const { bids, asks } = market;
    const [bid, ask] = [present(bids.best, 'a bid').ticks, present(asks.best, 'an ask').ticks];
    const mid = (bid + ask) / 2;
    const near = [...bids.levels, ...asks.levels].filter(({ ticks }) => Math.abs(ticks / mid - 1) < 0.005);
    mids!.push(mid);
    spreads!.push(((ask - bid) / mid) * 10_000);
    levels!.push(bids.levels.length + asks.levels.length);
    depths!.push(near.reduce((sum, { lots }) => sum + lots, 0));
  }
  const since = executions.reduce((sum, { lots }) => sum + lots, 0);
  return {
    mids: mids!,
    spreads: spreads!,
    levels: levels!,
    depths: depths!,
    taken: takenOf(executions),
    lotsPerMinute: { before: before / (24 * 60), since: since / minutes },
  };
}

function takenOf(executions: readonly Execution[]): Taken[] {
  const ofTakers = executions.filter(({ taker }) => taker.account.name === 'taker');
  return [...Map.groupBy(ofTakers, ({ taker }) => taker).values()].map((each) => ({
    second: Math.floor(each[0]!.at / 1000),
    side: each[0]!.taker.side,
    lots: each.reduce((sum, { lots }) => sum + lots, 0),
    levels: new Set(each.map(({ ticks }) => ticks)).size,
  }));
}
