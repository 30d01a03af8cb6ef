import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendWaiting } from '../../../src/treasury/moves/sendWaiting.ts';
import { moveBench, type MoveBench, usdtRow } from './moveBench.ts';

let bench: MoveBench;
const run = <T>(work: Promise<T>): Promise<T> => bench.transfers.run(work);

beforeEach(async () => {
  bench = await moveBench();
  bench.keys = ['of anna'];
});
afterEach(() => bench.end());

describe(sendWaiting, () => {
  it('sends the drafts of a batch in one round, one after the other, and tells of each', { tags: 'long' }, async () => {
    const rows = Array.from({ length: 450 }, (_, i) => usdtRow(`B-1-${i}`, '10'));
    await run(bench.moves.ask({ id: 'B-1', kind: 'batch', initiator: 'anna', signedWith: 'of anna', repeats: true, rows }));
    await run(bench.moves.round());
    expect(bench.transfers.requests('withdrawalBatches.confirm')).toBe(3);
    expect(bench.told).toEqual([
      'batch B-1 (4500 USDT in 450 payments) is being sent (200 of 450 payments): `sluice treasury show B-1`',
      'batch B-1 (4500 USDT in 450 payments) is being sent (400 of 450 payments): `sluice treasury show B-1`',
      'batch B-1 (4500 USDT in 450 payments) is sent (450 sent): `sluice treasury show B-1`',
    ]);
  });
});
