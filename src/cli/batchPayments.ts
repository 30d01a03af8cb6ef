import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { namedFile } from '../base/namedFile.ts';
import { dec, Decimal, totalAmount } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { TreasuryCalls } from '../daemon/treasury/treasury.ts';
import { assertBatch, readBatch } from '../treasury/batches/readBatch.ts';
import type { BatchRow } from '../treasury/batches/batchRow.ts';
import type { MoveOrderText } from '../treasury/moves/moveOrder.ts';
import type { Shell } from './shell.ts';
import { withTreasury } from './treasuryWay.ts';

type Payment = MoveOrderText['payments'][number];

/** The payments of a batch file. Throws a `Fault` with every problem of the file by line and column. */
export async function batchPayments(shell: Shell, file: string): Promise<Payment[]> {
  const bytes = namedFile(
    `the batch ${file} can't be read`,
    () => readFileSync(resolve(shell.cwd, file)),
    'name a batch file that is there; `sluice treasury batch template >FILE` begins one',
  );
  const named = await withTreasury(shell, (calls) => calls.destinations());
  const book = new Map(named.map(({ name, destination }) => [name, { ...destination, tag: destination.tag ?? undefined }]));
  const batch = readBatch(bytes, { book, now: systemClock.now() });
  assertBatch(batch);
  const rates = await withTreasury(shell, (calls) => ratesOf(batch.rows, calls));
  return batch.rows.map((row) => paymentOf(row, rates));
}

/** The payments of an old batch that are proven unsent, with new references. */
export async function retryPayments(shell: Shell, id: string): Promise<Payment[]> {
  const payments = await withTreasury(shell, (calls) => calls.retry(id));
  if (payments.length === 0) throw new Fault('not-found', `no row of ${id} is proven unsent, so there is nothing to try again`);
  return payments as Payment[];
}

/** What one unit of the fiat currency takes of each currency, by one quote over all rows of that currency. */
async function ratesOf(rows: readonly BatchRow[], calls: TreasuryCalls): Promise<ReadonlyMap<string, Decimal>> {
  const rates = new Map<string, Decimal>();
  for (const [currency, group] of Map.groupBy(rows, ({ destination }) => destination.currency)) {
    const fiats = group.flatMap(({ fiat }) => (fiat === undefined ? [] : [fiat]));
    if (fiats.length === 0) continue;
    const total = totalAmount(fiats);
    const { toAmount } = await calls.quote({ from: fiats[0]!.currency, to: currency, exact: 'from', amount: total.toFixed() });
    rates.set(currency, dec(toAmount).div(total));
  }
  return rates;
}

/** An amount that the venue only estimates is rounded up to as many decimals as chains have at most in common. */
const ESTIMATE_DECIMALS = 8;

function paymentOf(
  { reference, destination, to, amount, fiat, beneficiary, note }: BatchRow,
  rates: ReadonlyMap<string, Decimal>,
): Payment {
  const { tag, ...place } = destination;
  return {
    ...(reference === undefined ? {} : { reference }),
    currency: destination.currency,
    amount: (amount ?? rates.get(destination.currency)!.times(fiat!.amount).toDecimalPlaces(ESTIMATE_DECIMALS, Decimal.ROUND_UP)).toFixed(),
    destination: tag === undefined ? place : { ...place, tag },
    ...(to === undefined ? {} : { to }),
    ...(fiat === undefined ? {} : { fiat: { amount: fiat.amount.toFixed(), currency: fiat.currency } }),
    ...(beneficiary === undefined ? {} : { beneficiary }),
    ...(note === undefined ? {} : { note }),
  };
}
