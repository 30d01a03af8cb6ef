import { z } from 'zod';
import { JsonNumber } from '../../base/json.ts';
import { operation } from '../operation.ts';
import { dateTime, decimal, id, int, mayBeEmpty, optional, text, textOrDigits } from '../wire.ts';
import { page } from './pageCount.ts';

/** The most records in one answer of the two histories (000 Limits). */
const MOST_RECORDS = 500;

const count = int.refine((value) => value >= 1 && value <= MOST_RECORDS, `must be 1 to ${MOST_RECORDS}`);

/**
 * A crypto transaction (000 Crypto transaction). Kinds and states are kept as text, so that a new one does not make the list
 * unreadable.
 */
export const cryptoTransaction = z.object({
  id: text,
  currency: text,
  type: text,
  status: text,
  createdOn: dateTime,
  totalAmount: decimal,
  executedAmount: decimal,
  fee: optional(decimal),
  networkCode: mayBeEmpty(text),
  networkName: mayBeEmpty(text),
  networkTransactionId: mayBeEmpty(text),
  destinationAddress: mayBeEmpty(text),
  destinationAdditionalAddress: mayBeEmpty(text),
  referenceId: mayBeEmpty(text),
  traceId: mayBeEmpty(text),
  clientTag: mayBeEmpty(text),
  sourceAddress: mayBeEmpty(text),
});

/**
 * The number 0 for a fiat withdrawal, else a name. The number comes first, because encoding takes the first that fits, and the text
 * would fit always.
 */
const paymentMethod = z.union([
  z
    .codec(
      z.instanceof(JsonNumber, { error: 'expected a text or the number 0' }),
      z.literal('0', { error: 'expected a text or the number 0' }),
      {
        decode: ({ text: digits }) => digits as '0',
        encode: (zero) => new JsonNumber(zero),
      },
    )
    .meta({ wire: 'int' }),
  z.string(),
]);

/** A fiat transaction (000 Fiat transaction). `paymentMethod` is `0` for a withdrawal. */
export const fiatTransaction = z.object({
  id: text,
  status: text,
  type: text,
  paymentMethod: optional(paymentMethod),
  createdOn: dateTime,
  totalAmount: decimal,
  executedAmount: decimal,
  fee: optional(decimal),
  currency: text,
  lastCreditCardDigits: mayBeEmpty(textOrDigits),
  bankCountryCode: mayBeEmpty(text),
  bankAccount: mayBeEmpty(textOrDigits),
  bankName: mayBeEmpty(text),
  acquirerBank: mayBeEmpty(text),
  acquirerAddress: mayBeEmpty(text),
  acquirerSwift: mayBeEmpty(text),
  acquirerAccount: mayBeEmpty(textOrDigits),
  referenceId: mayBeEmpty(text),
});

/** What came in and went out (000 Transaction history). */
export const histories = {
  'transactions.list': operation({
    about: 'Crypto deposits and withdrawals, newest first',
    method: 'GET',
    path: '/v1/transactions',
    section: '000 Transaction history',
    auth: 'signed',
    repeat: 'read',
    priority: 'history',
    request: {
      query: z.object({
        currency: optional(text),
        page,
        count,
        withdrawalBatchId: optional(id),
        address: optional(text),
        clientTag: optional(text),
        dateFrom: optional(dateTime),
        dateTo: optional(dateTime),
      }),
    },
    reply: { status: 200, body: z.object({ total: int, data: z.array(cryptoTransaction) }) },
    paging: { style: 'page-count', items: 'data' },
    example: {
      request: { currency: 'BTC', page: '0', count: '100' },
      reply:
        '{"total":1,"data":[{"id":"70012","currency":"BTC","type":"Send","status":"Pending","createdOn":"2026-11-20T10:00:00.000Z","totalAmount":0.01,"executedAmount":0.0098,"fee":0.0002,"networkCode":"BTC","networkName":"Bitcoin","destinationAddress":"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4","referenceId":"payout-2026-0017"}]}',
    },
  }),
  'fiatTransactions.list': operation({
    about: 'Fiat deposits and withdrawals, newest first',
    method: 'GET',
    path: '/v1/fiat/transactions',
    section: '000 Transaction history',
    auth: 'signed',
    repeat: 'read',
    priority: 'history',
    request: {
      query: z.object({ currency: optional(text), page, count, dateFrom: optional(dateTime), dateTo: optional(dateTime) }),
    },
    reply: { status: 200, body: z.object({ total: int, data: z.array(fiatTransaction) }) },
    paging: { style: 'page-count', items: 'data' },
    example: {
      request: { currency: 'EUR', page: '0', count: '100' },
      reply:
        '{"total":1,"data":[{"id":"40000","status":"Completed","type":"Deposit","paymentMethod":"WireTransfer","createdOn":"2026-11-20T10:00:00.000Z","totalAmount":1000,"executedAmount":994,"fee":6,"currency":"EUR","bankCountryCode":"SE","bankAccount":"SE4550000000058398257466","bankName":"Handelsbanken","acquirerBank":"First Simulated Bank","acquirerSwift":"SIMUDEFFXXX","acquirerAccount":"DE75512108001245126199","referenceId":"WT-40000"}]}',
    },
  }),
} as const;
