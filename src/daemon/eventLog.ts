import type { Event, Report } from '../model/event.ts';
import type { Notice } from '../model/notice.ts';
import type { Log, LogFields, LogLevel } from './log.ts';
import type { Trader } from './trader.ts';

/** Writes what happens to the log: reports of the venue, warnings of the feed, notices of the engine. */
export function logTrader(trader: Trader, log: Log): void {
  trader.events$.subscribe((event) => logEvent(event, log));
  trader.notices$.subscribe((notice) => logNotice(notice, log));
  trader.commands$.subscribe((command) =>
    log.write('debug', `command-${command.type}`, `${command.type} sent`, { ...command, kind: command.type } as LogFields),
  );
}

function logEvent(event: Event, log: Log): void {
  switch (event.type) {
    case 'market-warning':
      log.write(event.kind === 'recovered' ? 'info' : 'warn', `market-${event.kind}`, `${event.symbol}: ${event.kind}: ${event.detail}`, {
        symbol: event.symbol,
      });
      return;
    case 'report':
      logReport(event.report, log);
      return;
    case 'pairs':
      log.write('info', 'pairs', `${event.pairs.length} pairs are known`, { count: event.pairs.length });
      return;
    case 'restored':
      log.write('info', 'restored', `${event.fills.length} fills and ${event.orders.length} live orders are remembered`, {
        count: event.fills.length,
      });
      return;
    case 'shutdown':
      log.write('info', 'shutdown', `shutting down; open orders: ${event.onStop}`);
      return;
    case 'operator':
      log.write('info', `operator-${event.order.type}`, `the operator asks: ${event.order.type}`, event.order as LogFields);
      return;
    default:
      return;
  }
}

function logReport(report: Report, log: Log): void {
  const [level, message] = lineOf(report);
  log.write(level, report.type, message, (report.type === 'fill' ? report.fill : report) as LogFields);
}

function lineOf(report: Report): [LogLevel, string] {
  switch (report.type) {
    case 'fill': {
      const { side, amount, symbol, price, fee, feeCurrency, strategy } = report.fill;
      return ['info', `${strategy ?? 'external'}: ${side} ${amount} ${symbol} at ${price}, fee ${fee} ${feeCurrency}`];
    }
    case 'order-opened':
      return [report.adopted ? 'warn' : 'debug', `order ${report.orderId} ${report.adopted ? 'was found and adopted' : 'is open'}`];
    case 'order-replaced':
      return ['debug', `order ${report.orderId} was replaced by ${report.newOrderId}`];
    case 'order-closed':
      return ['debug', `order ${report.orderId} is closed: ${report.end}`];
    case 'intent-refused':
      return ['warn', `the venue refused a ${report.kind}: ${report.message}`];
    case 'intent-not-sent':
      return ['warn', `a ${report.kind} was not sent: ${report.reason}`];
    case 'intent-unknown':
      return ['error', `the outcome of a ${report.kind} is unknown, ${report.lane} is frozen: ${report.reason}`];
    case 'cancel-accepted':
      return ['debug', `the cancel of ${report.orderId} was taken`];
    case 'cancel-failed':
      return ['info', `the cancel of ${report.orderId} did not take: ${report.reason}`];
    case 'quoted':
      return [
        'debug',
        `quote ${report.quote.id}: ${report.quote.fromAmount} ${report.quote.fromCurrency} brings ${report.quote.toAmount} ${report.quote.toCurrency}`,
      ];
    case 'quote-refused':
      return ['warn', `a quote was refused: ${report.message}`];
    case 'converted': {
      const { fromAmount, fromCurrency, toAmount, toCurrency, id, strategy } = report.conversion;
      return [
        'info',
        `${strategy ?? 'external'}: converted ${fromAmount} ${fromCurrency} to ${toAmount} ${toCurrency} (${id})${report.adopted ? ', found and adopted' : ''}`,
      ];
    }
    case 'external-order':
      return ['warn', `order ${report.orderId} (${report.side} ${report.amount} ${report.symbol}) was not placed from here`];
    case 'lane-frozen':
      return ['error', `${report.lane} is frozen: ${report.reason}`];
    case 'lane-opened':
      return ['info', `${report.lane} is open again`];
  }
}

function logNotice(notice: Notice, log: Log): void {
  switch (notice.type) {
    case 'refused':
      log.write('info', 'refused', `${notice.strategy}: refused by ${notice.rule}: ${notice.message}`, notice as LogFields);
      return;
    case 'strategy-stopped':
      log.write('error', 'strategy-stopped', `${notice.strategy} was stopped: ${notice.reason}`, notice);
      return;
    case 'strategy-state':
      log.write('info', 'strategy-state', `${notice.strategy} is ${notice.state}`, { strategy: notice.strategy });
      return;
    case 'halted':
      log.write('error', 'halted', `halted: ${notice.reason}`, { reason: notice.reason });
      return;
    case 'log':
      log.write(notice.level, 'strategy-log', `${notice.strategy}: ${notice.message}`, { strategy: notice.strategy });
      return;
    case 'plot':
    case 'save-state':
      return;
  }
}
