import { OPERATOR } from '../engine/operator.ts';
import type { EngineSnapshot } from '../engine/snapshot.ts';
import { conversionLane, orderLane } from '../model/command.ts';
import type { OperatorOrder } from '../model/event.ts';

/** Whether the engine would refuse an operator's order now because another of its lane is on its way. */
export function isLaneBusy(ask: OperatorOrder, { busy, frozen, orders, trades }: EngineSnapshot): boolean {
  const isBusy = (lane: string): boolean => busy.includes(lane) && frozen[lane] === undefined;
  switch (ask.type) {
    case 'place':
      return isBusy(orderLane(ask.symbol));
    case 'replace':
      return orders.some(({ orderId, symbol }) => orderId === ask.orderId && isBusy(orderLane(symbol)));
    case 'convert':
      return isBusy(conversionLane(ask.fromCurrency, ask.toCurrency));
    case 'accept':
      return isBusy(conversionLane(ask.quote.fromCurrency, ask.quote.toCurrency));
    case 'trade':
      return trades.some(
        ({ strategy, fromCurrency, toCurrency }) =>
          strategy === OPERATOR && fromCurrency === ask.fromCurrency && toCurrency === ask.toCurrency,
      );
    default:
      return false;
  }
}
