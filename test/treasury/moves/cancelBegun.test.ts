import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { btcRow, conversionRow, moveBench, type MoveBench, usdtRow } from './moveBench.ts';

let bench: MoveBench;
beforeEach(async () => {
  bench = await moveBench();
  bench.transfers.transfers('exchange');
});
afterEach(() => bench.end());

const run = <T>(work: Promise<T>): Promise<T> => bench.transfers.run(work);
const order = { initiator: 'anna', signedWith: undefined, repeats: false } as const;

describe('a move that is being sent', () => {
  it('is taken back while nothing of it was sent: a conversion that waits for a better quote', { tags: 'long' }, async () => {
    const asked = { initiator: 'anna', kind: 'conversion' } as const;
    const dry = await run(bench.moves.dryRun({ ...asked, rows: [conversionRow('C-1-1', 'BTC', '0.1', 'EUR', 'from', '1')] }));
    const least = dry.rows[0]!.quote.receives!.toFixed();
    await run(bench.moves.ask({ ...order, ...asked, id: 'C-1', rows: [conversionRow('C-1-1', 'BTC', '0.1', 'EUR', 'from', least)] }));
    await bench.transfers.foreign('orders.place', { symbol: 'BTC/EUR', type: 'Market', side: 'Sell', amount: '2' });
    expect(await run(bench.moves.advance('C-1'))).toMatchObject({ state: 'sending' });
    expect(await run(bench.moves.cancel('C-1', 'anna', 'no'))).toMatchObject({ state: 'canceled', evidence: 'anna: no' });
    expect(await bench.settle('C-1')).toMatchObject({ state: 'canceled' });
    expect(bench.transfers.requests('conversions.execute')).toBe(0);
  });

  it('is not taken back once something of it was sent, or may have been', async () => {
    await run(bench.moves.ask({ ...order, id: 'B', kind: 'batch', rows: [btcRow('B-0', '0.005'), usdtRow('B-1', '50')] }));
    expect(await run(bench.moves.advance('B'))).toMatchObject({ state: 'sending' });
    await expect(run(bench.moves.cancel('B', 'anna', 'no'))).rejects.toMatchObject({ code: 'refused' });
    expect((await bench.settle('B', 40)).progress).toMatchObject([{ state: 'completed' }, { state: 'completed' }]);
  });

  it('is not taken back with the key of another account, whose journal knows nothing of it', async () => {
    bench.transfers.fault = ({ operation }) => (operation === 'withdrawals.create' ? { kind: 'drop-after' } : undefined);
    await run(bench.moves.ask({ ...order, id: 'W-1', kind: 'withdrawal', rows: [btcRow('W-1-0', '0.005')] }));
    await run(bench.moves.advance('W-1'));
    await bench.store.moves.change('W-1', ['sending', 'unknown', 'sent'], { state: 'sending', account: 'another' }, 0, undefined);
    await expect(run(bench.moves.cancel('W-1', 'anna', 'no'))).rejects.toMatchObject({ code: 'refused' });
  });
});
