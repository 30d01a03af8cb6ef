import { Fault } from '../base/fault.ts';
import type { ExchangeOperation } from '../client/exchangeTypes.ts';
import { exchange } from '../contract/exchange.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { stopsOver } from '../daemon/stopStatus.ts';
import type { PageDoor } from './contract/pageDoor.ts';
import type { ControlHandlers } from './contract/handlerTypes.ts';
import { askWithId } from './controlMessages.ts';
import { controlReads } from './controlReads.ts';
import { paramsHandlers } from './paramsHandlers.ts';
import { simulatorHandlers } from './simulatorHandlers.ts';

/** The handlers of a running daemon, one for each row. */
export function controlHandlers(daemon: Daemon, page?: PageDoor): ControlHandlers {
  const { operations } = daemon;
  return {
    ...controlReads(daemon),
    ...simulatorHandlers(daemon),
    ...paramsHandlers(daemon),
    'config.reload': ({ file }, gone) => daemon.configuration.reload(file, gone),
    'daemon.stop': () => {
      daemon.requestStop('the operator asked for it');
      return { stopping: true };
    },
    'strategies.pauseAll': () => operations.pauseAll(),
    'strategies.tell': ({ name, verb }) => operations.tellStrategy(name, verb),
    'trading.stop': async (stop) => {
      const done = await operations.stopTrading({ type: 'stop-trading', ...stop });
      return daemon.simulator === undefined ? done : { ...done, forgotten: true };
    },
    'trading.resume': async (scope) => {
      const paused = await operations.resumeTrading(scope);
      const { stops, strategies } = daemon.status();
      const symbols = strategies.flatMap(({ name, symbol }) => (scope.of === 'strategy' && name === scope.name ? [symbol] : []));
      return { left: stopsOver(stops, scope, symbols), paused, stopped: operations.stoppedIn(scope) };
    },
    'orders.cancel': ({ symbol }) => operations.cancelAll(symbol),
    'orders.give': ({ id, strategy }) => operations.giveTo(strategy, id, daemon.newId()),
    'orders.settle': ({ id, verdict }) => operations.settleExecutions(id, verdict),
    'intents.resolve': async ({ id, ...verdict }) => {
      const transfers = await daemon.interfaces.transfers.holding(id);
      return (transfers ?? operations).resolve(id, verdict);
    },
    'positions.adjust': async (correction) => {
      const { id, symbol } = await operations.adjustPosition(correction, daemon.newId());
      return { id, symbol };
    },
    'dashboard.link': ({ isReadOnly }) => {
      if (page !== undefined) return page.link(isReadOnly);
      throw new Fault('configuration', 'this daemon serves no dashboard', {
        suggestion: 'name a port under dashboard.port, and start it again',
      });
    },
    'dashboard.signOutAll': () => page?.signOutAll() ?? { sessions: 0, links: 0 },
    'refusals.decide': ({ id, verdict }) => daemon.refusals.decide(id, verdict),
    reconcile: async () => (await operations.reconciling.rows()) ?? null,
    'ledger.adjust': async (adjustment) => {
      await operations.reconciling.adjust(adjustment);
      return { booked: true };
    },
    ask: (request) => operations.ask(askWithId(request, daemon.newId())),
    read: async ({ operation, ...params }) => {
      if (!isRead(operation)) throw new Fault('usage', `${operation} does not read from the exchange interface`);
      return { status: 200, bytes: await daemon.read(operation as ExchangeOperation, JSON.stringify(params)) };
    },
    api: (request, gone) => daemon.call('operation' in request ? request : { ...request, body: request.body }, gone),
  };
}

/**
 * Only operations that change nothing may bypass the journal: reads, and a quote, which binds nobody. A cancel is an operator's
 * order.
 */
function isRead(operation: string): boolean {
  if (operation === 'quotes.request') return true;
  return Object.hasOwn(exchange, operation) && exchange[operation as ExchangeOperation].repeat === 'read';
}
