import { z } from 'zod';
import { operation } from '../operation.ts';
import { dateTime, decimal, decimalText, id, int, optional, positive, requiredText, text } from '../wire.ts';
import { beneficiary } from './beneficiary.ts';

/** 000 Limits, batch size. */
const MOST_ROWS = 200;

/** 000 Mass withdrawal, row fields. */
const batchRow = z
  .object({
    currency: z
      .string()
      .regex(/^[A-Za-z0-9]+$/, 'must be letters and digits, and not empty')
      .meta({ wire: 'text' }),
    networkCode: requiredText,
    amount: emptyable(positive),
    fiatEquivalent: emptyable(
      decimalText
        .refine((value) => value.gt(0), 'must be greater than 0')
        .refine((value) => value.decimalPlaces() <= 2, 'must have at most 2 decimals'),
    ),
    fiatCurrency: emptyable(requiredText),
    destinationAddress: requiredText,
    destinationTag: maybe(text),
    comment: maybe(text),
    referenceId: maybe(text),
    beneficiary: maybe(beneficiary),
  })
  .superRefine(
    (row, context) => {
      const fault = denominationFault(row);
      if (fault !== undefined) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message });
    },
    { when: ({ issues }) => issues.every(({ path = [] }) => path.length > 0 && !isDenomination(path[0])) },
  );

export type BatchRow = z.output<typeof batchRow>;

/** The names of the fields of a row, in order. */
export const BATCH_FIELDS: readonly string[] = Object.keys(batchRow.shape);

/**
 * All rows of a batch must have one denomination and one fiat currency (000 Mass withdrawal, denomination rules). A row whose own
 * is wrong has none to compare.
 */
const batchRows = z
  .array(batchRow)
  .min(1, 'must have at least one row')
  .max(MOST_ROWS, `must have at most ${MOST_ROWS} rows`)
  .superRefine(
    (rows, context) => {
      const wrong = new Set(context.issues.flatMap(({ path = [] }) => (path.length === 1 || isDenomination(path[1]) ? [path[0]] : [])));
      const first = rows.find((_, index) => !wrong.has(index));
      if (first === undefined) return;
      for (const [index, row] of rows.entries()) {
        if (wrong.has(index) || (row.fiatCurrency === first.fiatCurrency && isFiat(row) === isFiat(first))) continue;
        const field = isFiat(row) === isFiat(first) ? 'fiatCurrency' : 'amount';
        context.addIssue({ code: 'custom', path: [index, field], message: 'a batch uses one denomination and one fiat currency' });
      }
    },
    { when: ({ value }) => Array.isArray(value) },
  );

/** 000 Withdrawal batch, validation summary item. */
export const batchSummary = z.object({ id, currency: text, transactionCount: int, amount: decimal, feeAmount: decimal });

/** 000 Withdrawal batch, status record. */
export const batchStatus = z.object({
  id,
  status: text,
  currency: text,
  amount: decimal,
  amountUsd: optional(decimal),
  feeAmount: decimal,
  feeAmountUsd: optional(decimal),
  draftTransactionCount: int,
  pendingTransactionCount: int,
  declinedTransactionCount: int,
  completedTransactionCount: int,
  createdOn: dateTime,
  updatedOn: dateTime,
});

const batchPath = z.object({ withdrawalBatchId: id });

/** Many withdrawals at once: validate, confirm, monitor (000 Mass withdrawal). */
export const withdrawalBatches = {
  'withdrawalBatches.validate': operation({
    about: 'Validate up to 200 withdrawals; when every row is valid they become a draft',
    method: 'POST',
    path: '/v1/withdrawals/batches',
    section: '000 Mass withdrawal',
    auth: 'signed',
    repeat: 'never',
    priority: 'convert',
    request: { body: batchRows },
    reply: { status: 200, body: z.array(batchSummary) },
    refusals: [
      { status: 400, when: 'amount and a fiat field in one row: only one denomination per row' },
      { status: 400, when: 'only one of the two fiat fields: both are required together' },
      { status: 400, when: 'mixed denominations or fiat currencies: a batch uses one of each' },
      { status: 400, when: 'any row is invalid' },
      { status: 400, code: 'operation-for-currency-not-allowed', when: 'a currency is restricted by regulation' },
    ],
    example: {
      request: {
        rows: [
          {
            currency: 'BTC',
            networkCode: 'BTC',
            fiatEquivalent: '600.5',
            fiatCurrency: 'EUR',
            destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
            referenceId: 'payout-2026-0018',
          },
        ],
      },
      reply: '[{"id":310,"currency":"BTC","transactionCount":1,"amount":0.01,"feeAmount":0.0002}]',
    },
  }),
  'withdrawalBatches.confirm': operation({
    about: 'Confirm a draft: its funds are blocked and its withdrawals are sent',
    method: 'POST',
    path: '/v1/withdrawals/batches/{withdrawalBatchId}/confirmation',
    section: '000 Mass withdrawal',
    auth: 'signed',
    repeat: 'never',
    priority: 'convert',
    request: { path: batchPath },
    // The specification does not show the body of the 202, so anything is taken, or nothing.
    reply: { status: 202, body: z.unknown() },
    refusals: [
      { status: 400, when: 'the batch is not a draft' },
      { status: 400, code: 'operation-for-currency-not-allowed', when: 'a currency is restricted by regulation' },
      { status: 404, when: 'there is no such batch' },
    ],
    example: { request: { withdrawalBatchId: '310' }, reply: '' },
  }),
  'withdrawalBatches.get': operation({
    about: 'The state of a batch, and how many of its withdrawals are in each state',
    method: 'GET',
    path: '/v1/withdrawals/batches/{withdrawalBatchId}',
    section: '000 Mass withdrawal',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { path: batchPath },
    reply: { status: 200, body: batchStatus },
    refusals: [{ status: 404, when: 'there is no such batch' }],
    example: {
      request: { withdrawalBatchId: '310' },
      reply:
        '{"id":310,"status":"Processing","currency":"BTC","amount":0.01,"amountUsd":661.5,"feeAmount":0.0002,"feeAmountUsd":13.23,"draftTransactionCount":0,"pendingTransactionCount":1,"declinedTransactionCount":0,"completedTransactionCount":0,"createdOn":"2026-11-20T10:00:00.000Z","updatedOn":"2026-11-20T10:00:05.000Z"}',
    },
  }),
} as const;

/** Like `optional`, for a member that may also be left out of a row. */
function maybe<T extends z.ZodType>(schema: T): z.ZodOptional<z.ZodType<z.output<T> | undefined>> {
  return optional(schema) as unknown as z.ZodOptional<z.ZodType<z.output<T> | undefined>>;
}

/** A member that counts as absent when it is an empty text too, as the table of denominations has it (000 Mass withdrawal). */
function emptyable<T extends z.ZodType>(schema: T): z.ZodOptional<z.ZodType<z.output<T> | undefined>> {
  const empty = z.codec(z.literal(''), z.undefined(), { decode: () => undefined, encode: () => '' as const });
  return z
    .union([schema, z.undefined(), z.codec(z.null(), z.undefined(), { decode: () => undefined, encode: () => null }), empty])
    .optional();
}

/** The fields that say in what a row is paid. */
export const DENOMINATION_FIELDS = ['amount', 'fiatEquivalent', 'fiatCurrency'] as const;

function isDenomination(field: PropertyKey | undefined): boolean {
  return DENOMINATION_FIELDS.some((name) => name === field);
}

type Denomination = Pick<BatchRow, (typeof DENOMINATION_FIELDS)[number]>;

function isFiat({ fiatEquivalent }: Denomination): boolean {
  return fiatEquivalent !== undefined;
}

/** 000 Mass withdrawal, denomination rules per row. */
function denominationFault({ amount, fiatEquivalent, fiatCurrency }: Denomination): { field: string; message: string } | undefined {
  const hasFiat = fiatEquivalent !== undefined || fiatCurrency !== undefined;
  if (amount !== undefined) return hasFiat ? { field: 'amount', message: 'only one denomination per row' } : undefined;
  if (fiatEquivalent !== undefined && fiatCurrency !== undefined) return undefined;
  if (!hasFiat) return { field: 'amount', message: 'is required, or fiatEquivalent with fiatCurrency' };
  return { field: fiatCurrency === undefined ? 'fiatCurrency' : 'fiatEquivalent', message: 'both fiat fields are required together' };
}
