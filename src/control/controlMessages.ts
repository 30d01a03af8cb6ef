import { z } from 'zod';
import { type Decimal, decimalFrom } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import { instantOf, isoOf } from '../base/instant.ts';
import type { ConversionSize, Quote } from '../model/conversion.ts';
import { decodeSafely } from '../contract/decodeSafely.ts';
import type { ApiRequest } from '../daemon/sendApiRequest.ts';
import { type Adjustment, BOOKED_BY_HAND } from '../ledger/adjustment.ts';
import type { ExecutionVerdict, Verdict } from '../model/verdict.ts';
import type { WorkedTerms } from '../model/deskOrder.ts';
import type { TradingScope } from '../model/tradingStop.ts';
import type { Correction } from '../daemon/correction.ts';
import type { StopTrading } from '../daemon/operations.ts';
import type { OperatorAsk, OperatorResult } from '../daemon/operatorDesk.ts';

/** What crosses the control socket: JSON with money as text, checked on arrival like any other input. */

const money = z.string().transform((text, context): Decimal => {
  const value = decimalFrom(text);
  if (value !== undefined && value.gt(0)) return value;
  context.addIssue({ code: 'custom', message: 'expected a number above 0 as text' });
  return z.NEVER;
});
const moneyOrNone = z.string().transform((text, context): Decimal => {
  const value = decimalFrom(text);
  if (value !== undefined && value.gte(0)) return value;
  context.addIssue({ code: 'custom', message: 'expected a number of 0 or more as text' });
  return z.NEVER;
});
const id = z.string().min(1).max(100);
const side = z.enum(['Buy', 'Sell']);
const size = z.union([z.strictObject({ fromAmount: money }), z.strictObject({ toAmount: money })]);

const time = z.string().transform((text, context): number => {
  const at = instantOf(text);
  if (at !== undefined) return at;
  context.addIssue({ code: 'custom', message: 'expected an ISO 8601 UTC time' });
  return z.NEVER;
});

/** What a quote and an executed conversion have in common. */
const exchanged = { id, fromCurrency: id, toCurrency: id, fromAmount: money, toAmount: money, rate: money };

const quote = z.strictObject({ ...exchanged, quotedAt: time, validTo: time });

const whole = (least: number): z.ZodNumber => z.number().int().min(least);
const how = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('twap'), over: whole(1000), limit: money.optional() }),
  z.strictObject({ kind: z.literal('pov'), share: money, limit: money.optional() }),
  z.strictObject({ kind: z.literal('iceberg'), show: money, price: money }),
  z.strictObject({ kind: z.literal('peg'), offsetTicks: z.number().int(), limit: money }),
]);

const ask = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('place'),
    symbol: id,
    side,
    orderType: z.enum(['Limit', 'Market']),
    price: money.optional(),
    amount: money,
  }),
  z.strictObject({ type: z.literal('replace'), orderId: id, price: money, amount: money }),
  z.strictObject({ type: z.literal('cancel'), orderId: id, symbol: z.string().max(100) }),
  z.strictObject({ type: z.literal('convert'), fromCurrency: id, toCurrency: id, size }),
  z.strictObject({
    type: z.literal('trade'),
    fromCurrency: id,
    toCurrency: id,
    size,
    worstRate: money.optional(),
    via: z.array(id).min(1).max(5).optional(),
    isDry: z.boolean(),
  }),
  z.strictObject({ type: z.literal('accept'), quote }),
  z.strictObject({ type: z.literal('execute'), symbol: id, side, amount: money, within: whole(1000).optional(), how }),
]);

/** Reads an operator's request, which gets its id here. */
export function readAsk(value: unknown, newId: string): OperatorAsk {
  const found = read(ask, value);
  switch (found.type) {
    case 'place':
      return { ...found, price: found.price, intentId: newId };
    case 'convert':
      return { ...found, requestId: newId };
    case 'execute': {
      // What is left out is not there.
      return { ...found, within: found.within, how: found.how as WorkedTerms, orderId: newId };
    }
    case 'trade':
      return { ...found, worstRate: found.worstRate, via: found.via, tradeId: newId };
    default:
      return { ...found, intentId: newId };
  }
}

const scope = z.strictObject({ of: z.enum(['all', 'strategy', 'symbol']), name: z.string().max(100) });
const stopTrading = z.strictObject({
  scope,
  state: z.enum(['reducing', 'halted']),
  orders: z.enum(['keep', 'cancel', 'close']),
  reason: z.string().max(500),
});
const cancelAll = z.strictObject({ symbol: id.optional() });

const change = z.string().transform((text, context): Decimal => {
  const value = decimalFrom(text);
  if (value !== undefined && !value.isZero()) return value;
  context.addIssue({ code: 'custom', message: 'expected a number other than 0 as text' });
  return z.NEVER;
});
const note = z.string().min(1).max(500);

const adjustment = z.strictObject({
  currency: id,
  amount: change,
  cause: z.enum(BOOKED_BY_HAND),
  note,
});
const correction = z.strictObject({ strategy: id, symbol: id.optional(), amount: change, price: money, note });

/** Reads what a person books of a difference. */
export function readAdjustment(value: unknown): Adjustment {
  return read(adjustment, value);
}

/** Reads what a person corrects of a position. */
export function readCorrection(value: unknown): Correction {
  return read(correction, value);
}

/** Reads what a person wants to stop. */
export function readStopTrading(value: unknown): StopTrading {
  return { type: 'stop-trading', ...read(stopTrading, value) };
}

export function readScope(value: unknown): TradingScope {
  return read(scope, value);
}

/** Reads which of our orders to cancel: those of a symbol, or all. */
export function readCancelAll(value: unknown): { readonly symbol: string | undefined } {
  return { symbol: read(cancelAll, value).symbol };
}

const verdict = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('adopt'), venueId: id }),
  z.strictObject({ type: z.literal('not-placed') }),
]);

/** What a person decides of an intent. */
export function readVerdict(value: unknown): Verdict {
  return read(verdict, value);
}

const settled = z.strictObject({ verdict: z.enum(['as-listed', 'as-booked']) });

/** Which executions of an order are right. */
export function readExecutionVerdict(value: unknown): ExecutionVerdict {
  return read(settled, value).verdict;
}

const gift = z.strictObject({ strategy: id });

/** The strategy that an order is given to. */
export function readGift(value: unknown): { readonly strategy: string } {
  return read(gift, value);
}

export function readQuote(value: unknown): Quote {
  return read(quote, value);
}

const interfaceName = z.enum(['exchange', 'processing', 'hostedPage']);
const apiRequest = z.union([
  z.strictObject({ interface: interfaceName, operation: id, params: z.record(z.string().max(100), z.string()) }),
  z.strictObject({
    interface: interfaceName,
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
    target: z.string().regex(/^\/[\x21-\x7e]*$/, 'expected a path that begins with / and is percent-encoded'),
    body: z.string().optional(),
  }),
]);

/** Reads a person's request to an interface of the venue. */
export function readApiRequest(value: unknown): ApiRequest {
  const found = read(apiRequest, value);
  return 'operation' in found ? found : { ...found, body: found.body };
}

const conversion = z.object({ ...exchanged, executedAt: z.number() });

const result = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['opened', 'replaced']), orderId: id, adopted: z.boolean() }),
  z.object({ outcome: z.enum(['canceled', 'filled', 'cancel-sent', 'working', 'expired']), orderId: id, message: z.string().optional() }),
  z.object({
    outcome: z.enum(['done', 'part', 'compared']),
    tradeId: id,
    fromCurrency: id,
    toCurrency: id,
    gave: moneyOrNone,
    brought: moneyOrNone,
    message: z.string(),
    compared: z.array(z.string()),
  }),
  z.object({ outcome: z.literal('converted'), conversion, adopted: z.boolean() }),
]);

/** Reads the result that the daemon reports. */
export function readResult(value: unknown): OperatorResult {
  const found = read(result, value);
  return found.outcome === 'converted'
    ? { ...found, conversion: { ...found.conversion, intentId: undefined, strategy: undefined } }
    : found;
}

/** A quote as it is stored in a file or sent over the socket. */
export function quoteText(value: Quote): Record<string, string> {
  const { id: quoteId, fromCurrency, toCurrency, fromAmount, toAmount, rate, quotedAt, validTo } = value;
  return {
    id: quoteId,
    fromCurrency,
    toCurrency,
    fromAmount: fromAmount.toFixed(),
    toAmount: toAmount.toFixed(),
    rate: rate.toFixed(),
    quotedAt: isoOf(quotedAt),
    validTo: isoOf(validTo),
  };
}

export function sizeText(value: ConversionSize): Record<string, string> {
  return 'fromAmount' in value ? { fromAmount: value.fromAmount.toFixed() } : { toAmount: value.toAmount.toFixed() };
}

function read<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = decodeSafely(schema, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw new Fault('usage', `${issue.path.join('.') || 'the request'}: ${issue.message}`);
}
