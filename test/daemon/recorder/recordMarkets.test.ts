import { afterEach, beforeEach, expect, it } from 'vitest';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { type MarketRecording, recordMarkets } from '../../../src/daemon/recorder/recordMarkets.ts';
import { openMarket } from '../../../src/recording/openMarket.ts';
import { verifyRecordings } from '../../../src/recording/verifyRecordings.ts';
import { DAY, keptOf, pairOf, settle, temporaryFolder } from '../../recording/worlds.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

it(
  'polls each book and the statistics at their own pace and records what comes; what fails is a gap and is told',
  { tags: 'long' },
  async () => {
    const clock = new VirtualClock(DAY);
    const told: string[] = [];
    const asked: string[] = [];
    let isAway = false;
    const record = (): Promise<MarketRecording> =>
      recordMarkets({
        client: {
          fetchBytes(operation: string, params: { readonly symbol?: string; readonly depth?: number }) {
            asked.push(`${operation} ${params.symbol ?? '*'} ${params.depth ?? ''}`);
            if (isAway) return Promise.reject(new Error('away'));
            const at = clock.now();
            const book = `{"bids":[[100.5,1]],"asks":[[101,2]],"timestamp":${at - 3}}`;
            const body = new TextEncoder().encode(operation === 'book.get' ? book : '[]');
            return Promise.resolve({ status: 200, body, sentAt: at, receivedAt: at });
          },
        },
        clock,
        pairs: [pairOf('BTC/EUR'), pairOf('ETH/EUR')],
        dir: folder.path,
        everyMs: 1000,
        statisticsMs: 5000,
        depth: 30,
        keepMs: undefined,
        onTrouble: (message) => told.push(message),
        onFailure: (error) => told.push(String(error)),
      });
    const recording = await record();
    await clock.advance(10_000, settle);
    expect(new Set(asked)).toEqual(new Set(['book.get BTC/EUR 30', 'book.get ETH/EUR 30', 'statistics.list * ']));
    const before = recording.usage().snapshots;
    expect(before).toBeGreaterThanOrEqual(18);
    isAway = true;
    await clock.advance(4000, settle);
    isAway = false;
    await clock.advance(30_000, settle);
    expect(recording.feedUsage().counters.failed).toBeGreaterThan(0);
    await recording.close();
    const ended = asked.length;
    await clock.advance(5000, settle);
    expect(asked).toHaveLength(ended);
    expect(told).toContainEqual('BTC/EUR poll-failed: away');
    expect(verifyRecordings(folder.path).isIntact).toBe(true);
    const gaps = keptOf(openMarket(folder.path, 'BTC/EUR')).filter(({ type }) => type === 'gap');
    expect(gaps).toMatchObject([{ gap: { reason: 'poll-failed', detail: 'away' } }]);
  },
);
