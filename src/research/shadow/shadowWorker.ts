import { parentPort, workerData } from 'node:worker_threads';
import { present } from '../../base/assert.ts';
import { messageOf } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import { unpacked } from '../../base/packed.ts';
import type { Pair } from '../../model/pair.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import type { Settings } from '../../settings/loadSettings.ts';
import { worldOptions } from '../backtest/worldOptions.ts';
import { pastIn } from '../../recording/warmingUp.ts';
import { compareBlocks, type ShadowBlock } from './compareBlocks.ts';
import { shadowContest } from './shadowContest.ts';
import { ShadowMatch } from './shadowMatch.ts';
import type { ShadowNews, ShadowReply } from './shadowMessages.ts';

/** What the thread of a shadow is started with. What holds decimals is packed. */
export interface ShadowWorkerData {
  /** Without the venue's account: the thread has no address and no key. */
  readonly settings: unknown;
  readonly name: string;
  /** Those that are polled. */
  readonly pairs: unknown;
  /** The folder of the recordings that warm signals up. Undefined in the demo, whose market begins with it. */
  readonly data: string | undefined;
  readonly currency: string;
  readonly at: Instant;
  readonly seed: string;
  /** What was counted in earlier lives. */
  readonly blocks: readonly ShadowBlock[];
  /** How many messages were dealt with: one number in shared memory. */
  readonly handled: Int32Array;
}

/** How often the state is told at most. */
const TELL_EVERY_MS = 1000;

const port = present(parentPort, 'this file is the entry of a worker: its port');
const reply = (message: ShadowReply): void => port.postMessage(message);

try {
  const { settings: given, name, pairs: some, data, currency, at, seed, blocks: earlier, handled } = workerData as ShadowWorkerData;
  const settings = unpacked(given) as Settings;
  const pairs = unpacked(some) as readonly Pair[];
  const blocks: ShadowBlock[] = [...earlier];
  const match = new ShadowMatch(
    {
      contest: await shadowContest(settings, name),
      world: worldOptions(settings, pairs.length),
      pairs,
      past: data === undefined ? undefined : pastIn(data),
      currency,
      onBlock(block) {
        blocks.push(block);
        reply({ type: 'block', block, comparison: compareBlocks(blocks, seed) });
      },
    },
    at,
  );
  let toldAt: Instant = -Infinity;

  const take = (news: ShadowNews): void => {
    if (news instanceof Float64Array) match.book(news);
    else if (news.type === 'statistics') match.statistics(news.market, unpacked(news.row) as PairStatistics, news.at);
    else if (news.type === 'warning') match.warning(news.market, news.warning, news.at);
    else {
      match.timer(news.at);
      if (news.at - toldAt < TELL_EVERY_MS) return;
      toldAt = news.at;
      const { profit, fills, stopped, limited } = match;
      reply({ type: 'state', state: { at: news.at, profit, fills, stopped, limited } });
    }
  };
  port.on('message', (news: ShadowNews) => {
    try {
      take(news);
    } catch (error) {
      port.close();
      reply({ type: 'failed', message: messageOf(error) });
    }
    Atomics.add(handled, 0, 1);
  });
  reply({ type: 'ready', comparison: compareBlocks(blocks, seed) });
} catch (error) {
  reply({ type: 'failed', message: messageOf(error) });
}
