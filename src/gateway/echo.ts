import type { exchange } from '../contract/exchange.ts';
import type { Reply } from '../contract/operation.ts';
import type { PlaceCommand, ReplaceCommand } from '../model/command.ts';

type OrderReply = Reply<(typeof exchange)['orders.place']>;

/** Whether the venue's answer is about the order that was sent. A 2xx that is not proves nothing. */
export function placeEchoProblem(command: PlaceCommand, reply: OrderReply): string | undefined {
  const problem =
    shapeProblem(command, reply) ?? (reply.type === command.orderType ? undefined : `type ${reply.type}, not ${command.orderType}`);
  if (problem !== undefined) return `the venue answered with another order: ${problem}`;
  // `amount` may already be what a fill has left; `initialAmount` is what was asked for (000 Order).
  const amount = reply.initialAmount ?? reply.amount;
  if (!amount.eq(command.amount)) return `the venue answered with another order: amount ${amount}, not ${command.amount}`;
  if (command.price !== undefined && (reply.price === undefined || !reply.price.eq(command.price))) {
    return `the venue answered with another order: price ${reply.price ?? 'absent'}, not ${command.price}`;
  }
  return undefined;
}

/** As `placeEchoProblem`; the reply of a replacement has no `initialAmount`, and a fill may have taken part of it already. */
export function replaceEchoProblem(command: ReplaceCommand, reply: OrderReply): string | undefined {
  const problem = shapeProblem(command, reply);
  if (problem !== undefined) return `the venue answered with another order: ${problem}`;
  if (reply.amount.gt(command.amount)) return `the venue answered with another order: amount ${reply.amount}, not ${command.amount}`;
  if (reply.price === undefined || !reply.price.eq(command.price)) {
    return `the venue answered with another order: price ${reply.price ?? 'absent'}, not ${command.price}`;
  }
  return undefined;
}

function shapeProblem(command: PlaceCommand | ReplaceCommand, reply: OrderReply): string | undefined {
  if (reply.symbol !== command.symbol) return `symbol ${reply.symbol}, not ${command.symbol}`;
  return reply.side === command.side ? undefined : `side ${reply.side}, not ${command.side}`;
}
