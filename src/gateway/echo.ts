import { ZERO } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { exchange } from '../contract/exchange.ts';
import type { Reply } from '../contract/operation.ts';
import type { PlaceCommand, ReplaceCommand, RequestQuoteCommand } from '../model/command.ts';

type OrderReply = Reply<(typeof exchange)['orders.place']>;
type QuoteReply = Reply<(typeof exchange)['quotes.request']>;

/**
 * Why the venue's answer is not about the order that was sent. Undefined when it is. A 2xx about another order proves nothing.
 */
export function placeEchoProblem(command: PlaceCommand, reply: OrderReply): string | undefined {
  const problem = shapeProblem(command, reply) ?? typeProblem(command.orderType, reply) ?? priceProblem(command.price, reply);
  if (problem !== undefined) return anotherOrder(problem);
  // `amount` may already be reduced by a fill. `initialAmount` is what was asked for (000 Order).
  const amount = reply.initialAmount ?? reply.amount;
  return amount.eq(command.amount) ? undefined : anotherOrder(`amount ${amount}, not ${command.amount}`);
}

/** Like `placeEchoProblem`. The reply to a replacement has no `initialAmount`, and a fill may have taken part of it already. */
export function replaceEchoProblem(command: ReplaceCommand, reply: OrderReply): string | undefined {
  const problem = shapeProblem(command, reply) ?? typeProblem('Limit', reply) ?? priceProblem(command.price, reply);
  if (problem !== undefined) return anotherOrder(problem);
  const fits = reply.amount.gte(ZERO) && reply.amount.lte(command.amount);
  return fits ? undefined : anotherOrder(`amount ${reply.amount}, not ${command.amount}`);
}

/** Why the quote is not what was asked for. Undefined when it is. Accepting another quote could move any amount. */
export function quoteEchoProblem(command: RequestQuoteCommand, reply: QuoteReply): string | undefined {
  const { fromCurrency, toCurrency, size } = command;
  if (reply.fromCurrency !== fromCurrency || reply.toCurrency !== toCurrency) {
    return `the quote converts ${reply.fromCurrency} to ${reply.toCurrency}, not ${fromCurrency} to ${toCurrency}`;
  }
  if (!reply.amountFrom.gt(0) || !reply.amountTo.gt(0)) return `the quote gives ${reply.amountTo} for ${reply.amountFrom}`;
  if ('fromAmount' in size && !reply.amountFrom.eq(size.fromAmount)) {
    return `the quote takes ${reply.amountFrom} ${fromCurrency}, not ${size.fromAmount}`;
  }
  if ('toAmount' in size && !reply.amountTo.eq(size.toAmount))
    return `the quote gives ${reply.amountTo} ${toCurrency}, not ${size.toAmount}`;
  return undefined;
}

function shapeProblem(command: PlaceCommand | ReplaceCommand, reply: OrderReply): string | undefined {
  if (reply.symbol !== command.symbol) return `symbol ${reply.symbol}, not ${command.symbol}`;
  return reply.side === command.side ? undefined : `side ${reply.side}, not ${command.side}`;
}

function typeProblem(type: OrderReply['type'], reply: OrderReply): string | undefined {
  return reply.type === type ? undefined : `type ${reply.type}, not ${type}`;
}

function priceProblem(price: OrderReply['price'], reply: OrderReply): string | undefined {
  if (price === undefined || reply.price?.eq(price) === true) return undefined;
  return `price ${reply.price ?? 'absent'}, not ${price}`;
}

function anotherOrder(problem: string): string {
  return `the venue answered with another order: ${problem}`;
}

/** Throws a `Fault` `echo-mismatch` for a problem, since nobody can say what the venue did. */
export function assertEcho(problem: string | undefined): void {
  if (problem !== undefined) throw new Fault('echo-mismatch', problem, { outcome: 'unknown' });
}
