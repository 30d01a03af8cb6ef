import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dec, isDecimal } from '../../src/base/decimal.ts';
import { type JsonNumber, jsonForPeople, parseJson, stringifyJson } from '../../src/base/json.ts';
import { exchange } from '../../src/contract/exchange.ts';
import { type Operation, ROWS } from '../../src/contract/operation.ts';
import { balances } from './exchange/balances.ts';
import { conversionHistory, convert, requestQuote } from './exchange/conversion.ts';
import { currencies } from './exchange/currencies.ts';
import { createAddress, createOldAddress, getOldAddress, listAddresses, listOldAddresses } from './exchange/depositAddresses.ts';
import { bankAccounts, vibanDeposit, vibanFee, wireDeposit, wireFee } from './exchange/fiatDeposits.ts';
import { cryptoTransactions, fiatTransactions } from './exchange/histories.ts';
import { orderBook } from './exchange/orderBook.ts';
import { cancelOrder, listOrders, placeOrder, replaceOrder } from './exchange/orders.ts';
import { statistics } from './exchange/statistics.ts';
import { symbols } from './exchange/symbols.ts';
import { trades } from './exchange/trades.ts';
import { confirmBatch, getBatch, validateBatch } from './exchange/withdrawalBatches.ts';
import { fiatWithdrawalFee, oldWithdraw, oldWithdrawalFee, withdraw, withdrawalFee } from './exchange/withdrawals.ts';
import type { WireMessages } from './message.ts';

const MESSAGES: readonly WireMessages[] = [
  currencies,
  symbols,
  statistics,
  orderBook,
  placeOrder,
  replaceOrder,
  cancelOrder,
  listOrders,
  trades,
  requestQuote,
  convert,
  conversionHistory,
  balances,
  bankAccounts,
  wireFee,
  wireDeposit,
  vibanFee,
  vibanDeposit,
  createAddress,
  listAddresses,
  getOldAddress,
  createOldAddress,
  listOldAddresses,
  withdrawalFee,
  withdraw,
  oldWithdrawalFee,
  oldWithdraw,
  fiatWithdrawalFee,
  validateBatch,
  confirmBatch,
  getBatch,
  cryptoTransactions,
  fiatTransactions,
];

const rows = exchange as Readonly<Record<string, Operation>>;

test('every row of the exchange interface has messages written by hand', () => {
  expect(MESSAGES.map(({ operation }) => operation).toSorted()).toEqual(Object.keys(rows).toSorted());
});

describe.each(MESSAGES)('$operation ($section)', ({ operation, requests, replies, unreadable = [], wrong = [] }) => {
  const row = rows[operation]!;

  test.each(requests)('asks: $line $query $body', ({ line, query = '', body, parameters }) => {
    expect(`${row.method} ${pathOf(row, parameters)}`).toBe(line);
    expect(queryOf(row, parameters)).toBe(query);
    if (body !== undefined) expect(stringifyJson(z.encode(row.request.body!, typed(row.request.body!, parameters)))).toBe(body);
    // And back: what was sent decodes to the same parameters.
    if (body !== undefined) expect(readable(row.request.body!.decode(parseJson(body)))).toEqual(pick(row.request.body!, parameters));
  });

  test.each(replies)('is answered: $about', ({ status, body, says }) => {
    expect(row.reply.status).toBe(status);
    const reply = row.reply.body.decode(parseJson(body));
    expect(readable(reply)).toEqual(says);
    // Encoding it again loses no digit and adds no member.
    const again = row.reply.body.decode(parseJson(stringifyJson(z.encode(row.reply.body, reply))));
    expect(readable(again)).toEqual(says);
  });

  test.each(unreadable.map((body) => ({ body })))('does not take for an answer: $body', ({ body }) => {
    expect(() => row.reply.body.decode(parseJson(body))).toThrow(Error);
  });

  test.each(wrong)('refuses in $field: $json', ({ where, json, field }) => {
    const result = row.request[where]!.safeDecode(parseJson(json));
    // Of a list: the row and the field in it.
    expect(result.error?.issues.map(({ path }) => (typeof path[0] === 'number' ? path.slice(0, 2).join('.') : path[0]))).toEqual([field]);
  });
});

/** Every placeholder filled in and percent-encoded, the slash of a symbol too (000 Spot trading, orderbook). */
function pathOf(row: Operation, parameters: Readonly<Record<string, unknown>>): string {
  return row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
}

function queryOf(row: Operation, parameters: Readonly<Record<string, unknown>>): string {
  if (row.request.query === undefined) return '';
  const encoded = z.encode(row.request.query, typed(row.request.query, parameters)) as Record<string, JsonNumber | string | undefined>;
  const entries = Object.entries(encoded).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`],
  );
  return entries.join('&');
}

function pick(schema: z.ZodType, parameters: Readonly<Record<string, unknown>>): unknown {
  if (schema instanceof z.ZodArray) return parameters[ROWS];
  const names = Object.keys((schema as z.ZodObject).shape);
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => names.includes(name)));
}

/** The parameters with Decimals where the schema's fields are decimals. */
function typed(schema: z.ZodType, parameters: Readonly<Record<string, unknown>>): unknown {
  if (schema instanceof z.ZodArray) {
    return (parameters[ROWS] as Readonly<Record<string, unknown>>[]).map((row) => typed(schema.element as z.ZodType, row));
  }
  const { shape } = schema as z.ZodObject<Record<string, z.ZodType>>;
  return Object.fromEntries(
    Object.entries(pick(schema, parameters) as Record<string, unknown>).map(([name, value]) => {
      const takesDecimal = shape[name]!.safeEncode(dec(1)).success;
      return [name, takesDecimal && typeof value === 'string' ? dec(value) : value];
    }),
  );
}

/** Money and ids as text, absent members left out. */
function readable(value: unknown): unknown {
  if (isDecimal(value)) return value.toFixed();
  const text = jsonForPeople(value);
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}
