import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MoveTerms } from '../../../src/model/move.ts';
import type { PayoutRow } from '../../../src/treasury/transferReads.ts';
import { faultOf } from '../transferBench.ts';
import { btcRow, moveBench, type MoveBench, payoutRow } from './moveBench.ts';

let bench: MoveBench;
beforeEach(async () => {
  bench = await moveBench();
  bench.keys = ['of anna'];
});
afterEach(() => bench.end());

const run = <T>(work: Promise<T>): Promise<T> => bench.transfers.run(work);
const payout = (most: string, terms: MoveTerms) => ({
  id: 'P-1',
  kind: 'payout' as const,
  initiator: 'anna',
  signedWith: 'of anna',
  repeats: true,
  rows: [{ ...payoutRow('my-payout-7', most), terms }],
});
const paid = async (): Promise<PayoutRow> => {
  const { progress } = (await bench.store.moves.get('P-1'))!;
  return (await bench.transfers.foreign('payouts.get', { payoutIntentId: progress[0]!.venueId! })) as PayoutRow;
};

describe('what only some kinds of moves have', () => {
  it(
    'a payout of so much that arrives takes what its estimate says, under its own reference, account and callback',
    { tags: 'long' },
    async () => {
      const more = { accountId: 'customer-17', callbackUrl: 'http://127.0.0.1:9/notify' } as const;
      await run(bench.moves.ask(payout('1000', { amountTo: '100', amountToType: 'net', ...more })));
      expect(await bench.settle('P-1')).toMatchObject({
        state: 'completed',
        rows: [{ terms: { amountTo: '100', amountToType: 'net', ...more } }],
      });
      const { amountTo, amountToType, customOrderId, accountId } = await paid();
      expect([amountTo?.toFixed(), amountToType, customOrderId, accountId]).toEqual(['100', 'net', 'my-payout-7', 'customer-17']);
    },
  );

  it('a payout takes no more than was decided on', async () => {
    const fault = await faultOf(run(bench.moves.ask(payout('50', { amountTo: '100' }))));
    expect(fault).toMatchObject({ code: 'invalid-request', message: expect.stringContaining('and at most 50 EUR may leave') as string });
  });

  it('a withdrawal has a mark of the client', async () => {
    const rows = [{ ...btcRow('my-withdrawal', '0.005'), terms: { clientTag: 'till-1' } }];
    await run(bench.moves.ask({ ...payout('1', {}), id: 'W-1', kind: 'withdrawal', rows }));
    expect(await bench.settle('W-1')).toMatchObject({ state: 'completed' });
    expect(bench.transfers.simulator.truth().transactions[0]).toMatchObject({ clientTag: 'till-1', referenceId: 'my-withdrawal' });
  });
});
