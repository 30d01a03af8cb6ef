import { configured } from '../daemon/simulatedWorld.ts';
import { type Episode, liveThrough } from './episode.ts';
import { type ParentsFound, parentsAtRest } from './parentCheck.ts';
import { worker } from './worker.ts';

/** Kills at awaits, before sends and at any time, beside answers that are lost and lists that are late. */
const SHARES = {
  crash: 1 / 50,
  'crash-at-await': 0.002,
  'crash-at-send': 0.03,
  'lost-answer': 0.02,
  'failed-read': 0.05,
  visibility: 0.1,
} as const;
const MINUTES = 10;

export interface KilledExecutors extends ParentsFound {
  readonly kills: number;
  readonly episodes: readonly Episode[];
}

/** Episodes of a daemon that does nothing but work orders and is killed all the time, until there were so many kills. */
export async function killExecutors(seed: string, kills: number): Promise<KilledExecutors> {
  const episodes: Episode[] = [];
  const sums = { kills: 0, parents: 0, parts: 0, told: 0, whole: 0 };
  while (sums.kills < kills) {
    const strategies = [configured('btc', 'BTC/EUR', worker, { size: '0.02' }), configured('eth', 'ETH/EUR', worker, { size: '0.2' })];
    const episode = await liveThrough({
      seed: `${seed}/${episodes.length}`,
      minutes: MINUTES,
      isLive: false,
      shares: SHARES,
      plan: { strategies, mostOpen: undefined, mostExposed: undefined },
      atRest: (world) => {
        const found = parentsAtRest(world);
        for (const key of ['parents', 'parts', 'told', 'whole'] as const) sums[key] += found[key];
      },
    });
    episodes.push(episode);
    sums.kills += episode.crashes;
    if (episode.violation !== undefined) break;
  }
  return { ...sums, episodes };
}
