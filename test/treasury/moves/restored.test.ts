import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { retryFailed } from '../../../src/treasury/batches/retryFailed.ts';
import { ALLOWED, btcRow, moveBench, type MoveBench, usdtRow } from './moveBench.ts';

let bench: MoveBench;
beforeEach(async () => {
  bench = await moveBench();
  bench.keys = ['of anna'];
});
afterEach(() => bench.end());

const run = <T>(work: Promise<T>): Promise<T> => bench.transfers.run(work);
const order = { kind: 'withdrawal' as const, initiator: 'anna', signedWith: 'of anna', repeats: true };
const withdrawal = (id: string) => ({ ...order, id, rows: [btcRow(`${id}-0`, '0.005')] });
/** The treasury is found as a backup of this moment has it. What was sent after that is not known to it. */
const restored = (): Promise<void> => run(bench.store.markRestored(bench.transfers.clock.now(), bench.transfers.clock.now()));
const sent = (): number => bench.transfers.requests('withdrawals.create');

describe('a treasury that was restored from a backup', () => {
  it('never sends what was approved by then: it may have been sent since', { tags: 'long' }, async () => {
    await run(bench.moves.ask(withdrawal('W-1')));
    await restored();
    expect(await bench.settle('W-1')).toMatchObject({
      state: 'canceled',
      evidence: expect.stringContaining('restored from a backup') as string,
    });
    expect(sent()).toBe(0);
    expect((await bench.store.auditRows(0, 100)).map(({ what }) => what)).toEqual(['move.requested', 'treasury.restored', 'move.canceled']);
    expect(bench.told.join()).toMatch(/withdrawal W-1 \(.*\) is canceled/);
  });

  it('asks for no more approvals of what was waiting for them', { tags: 'long' }, async () => {
    bench.decision = { ...ALLOWED, verdict: 'approve', expiresAfterMs: 3_600_000 };
    await run(bench.moves.ask(withdrawal('W-1')));
    await restored();
    await run(bench.moves.approve('W-1', { person: 'ben', key: 'k', signature: 's', at: 0 }));
    expect(await bench.settle('W-1')).toMatchObject({ state: 'canceled' });
    expect(sent()).toBe(0);
  });

  it('sends nothing more of a batch that was half sent, and follows what was', { tags: 'long' }, async () => {
    const rows = [btcRow('B-0', '0.005'), usdtRow('B-1', '50')];
    await run(bench.moves.ask({ ...order, id: 'B', kind: 'batch', rows }));
    await run(bench.moves.advance('B'));
    await restored();
    const validations = bench.transfers.requests('withdrawalBatches.validate');
    const confirmations = bench.transfers.requests('withdrawalBatches.confirm');
    const move = await bench.settle('B', 40);
    expect(bench.transfers.requests('withdrawalBatches.validate')).toBe(validations);
    expect(bench.transfers.requests('withdrawalBatches.confirm')).toBe(confirmations);
    expect(move.progress.every(({ state }) => state === 'completed' || state === 'declined')).toBe(true);
  });

  it('follows what was sent until it has arrived, and does what is asked for afterwards', { tags: 'long' }, async () => {
    await run(bench.moves.ask(withdrawal('W-1')));
    await run(bench.moves.advance('W-1'));
    await restored();
    expect(await bench.settle('W-1')).toMatchObject({ state: 'completed' });
    await bench.transfers.pass(1);
    await run(bench.moves.ask(withdrawal('W-2')));
    expect(await bench.settle('W-2')).toMatchObject({ state: 'completed' });
    expect(sent()).toBe(2);
  });

  it('does not take what was waiting for proven unsent: a retry of the batch has none of it', async () => {
    await run(bench.moves.ask({ ...order, id: 'B', kind: 'batch', rows: [btcRow('B-0', '0.005'), usdtRow('B-1', '50')] }));
    await restored();
    const move = await bench.settle('B', 10);
    expect(retryFailed(move)).toMatchObject({ rows: [], left: [{ reference: 'B-0' }, { reference: 'B-1' }] });
  });

  it('does not take the rest of a batch that was half sent for proven unsent', async () => {
    await run(bench.moves.ask({ ...order, id: 'B', kind: 'batch', rows: [btcRow('B-0', '0.005'), usdtRow('B-1', '50')] }));
    await run(bench.moves.advance('B'));
    await restored();
    const move = await bench.settle('B', 40);
    const given = move.progress.filter(({ state }) => state === 'declined');
    expect(given).toMatchObject([{ evidence: expect.stringMatching(/^the treasury was restored from a backup since/) as string }]);
    expect(retryFailed(move).rows).toEqual([]);
  });

  it('warns of the same payment when it is asked for anew', async () => {
    await run(bench.moves.ask(withdrawal('W-1')));
    await restored();
    await bench.settle('W-1');
    await bench.transfers.pass(1000);
    await expect(run(bench.moves.ask({ ...withdrawal('W-2'), repeats: false }))).rejects.toThrow('paid already');
  });

  it('counts what may have been sent since against limits, from when it was held on, and takes nothing of the balance for it', async () => {
    await run(bench.moves.ask(withdrawal('W-1')));
    await run(bench.moves.ask({ ...order, id: 'B', kind: 'batch', rows: [btcRow('B-0', '0.006'), usdtRow('B-1', '50')] }));
    await run(bench.moves.advance('B'));
    await run(bench.moves.ask(withdrawal('W-3')));
    await run(bench.moves.ask(withdrawal('W-2')));
    await run(bench.moves.cancel('W-2', 'anna', 'never sent, and known to be'));
    await restored();
    const held = bench.transfers.clock.now();
    await run(bench.moves.cancel('W-1', 'anna', 'it is not needed'));
    await bench.settle('W-3');
    await bench.settle('B', 40);
    const now = bench.transfers.clock.now();
    const counted = await bench.store.moves.outflows(held - 3_600_000, now, undefined);
    expect(counted.map(({ row: { reference } }) => reference).toSorted()).toEqual(['B-0', 'B-1', 'W-1-0', 'W-3-0']);
    expect(counted.every(({ state, sentAt }) => state !== 'waiting' && sentAt !== undefined && sentAt <= now)).toBe(true);
    expect(await bench.store.moves.outflows(now + 1, now + 1, undefined)).toEqual([]);
    const past = await bench.store.moves.past(now + 1, undefined);
    expect(past.map(({ currency, amount }) => `${amount.toFixed()} ${currency}`).toSorted()).toEqual(['0.016 BTC', '50 USDT']);
  });

  it('knows what was asked for before by more than the clock, which may have been ahead then', async () => {
    await run(bench.moves.ask(withdrawal('W-1')));
    const now = bench.transfers.clock.now();
    await run(bench.store.markRestored(now - 60_000, now - 120_000));
    expect((await bench.settle('W-1')).state).toBe('canceled');
    expect(sent()).toBe(0);
  });
});
