import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recentTransfers } from '../../src/treasury/recentTransfers.ts';
import { BTC_ADDRESS, faultOf, type TransferBench, transferBench } from './transferBench.ts';

const TWO_DAYS_MS = 2 * 86_400_000;
const WITHDRAWAL = {
  currency: 'BTC',
  networkCode: 'BTC',
  destinationAddress: BTC_ADDRESS,
  amount: '0.005',
  feeType: 'gross',
  referenceId: 'w-1',
};

let folder: string;
let bench: TransferBench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-transfers-'));
  bench = await transferBench({ database: join(folder, 'journal.sqlite') });
});
afterEach(async () => {
  await bench.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a withdrawal whose answer is lost, and that the venue makes so long after. */
async function lose(applyAfterMs: number): Promise<string> {
  bench.fault = ({ operation }) => (operation === 'withdrawals.create' ? { kind: 'drop-after', applyAfterMs } : undefined);
  expect(await faultOf(bench.send('exchange.withdrawals.create', WITHDRAWAL))).toMatchObject({ outcome: 'unknown' });
  bench.fault = undefined;
  return (await bench.journalled())[0]!.id;
}

describe(recentTransfers, () => {
  it('has what a person has declared not sent lately, however long before that was begun: what shows within a day is found', async () => {
    const id = await lose(TWO_DAYS_MS + 1_200_000);
    await bench.pass(TWO_DAYS_MS);
    expect(await bench.run(bench.transfers('exchange').resolve(id, { type: 'not-placed' }))).toMatchObject({ state: 'not-sent' });
    await bench.rounds(2_400_000);
    expect(await bench.journalled()).toMatchObject([{ state: 'adopted', evidence: expect.stringContaining('found late') as string }]);
    expect(bench.told.at(-2)).toMatch(/was taken for not sent and is at the venue after all/);
  });

  it('has each once, whatever became of it, and nothing that was begun and settled before', async () => {
    const id = await lose(TWO_DAYS_MS);
    const { journal } = bench.store;
    const begunAt = (await journal.get(id))!.createdAt;
    const idsSince = async (since: number): Promise<string[]> => (await recentTransfers(journal, since)).map((intent) => intent.id);
    expect([await idsSince(begunAt), await idsSince(begunAt + 1)]).toEqual([[id], []]);
    await bench.pass(100_000);
    const { resolvedAt } = await bench.run(bench.transfers('exchange').resolve(id, { type: 'not-placed' }));
    expect([await idsSince(begunAt), await idsSince(resolvedAt!), await idsSince(resolvedAt! + 1)]).toEqual([[id], [id], []]);
  });
});
