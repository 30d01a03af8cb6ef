import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { namedFile } from '../base/namedFile.ts';
import { readRefunds, type RefundRow } from '../treasury/batches/readRefunds.ts';
import type { MoveOrderText } from '../treasury/moves/moveOrder.ts';
import type { Shell } from './shell.ts';

type Payment = MoveOrderText['payments'][number];

/** A refund as a move asks for it. */
export function refundPayment({
  transaction,
  currency,
  amount,
  reference,
}: Omit<RefundRow, 'amount'> & { readonly amount: string }): Payment {
  return { currency, amount, target: transaction, ...(reference === undefined ? {} : { reference }) };
}

/** The refunds of a file. Throws a `Fault` with every problem of the file by line and column. */
export function refundPayments(shell: Shell, file: string): Payment[] {
  const bytes = namedFile(`the refunds ${file} can't be read`, () => readFileSync(resolve(shell.cwd, file)));
  return readRefunds(bytes).map((row) => refundPayment({ ...row, amount: row.amount.toFixed() }));
}
