import { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import { stringifyJson } from '../../base/json.ts';
import type { ExchangeOperation } from '../../client/exchangeTypes.ts';
import { exchange } from '../../contract/exchange.ts';
import type { ConversionSize, Quote } from '../../model/conversion.ts';
import type { FillLog } from '../../model/journal.ts';
import { type Order, remainingOf } from '../../model/order.ts';
import { currenciesOf } from '../../model/pair.ts';
import type { PaperAccount } from './paperAccount.ts';

export interface PaperReads {
  readonly account: PaperAccount;
  readonly fillLog: FillLog;
  /** As the engine knows them. */
  readonly orders: () => readonly Order[];
  readonly newId: () => string;
}

const MARKET: ReadonlySet<ExchangeOperation> = new Set(['symbols.list', 'statistics.list', 'book.get', 'currencies.list']);

type Parameters = Readonly<Record<string, unknown>>;

/** Answers a read of the paper account as the venue would. Undefined for reads of the market, which the venue answers. */
export async function paperRead(operation: ExchangeOperation, parameters: Parameters, reads: PaperReads): Promise<Uint8Array | undefined> {
  if (MARKET.has(operation)) return undefined;
  const reply = await replyOf(operation, parameters, reads);
  return new TextEncoder().encode(stringifyJson(z.encode(exchange[operation].reply.body as z.ZodType, reply)));
}

function replyOf(operation: ExchangeOperation, parameters: Parameters, reads: PaperReads): unknown {
  switch (operation) {
    case 'orders.list':
      return orderRows(reads.orders(), parameters);
    case 'balances.list':
      return balanceRows(reads.account);
    case 'conversions.list':
      return conversionRows(reads.fillLog, parameters);
    case 'quotes.request':
      return quoteRow(parameters, reads);
    default:
      throw new Fault('usage', `a paper account has no ${operation}`, { suggestion: 'paper mode knows orders, balances and conversions' });
  }
}

function orderRows(orders: readonly Order[], { page, count }: Parameters): unknown {
  const open = orders.filter(({ orderId }) => orderId !== undefined);
  const items = paged(open.toReversed(), page, count).map((order) => {
    const { base, quote } = currenciesOf(order.symbol)!;
    const { orderId: id, symbol, type, side, amount: initialAmount, price, placedAt: openTime, updatedAt: updatedOn } = order;
    return {
      id,
      symbol,
      baseCurrency: base,
      quoteCurrency: quote,
      type,
      side,
      amount: remainingOf(order),
      initialAmount,
      price,
      openTime,
      updatedOn,
    };
  });
  return { total: open.length, items };
}

async function balanceRows(account: PaperAccount): Promise<unknown> {
  return (await account.balances()).map(({ currency, total, available }) => ({
    currency,
    totalBalance: total,
    availableBalance: available,
  }));
}

async function conversionRows(fillLog: FillLog, { page, count }: Parameters): Promise<unknown> {
  const all = await fillLog.conversions(1000);
  const items = paged(all, page, count).map(({ id, executedAt, fromAmount, toAmount, fromCurrency, toCurrency, rate }) => {
    return {
      id,
      operationExecutionTime: executedAt,
      amountFrom: fromAmount,
      amountTo: toAmount,
      fromCurrency,
      toCurrency,
      rate,
      status: 'Completed',
    };
  });
  return { items, count: items.length };
}

function quoteRow({ fromCurrency, toCurrency, fromAmount, toAmount }: Parameters, { account, newId }: PaperReads): unknown {
  const size = (fromAmount === undefined ? { toAmount } : { fromAmount }) as ConversionSize;
  const currencies = { fromCurrency: fromCurrency as string, toCurrency: toCurrency as string };
  const quote = account.quote({ type: 'request-quote', requestId: newId(), strategy: 'operator', ...currencies, size, decidedAt: 0 });
  if ('code' in quote) throw new Fault('refused', quote.message, { outcome: 'rejected', venueCode: quote.code });
  const { id, quotedAt: occuredOn, validTo, fromAmount: amountFrom, toAmount: amountTo, rate }: Quote = quote;
  return { id, occuredOn, validTo, ...currencies, amountFrom, amountTo, rate };
}

function paged<T>(items: readonly T[], page: unknown, count: unknown): readonly T[] {
  const size = typeof count === 'number' ? count : 100;
  const first = (typeof page === 'number' ? page : 0) * size;
  return items.slice(first, first + size);
}
