import { counted } from '../base/counted.ts';
import { ALL_SYMBOLS } from '../gateway/statisticsFeed.ts';
import type { Event, MarketWarning, Report } from '../model/event.ts';
import type { Notice } from '../model/notice.ts';
import { howItGoesOn, resumeCommand, scopeText } from '../model/tradingStop.ts';
import type { LogLevel } from './log.ts';

/** How much a line matters, and what it says. */
export interface Line {
  readonly level: LogLevel;
  readonly text: string;
}

/** What a report of the venue says to a person. */
export function reportLine(report: Report): Line {
  switch (report.type) {
    case 'fill': {
      const { side, amount, symbol, price, fee, feeCurrency, strategy } = report.fill;
      if (amount.isZero()) {
        return {
          level: 'info',
          text: `${strategy ?? 'external'}: a fee of ${fee} ${feeCurrency} came later for ${side} ${symbol} at ${price}`,
        };
      }
      return {
        level: 'info',
        text: `${strategy ?? 'external'}: filled ${side} ${amount} ${symbol} at ${price}, fee ${fee} ${feeCurrency}`,
      };
    }
    case 'order-opened':
      return {
        level: report.adopted ? 'warn' : 'debug',
        text: `order ${report.orderId} ${report.adopted ? 'was found and adopted' : 'is open'}`,
      };
    case 'order-replaced':
      return { level: 'debug', text: `order ${report.orderId} was replaced by ${report.newOrderId}` };
    case 'replacement-final':
      return { level: 'debug', text: `what was executed before the replacement ${report.intentId} is known` };
    case 'order-closed':
      return { level: 'debug', text: `order ${report.orderId} is closed: ${report.end}` };
    case 'intent-refused':
      // A replacement that comes too late is refused every day: the order was filled on the way.
      return { level: report.kind === 'replace' ? 'debug' : 'warn', text: `the venue refused a ${report.kind}: ${report.message}` };
    case 'intent-not-sent':
      return { level: 'warn', text: `a ${report.kind} was not sent: ${report.reason}` };
    case 'intent-not-placed':
      return { level: report.code === 'lost' ? 'warn' : 'debug', text: `a ${report.kind} was not placed: ${report.reason}` };
    case 'intent-unknown':
      return {
        // A replacement that comes too late is answered in words that prove nothing every day, and settled at once. What lasts is told as frozen.
        level: report.kind === 'replace' ? 'warn' : 'error',
        text: `the outcome of a ${report.kind} is unknown, ${report.lane} ${report.goesOn ? 'goes on beside it' : 'is frozen'}: ${report.reason}`,
      };
    case 'cancel-accepted':
      return { level: 'debug', text: `the cancel of ${report.orderId} was taken` };
    case 'cancel-failed':
      return { level: 'debug', text: `the cancel of ${report.orderId} did not take: ${report.reason}` };
    case 'quoted': {
      const { id, fromAmount, fromCurrency, toAmount, toCurrency } = report.quote;
      return { level: 'debug', text: `quote ${id}: ${fromAmount} ${fromCurrency} brings ${toAmount} ${toCurrency}` };
    }
    case 'quote-refused':
      return { level: 'warn', text: `a quote was refused: ${report.message}` };
    case 'converted': {
      const { fromAmount, fromCurrency, toAmount, toCurrency, strategy } = report.conversion;
      const found = report.adopted ? ', found and adopted' : '';
      return {
        level: 'info',
        text: `${strategy ?? 'external'}: converted ${fromAmount} ${fromCurrency} to ${toAmount} ${toCurrency}${found}`,
      };
    }
    case 'order-late': {
      const what = `${report.side} ${report.amount} ${report.symbol}`;
      return {
        level: 'error',
        text: `order ${report.orderId} (${what}) is at the venue after all, and is canceled: intent ${report.intentId}`,
      };
    }
    case 'external-order':
      return { level: 'warn', text: `order ${report.orderId} (${report.side} ${report.amount} ${report.symbol}) was not placed from here` };
    case 'lane-frozen':
      return { level: 'error', text: `${report.lane} is frozen: ${report.reason}` };
    case 'lane-opened':
      return { level: 'info', text: `${report.lane} is open again` };
  }
}

/** What an event says to a person; undefined when it is one of thousands. */
export function eventLine(event: Event): Line | undefined {
  switch (event.type) {
    case 'market-warning':
      return { level: isQuiet(event) ? 'info' : 'warn', text: `${event.symbol}: ${event.kind}: ${event.detail}` };
    case 'report':
      return reportLine(event.report);
    case 'pairs':
      return { level: 'info', text: `${event.pairs.length} pairs are known` };
    case 'restored':
      return {
        level: 'info',
        text: `${counted(event.fills.length, 'fill')} and ${counted(event.orders.length, 'live order')} are remembered`,
      };
    case 'shutdown':
      return { level: 'info', text: `shutting down; open orders: ${event.onStop}` };
    case 'operator':
      return { level: 'info', text: `the operator asks: ${event.order.type}` };
    default:
      return undefined;
  }
}

/**
 * What the next poll mends is no trouble; what it does not mend makes the book stale, and is the reason for it. Trouble with
 * statistics is told, since nothing else would tell of it.
 */
function isQuiet({ kind, symbol, others = [], isAgain = false }: MarketWarning): boolean {
  if (kind === 'recovered' || isAgain) return true;
  return kind === 'poll-failed' && symbol !== ALL_SYMBOLS && !others.includes('stale');
}

/** What a notice of the engine says to a person. */
export function noticeLine(notice: Notice): Line | undefined {
  switch (notice.type) {
    case 'refused':
      return { level: 'info', text: `${notice.strategy}: refused by ${notice.rule}: ${notice.message}` };
    case 'strategy-stopped':
      return { level: 'error', text: `${notice.strategy} was stopped: ${notice.reason}` };
    case 'strategy-state':
      return { level: 'info', text: `${notice.strategy} is ${notice.state}` };
    case 'reloaded':
      return reloadLine(notice);
    case 'halted':
      return { level: 'error', text: `halted: ${notice.reason}` };
    case 'trading':
      return { level: notice.state === 'active' ? 'info' : 'error', text: tradingText(notice) };
    case 'trade':
      return { level: notice.outcome === 'done' || notice.outcome === 'compared' ? 'info' : 'warn', text: tradeText(notice) };
    case 'log':
      return { level: notice.level, text: `${notice.strategy}: ${notice.message}` };
    case 'alert':
      return { level: 'warn', text: `${notice.strategy}: ${notice.message}` };
    case 'leg':
    case 'worked':
    case 'plot':
    case 'save-state':
      return undefined;
  }
}

function reloadLine({ config, problem }: Extract<Notice, { type: 'reloaded' }>): Line {
  if (problem === undefined) return { level: 'info', text: `the configuration ${config} is in force` };
  return { level: 'error', text: `the configuration ${config} is not in force, and all goes on as before: ${problem}` };
}

function tradeText({
  strategy,
  tradeId,
  outcome,
  gave,
  brought,
  fromCurrency,
  toCurrency,
  message,
}: Extract<Notice, { type: 'trade' }>): string {
  const what = `${strategy}: trade ${tradeId} is over (${outcome})`;
  const done = gave.isZero() ? '' : `, ${gave} ${fromCurrency} brought ${brought} ${toCurrency}`;
  return `${what}${done}: ${message}`;
}

function tradingText(notice: Extract<Notice, { type: 'trading' }>): string {
  const { scope, state, reason } = notice;
  if (state === 'active') {
    const paused =
      notice.cause === 'daily-loss' && scope.of === 'all'
        ? `; \`${resumeCommand(scope)}\` lets the strategies go on that it has paused`
        : '';
    return `${scopeText(scope)} goes on: no longer stopped by ${notice.cause}${paused}`;
  }
  return `${scopeText(scope)} is ${state.toUpperCase()}: ${reason}; it goes on ${howItGoesOn(notice)}`;
}
