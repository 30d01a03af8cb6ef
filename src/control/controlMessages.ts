import { z } from 'zod';
import { isoOf } from '../base/instant.ts';
import type { ConversionSize, Quote } from '../model/conversion.ts';
import type { WorkedTerms } from '../model/deskOrder.ts';
import type { OperatorAsk, OperatorResult } from '../daemon/askOperator.ts';
import { controlKinds } from './contract/controlKinds.ts';
import { readBySchema } from './contract/readBySchema.ts';

/** What crosses the control socket: JSON with money as text, checked on arrival like any other input. */

const { money, moneyOrNone, id, side, size, time, whole } = controlKinds;

/** What a quote and an executed conversion have in common. */
const exchanged = { id, fromCurrency: id, toCurrency: id, fromAmount: money, toAmount: money, rate: money };

const quote = z.strictObject({ ...exchanged, quotedAt: time, validTo: time });

const how = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('twap'), over: whole(1000), limit: money.optional() }),
  z.strictObject({ kind: z.literal('pov'), share: money, limit: money.optional() }),
  z.strictObject({ kind: z.literal('iceberg'), show: money, price: money }),
  z.strictObject({ kind: z.literal('peg'), offsetTicks: z.number().int(), limit: money }),
]);

/** An operator's request, with the money as text. */
export const askSchema = z.discriminatedUnion('type', [
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
  return askWithId(readBySchema(askSchema, value), newId);
}

/** The request as the daemon takes it. */
export function askWithId(found: z.output<typeof askSchema>, newId: string): OperatorAsk {
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
  const found = readBySchema(result, value);
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
