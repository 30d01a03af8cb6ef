import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Transfers } from '../../src/treasury/transfers.ts';
import { BTC_ADDRESS, ETH_ADDRESS, faultOf, type TransferBench, transferBench } from './transferBench.ts';

const WITHDRAW = 'exchange.withdrawals.create';
const VALIDATE = 'exchange.withdrawalBatches.validate';
const CONFIRM = 'exchange.withdrawalBatches.confirm';
const TO = { currency: 'BTC', networkCode: 'BTC', destinationAddress: BTC_ADDRESS, amount: '0.005' };
const rows = (referenceId: string): string => JSON.stringify([{ ...TO, amount: 0.005, referenceId }]);

let bench: TransferBench;
beforeEach(async () => {
  bench = await transferBench();
});
afterEach(() => bench.end());

/** A place with something unknown takes nothing else, in lists too (docs/safety.md). */
describe(Transfers.name, () => {
  it('confirms no batch with a row to an address while nobody knows what came of a withdrawal to it', async () => {
    bench.fault = ({ operation }) => (operation === 'withdrawals.create' ? { kind: 'drop-after' } : undefined);
    expect(await faultOf(bench.send(WITHDRAW, { ...TO, feeType: 'gross', referenceId: 'w-1' }))).toMatchObject({ outcome: 'unknown' });
    bench.fault = undefined;
    // A draft pays nothing.
    const [draft] = (await bench.send(VALIDATE, { rows: rows('w-2') })) as { id: number }[];
    const confirm = (): Promise<unknown> => bench.send(CONFIRM, { withdrawalBatchId: String(draft!.id) });
    const fault = await faultOf(confirm());
    expect(fault).toMatchObject({ code: 'lane-frozen', outcome: 'not-sent' });
    expect(fault.message).toContain(`to the place "withdrawal BTC BTC ${BTC_ADDRESS}", is unknown`);
    expect(bench.requests('withdrawalBatches.confirm'), 'it was paid twice').toBe(0);
    await bench.look();
    await confirm();
    expect(bench.requests('withdrawalBatches.confirm'), 'it goes on when the withdrawal was found').toBe(1);
  });

  it('withdraws nothing to an address while nobody knows what came of the confirmation of a batch with a row to it', async () => {
    const [draft] = (await bench.send(VALIDATE, { rows: rows('w-1') })) as { id: number }[];
    bench.fault = ({ operation }) => (operation === 'withdrawalBatches.confirm' ? { kind: 'drop-after' } : undefined);
    expect(await faultOf(bench.send(CONFIRM, { withdrawalBatchId: String(draft!.id) }))).toMatchObject({ outcome: 'unknown' });
    bench.fault = undefined;
    const withdraw = (): Promise<unknown> => bench.send(WITHDRAW, { ...TO, feeType: 'gross', referenceId: 'w-2' });
    expect(await faultOf(withdraw())).toMatchObject({ code: 'lane-frozen', outcome: 'not-sent' });
    expect(bench.requests('withdrawals.create'), 'it was paid twice').toBe(0);
    await bench.look();
    await withdraw();
    expect(bench.requests('withdrawals.create'), 'it goes on when the batch was found').toBe(1);
  });

  it('confirms the other batch of a draft of two currencies while nobody knows what came of the first', async () => {
    const other = { currency: 'USDT', networkCode: 'ETH', destinationAddress: ETH_ADDRESS, amount: 50, referenceId: 'w-2' };
    const both = JSON.stringify([{ ...TO, amount: 0.005, referenceId: 'w-1' }, other]);
    const drafts = (await bench.send(VALIDATE, { rows: both })) as { id: number }[];
    const confirm = (i: number): Promise<unknown> => bench.send(CONFIRM, { withdrawalBatchId: String(drafts[i]!.id) });
    bench.fault = ({ operation }) => (operation === 'withdrawalBatches.confirm' ? { kind: 'drop-after' } : undefined);
    expect(await faultOf(confirm(0))).toMatchObject({ outcome: 'unknown' });
    bench.fault = undefined;
    await confirm(1);
    expect(bench.requests('withdrawalBatches.confirm')).toBe(2);
  });
});
