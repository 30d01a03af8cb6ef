import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Transfers } from '../../src/treasury/transfers.ts';
import { BTC_ADDRESS, ETH_ADDRESS, faultOf, type TransferBench, transferBench } from './transferBench.ts';

const PAY_OUT = 'processing.payouts.create';
const WITHDRAW = 'exchange.withdrawals.create';
const VALIDATE = 'exchange.withdrawalBatches.validate';
const PAYOUT = { currencyFrom: 'EUR', amountFrom: '100', currencyTo: 'USDT', networkCode: 'ETH', address: ETH_ADDRESS };
const WITHDRAWAL = { currency: 'BTC', networkCode: 'BTC', destinationAddress: BTC_ADDRESS, amount: '0.005', feeType: 'gross' };
const STRANGE_ID = '0198f1a2-0000-7000-8000-0000000000aa';

let bench: TransferBench;
beforeEach(async () => {
  bench = await transferBench();
});
afterEach(() => bench.end());

/** What is asked for is done, and its answer is replaced. */
function answer(operation: string, body: object): void {
  bench.fault = (call) => (call.operation === operation ? { kind: 'garble', body: JSON.stringify(body) } : undefined);
}

describe(Transfers.name, () => {
  it('does not take the answer that another payout had for an acknowledgement of this one', async () => {
    const first = (await bench.send(PAY_OUT, { ...PAYOUT, customOrderId: 'p-1' })) as { payoutIntentId: string };
    answer('payouts.create', first);
    const fault = await faultOf(bench.send(PAY_OUT, { ...PAYOUT, customOrderId: 'p-2' }));
    expect(fault).toMatchObject({ code: 'echo-mismatch', outcome: 'unknown' });
    bench.fault = undefined;
    await bench.rounds(120_000);
    const [one, two] = await bench.journalled();
    expect(one).toMatchObject({ state: 'acknowledged', venueId: first.payoutIntentId });
    expect(two!.state, 'it goes on by its own reference').toBe('adopted');
    expect(two!.venueId, 'both are bound to one payout').not.toBe(one!.venueId);
  });

  it('does not take an answer of another amount for an acknowledgement of a payout', async () => {
    const first = (await bench.send(PAY_OUT, { ...PAYOUT, customOrderId: 'p-1' })) as object;
    answer('payouts.create', { ...first, payoutIntentId: STRANGE_ID, amountFrom: 99999 });
    expect(await faultOf(bench.send(PAY_OUT, { ...PAYOUT, customOrderId: 'p-2' }))).toMatchObject({ outcome: 'unknown' });
  });

  it('tells of a payout that the venue shows under another id than its answer had', async () => {
    const first = (await bench.send(PAY_OUT, { ...PAYOUT, customOrderId: 'p-1' })) as object;
    answer('payouts.create', { ...first, payoutIntentId: STRANGE_ID });
    await bench.send(PAY_OUT, { ...PAYOUT, customOrderId: 'p-2' });
    bench.fault = undefined;
    await bench.rounds(120_000);
    expect(bench.told).toEqual([expect.stringContaining(`its answer named ${STRANGE_ID}, which is another one`)]);
  });

  it('does not take an answer with the id of another withdrawal for an acknowledgement', async () => {
    const first = (await bench.send(WITHDRAW, { ...WITHDRAWAL, referenceId: 'w-1' })) as Record<string, unknown>;
    const { referenceId: _, ...rest } = first;
    answer('withdrawals.create', rest);
    expect(await faultOf(bench.send(WITHDRAW, { ...WITHDRAWAL, referenceId: 'w-2' }))).toMatchObject({ code: 'echo-mismatch' });
    bench.fault = undefined;
    await bench.rounds(120_000);
    const [one, two] = await bench.journalled();
    expect(two!.state).toBe('adopted');
    expect(two!.venueId).not.toBe(one!.venueId);
  });

  it('nor the draft of another batch; a withdrawal and a batch may have one number', async () => {
    const rows = (referenceId: string): string => JSON.stringify([{ ...WITHDRAWAL, feeType: undefined, amount: 0.005, referenceId }]);
    const first = (await bench.send(WITHDRAW, { ...WITHDRAWAL, referenceId: 'w-1' })) as { id: number };
    answer('withdrawalBatches.validate', [{ id: first.id, currency: 'BTC', transactionCount: 1, amount: 0.005, feeAmount: 0.0001 }]);
    await bench.send(VALIDATE, { rows: rows('w-2') });
    expect(await faultOf(bench.send(VALIDATE, { rows: rows('w-3') }))).toMatchObject({ code: 'echo-mismatch', outcome: 'unknown' });
  });
});
