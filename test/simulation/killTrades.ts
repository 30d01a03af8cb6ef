import { dec } from '../../src/base/decimal.ts';
import { readParams } from '../../src/engine/params.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import { configured } from '../daemon/simulatedWorld.ts';
import { dealer, pathDealer } from './dealer.ts';
import { type Episode, liveThrough } from './episode.ts';
import { type TradesFound, tradesAtRest } from './tradeCheck.ts';

/** Given by each trade: often more than the touch holds, so that many have several legs. */
const AMOUNT = '4900';
/** So much of a path is taken at once. */
const PATH_AMOUNT = '1900';
/** Kills at awaits, before sends and at any time, beside answers that are lost. Without a quote, the book is taken. */
const SHARES = {
  crash: 1 / 50,
  'crash-at-await': 0.002,
  'crash-at-send': 0.03,
  'lost-answer': 0.02,
  'failed-read': 0.12,
  visibility: 0.1,
} as const;
const MINUTES = 10;
/** Quotes that are worse than the book for a part, and better than its fee. */
const SPREADS = [dec('0.0022'), dec('0.001'), dec('0.004')];

const AT_ONCE = configured('dealer', 'BTC/EUR', dealer, { amount: AMOUNT });
const OTHER = configured('other', 'ETH/EUR', dealer, { amount: AMOUNT });
const OVER_ETHER: StrategySettings = {
  name: 'path',
  markets: { ethEur: 'ETH/EUR', ethBtc: 'ETH/BTC' },
  definition: pathDealer,
  params: readParams(pathDealer.params, { amount: PATH_AMOUNT }).values,
};
/** So many that ether is traded for bitcoin. */
const PAIRS = 6;

export interface KilledTrades extends TradesFound {
  readonly kills: number;
  readonly episodes: readonly Episode[];
}

/** Episodes of a daemon that does nothing but trade in the best way and is killed all the time, until there were so many kills. */
export async function killTrades(seed: string, kills: number): Promise<KilledTrades> {
  const episodes: Episode[] = [];
  const sums = { kills: 0, trades: 0, legs: 0, whole: 0, several: 0, paths: 0 };
  while (sums.kills < kills) {
    const strategies = episodes.length % 2 === 0 ? [AT_ONCE, OTHER] : [OVER_ETHER];
    const episode = await liveThrough({
      seed: `${seed}/${episodes.length}`,
      minutes: MINUTES,
      isLive: false,
      shares: SHARES,
      plan: {
        strategies,
        symbols: PAIRS,
        conversionSpread: SPREADS[episodes.length % SPREADS.length]!,
        mostOpen: undefined,
        mostExposed: undefined,
      },
      atRest: (world) => {
        const found = tradesAtRest(world, dec(episodes.length % 2 === 0 ? AMOUNT : PATH_AMOUNT));
        for (const key of ['trades', 'legs', 'whole', 'several', 'paths'] as const) sums[key] += found[key];
      },
    });
    episodes.push(episode);
    sums.kills += episode.crashes;
    if (episode.violation !== undefined) break;
  }
  return { ...sums, episodes };
}
