import { z } from 'zod';
import { operation } from '../operation.ts';
import { dateTime, decimal, id, int, optional, positive, requiredText, text } from '../wire.ts';
import { count, page } from './pageCount.ts';

export const conversionQuote = z.object({
  id: text,
  occuredOn: dateTime,
  validTo: dateTime,
  fromCurrency: text,
  toCurrency: text,
  amountFrom: decimal,
  amountTo: decimal,
  rate: decimal,
});

export const conversionRow = z.object({
  id,
  operationExecutionTime: dateTime,
  amountFrom: decimal,
  amountTo: decimal,
  fromCurrency: text,
  toCurrency: text,
  rate: decimal,
  status: text,
});

const identifier = z.union([id, z.string().min(1)]);

export const conversionReply = z.union([
  z.object({ id: identifier }),
  z.codec(identifier, z.object({ id: z.string() }), { decode: (value) => ({ id: value }), encode: (value) => value.id }),
]);

/** Quotes, conversions and their history (000 Conversion). */
export const conversion = {
  'quotes.request': operation({
    about: 'Ask for a quote to convert one currency into another',
    method: 'POST',
    path: '/v1/otc-trading/request-for-quote/',
    section: '000 Conversion',
    auth: 'signed',
    // A quote binds nobody. One whose answer is lost simply expires.
    repeat: 'idempotent',
    binds: false,
    priority: 'convert',
    request: {
      body: z
        .object({ fromCurrency: requiredText, toCurrency: requiredText, fromAmount: optional(positive), toAmount: optional(positive) })
        .superRefine((value, context) => {
          if ((value.fromAmount === undefined) === (value.toAmount === undefined)) {
            context.addIssue({ code: 'custom', path: ['fromAmount'], message: 'exactly one of fromAmount and toAmount must be sent' });
          }
        }),
    },
    reply: { status: 200, body: conversionQuote },
    refusals: [
      { status: 400, when: 'neither or both amounts are sent' },
      { status: 400, when: 'fromAmount is greater than the available balance' },
      { status: 400, code: 'operation-for-currency-not-allowed', when: 'a currency is restricted by regulation' },
    ],
    example: {
      request: { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: '100.10' },
      reply:
        '{"id":"8b6f0c52-6c1c-4c6d-9a57-0d3d3bb7a0a1","occuredOn":"2026-11-20T10:00:00.000Z","validTo":"2026-11-20T10:00:15.000Z","fromCurrency":"EUR","toCurrency":"BTC","amountFrom":100.10,"amountTo":0.00162990,"rate":0.00001628271728}',
    },
  }),
  'conversions.execute': operation({
    about: 'Execute a conversion quote',
    method: 'POST',
    path: '/v1/otc-trading/convert',
    section: '000 Conversion',
    auth: 'signed',
    repeat: 'never',
    priority: 'convert',
    request: {
      body: z.object({
        id: requiredText,
        fromCurrency: requiredText,
        toCurrency: requiredText,
        fromAmount: positive,
        toAmount: positive,
      }),
    },
    // The reply holds the id of the conversion transaction. Its shape is not shown, so an object, a number and a text are taken.
    reply: { status: 200, body: conversionReply },
    refusals: [{ status: 400, code: 'operation-for-currency-not-allowed', when: 'a currency is restricted by regulation' }],
    example: {
      request: {
        id: '8b6f0c52-6c1c-4c6d-9a57-0d3d3bb7a0a1',
        fromCurrency: 'EUR',
        toCurrency: 'BTC',
        fromAmount: '100.10',
        toAmount: '0.0016299',
      },
      reply: '{"id":51234}',
    },
  }),
  'conversions.list': operation({
    about: 'Conversion history, newest first',
    method: 'GET',
    path: '/v1/otc-trading/history',
    section: '000 Conversion',
    auth: 'signed',
    repeat: 'read',
    priority: 'account',
    request: { query: z.object({ page, count }) },
    reply: { status: 200, body: z.object({ items: z.array(conversionRow), count: int }) },
    paging: { style: 'page-count', items: 'items' },
    example: {
      request: { page: '0', count: '50' },
      reply:
        '{"items":[{"id":51234,"operationExecutionTime":"2026-11-20T10:00:02.000Z","amountFrom":100.10,"amountTo":0.00162990,"fromCurrency":"EUR","toCurrency":"BTC","rate":0.00001628271728,"status":"Completed"}],"count":1}',
    },
  }),
} as const;
