import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Decimal } from '../../../src/base/decimal.ts';
import { conversionRow, moveBench, type MoveBench } from './moveBench.ts';

let folder: string;
let bench: MoveBench;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-not-placed-'));
  bench = await moveBench({ database: join(folder, 'account.sqlite'), treasury: join(folder, 'treasury.sqlite') });
  bench.transfers.transfers('exchange');
});
afterEach(async () => {
  await bench.end();
  rmSync(folder, { recursive: true });
});

const run = <T>(work: Promise<T>): Promise<T> => bench.transfers.run(work);
const order = (id: string, amount: string) =>
  ({
    id,
    kind: 'conversion',
    initiator: 'anna',
    signedWith: undefined,
    repeats: false,
    rows: [conversionRow(`${id}-1`, 'EUR', amount, 'USDT', 'from', '1')],
  }) as const;
/** The same conversion, made by somebody else. */
const alike = async (): Promise<void> => {
  const terms = { fromCurrency: 'EUR', toCurrency: 'USDT', fromAmount: '100' };
  const { id, amountTo } = (await bench.transfers.foreign('quotes.request', terms)) as { id: string; amountTo: Decimal };
  await bench.transfers.foreign('conversions.execute', { ...terms, id, toAmount: amountTo.toFixed() });
};

describe('a conversion that a person says was not placed', () => {
  it('shuts its pair no longer when two in the history are like it', { tags: 'long' }, async () => {
    bench.transfers.fault = ({ operation }) => (operation === 'conversions.execute' ? { kind: 'drop-before' } : undefined);
    await run(bench.moves.ask(order('C-1', '100')));
    await run(bench.moves.advance('C-1'));
    bench.transfers.fault = undefined;
    await alike();
    await alike();
    await bench.transfers.rounds(1_200_000);
    const [intent] = await bench.transfers.journalled();
    expect(intent).toMatchObject({ state: 'quarantined' });
    await run(bench.transfers.transfers('exchange').resolve(intent!.id, { type: 'not-placed' }));
    await bench.settle('C-1');
    await run(bench.moves.ask(order('C-2', '50')));
    expect(await bench.settle('C-2', 30)).toMatchObject({ state: 'completed' });
  });
});
