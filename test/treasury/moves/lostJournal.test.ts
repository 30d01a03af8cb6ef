import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MoveOrder } from '../../../src/treasury/moves/moves.ts';
import { btcRow, moveBench, type MoveBench, payoutRow, usdtRow } from './moveBench.ts';

let bench: MoveBench;
beforeEach(async () => {
  bench = await moveBench();
  bench.keys = ['of anna'];
});
afterEach(() => bench.end());

const run = <T>(work: Promise<T>): Promise<T> => bench.transfers.run(work);
const shared = { initiator: 'anna', signedWith: 'of anna', repeats: true };
/** The account's journal begins anew, as after a recovery of which nothing was left. */
const loseJournal = (): Promise<void> => bench.transfers.restart();

const MONEY: readonly (readonly [request: string, order: MoveOrder])[] = [
  ['withdrawals.create', { ...shared, id: 'W', kind: 'withdrawal', rows: [btcRow('W-0', '0.005')] }],
  ['payouts.create', { ...shared, id: 'P', kind: 'payout', rows: [payoutRow('P-0', '100')] }],
  ['withdrawalBatches.confirm', { ...shared, id: 'B', kind: 'batch', rows: [btcRow('B-0', '0.005')] }],
];

describe('a journal that has lost what the treasury has sent', () => {
  it.each(MONEY)('a payment is never sent a second time, and is followed on: %s', { tags: 'long' }, async (request, order) => {
    await run(bench.moves.ask(order));
    await run(bench.moves.advance(order.id));
    await run(bench.moves.advance(order.id));
    expect(bench.transfers.requests(request)).toBe(1);
    await loseJournal();
    const move = await bench.settle(order.id, 40);
    expect(bench.transfers.requests(request)).toBe(1);
    expect(move).toMatchObject({ state: 'completed' });
  });

  it('a batch that was half sent is not taken for one that was never sent', { tags: 'long' }, async () => {
    const rows = [btcRow('B-0', '0.005'), usdtRow('B-1', '50')];
    await run(bench.moves.ask({ ...shared, id: 'B', kind: 'batch', rows }));
    await run(bench.moves.advance('B'));
    await run(bench.moves.advance('B'));
    const before = (await bench.store.moves.get('B'))!.progress;
    expect(before.map(({ state }) => state)).toContain('sent');
    await loseJournal();
    const move = await bench.settle('B', 40);
    expect(bench.transfers.requests('withdrawalBatches.confirm')).toBe(2);
    expect(move.progress.map(({ state }) => state)).toEqual(['completed', 'completed']);
  });

  it.each(MONEY.filter(([request]) => request !== 'payouts.create'))(
    'a payment is not sent again because an earlier try of it is left that never left: %s',
    { tags: 'long' },
    async (request, order) => {
      await run(bench.moves.ask(order));
      await run(bench.moves.advance(order.id));
      await run(bench.moves.advance(order.id));
      const [first] = await bench.transfers.journalled();
      await loseJournal();
      const { journal } = bench.transfers.store;
      const createdAt = first!.createdAt - 1000;
      const references = order.rows.map(({ reference }) => `withdrawal ${reference}`);
      const tried = { ...first!, id: 'earlier', decision: 'earlier', createdAt, references };
      await run(journal.beginSettled(tried, { state: 'not-sent', at: createdAt, evidence: 'nothing left' }));
      const move = await bench.settle(order.id, 40);
      expect(bench.transfers.requests(request)).toBe(1);
      expect(move).toMatchObject({ state: 'completed' });
    },
  );

  it('what nobody knows the outcome of stays so, until a person settles it', async () => {
    bench.transfers.fault = ({ operation }) => (operation === 'withdrawals.create' ? { kind: 'drop-before' } : undefined);
    await run(bench.moves.ask(MONEY[0]![1]));
    await run(bench.moves.advance('W'));
    bench.transfers.fault = undefined;
    await loseJournal();
    expect(await bench.settle('W', 5)).toMatchObject({ state: 'unknown' });
    expect(bench.transfers.requests('withdrawals.create')).toBe(1);
  });
});
