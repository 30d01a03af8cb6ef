import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MoveOrderText } from '../../../src/treasury/moves/moveOrder.ts';
import { POLICY, run, setUp, signed, tearDown, world } from './treasuryBench.ts';

beforeEach(setUp);
afterEach(tearDown);

const publish = (rules: string): Promise<unknown> =>
  world.calls.publish(`${POLICY().slice(0, POLICY().indexOf('rules:'))}rules:\n${rules}`, 'anna', []);
const CHEAP = '  - { name: cheap, if: { fee: { atMost: 1% } }, then: allow }\n';

const payout = (amount: string): MoveOrderText => ({
  id: 'P-01M7W6C3800000000000000001',
  kind: 'payout',
  initiator: 'anna',
  payments: [{ currency: 'EUR', amount, to: 'supplier' }],
});

const refund = (target: string): MoveOrderText => ({
  id: 'R-01M7W6C3800000000000000001',
  kind: 'refund',
  initiator: 'anna',
  payments: [{ currency: 'USDT', amount: '20', target }],
});

/** A payment that has got 20 USDT of what it asks for. `originTransactionId`: from another account of the venue, whose address it does not show. */
async function underpaid(originTransactionId?: string): Promise<string> {
  const { transfers } = world.bench;
  const params = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: '100', networkCode: 'ETH', customOrderId: 'o-1' };
  const { paymentIntentId } = (await transfers.send('processing.paymentIntents.create', params)) as { paymentIntentId: string };
  transfers.simulator.payments.deposit({ paymentIntentId }, { amount: transfers.amount('20'), originTransactionId });
  await transfers.pass(2000);
  return paymentIntentId;
}

describe('the fees of payments', () => {
  it('a payout costs its fee in the currency that leaves, by its own estimate', async () => {
    await publish(CHEAP);
    const { rows, verdict } = await run(world.calls.dryRun(payout('100')));
    const { fee, receives, leaves } = rows[0]!;
    // The network takes 4 USDT of what 100 EUR are converted into.
    const arrives = Number(receives);
    expect(Number(fee)).toBeCloseTo((4 / (arrives + 4)) * 100, 6);
    expect([leaves, verdict]).toEqual(['100', 'deny']);
    expect(await run(world.calls.ask(signed(payout('100'))))).toMatchObject({ state: 'refused', rule: 'default' });
  });

  it('a payout whose fee is a small part of it is cheap', { tags: 'long' }, async () => {
    await publish(CHEAP);
    expect(await run(world.calls.dryRun(payout('1000')))).toMatchObject({ verdict: 'allow', rule: 'cheap' });
  });

  it('a refund costs what the venue says for the address that has paid', { tags: 'long' }, async () => {
    await publish(CHEAP);
    const asked = refund(await underpaid());
    expect((await run(world.calls.dryRun(asked))).rows).toMatchObject([{ fee: '4', leaves: '20', receives: '16' }]);
    expect(await run(world.calls.ask(signed(asked)))).toMatchObject({ state: 'refused', rule: 'default' });
  });

  it('the fee of a refund is not known where the venue does not show who has paid', { tags: 'long' }, async () => {
    await publish(CHEAP);
    const asked = refund(await underpaid('81000'));
    const { rows, verdict, why } = await run(world.calls.dryRun(asked));
    expect(rows).toMatchObject([{ fee: null, receives: null }]);
    expect([verdict, why.join()]).toEqual(['deny', expect.stringContaining('the venue has not told it')]);
  });
});
