import type { Instant } from '../../base/instant.ts';
import { jsonForPeople } from '../../base/json.ts';
import type { Command } from '../../model/command.ts';
import type { MarketWarning, Report } from '../../model/event.ts';
import type { Notice } from '../../model/notice.ts';

/** What is told in a run's `events.jsonl`; `at` is in milliseconds since the epoch. Orders go by the venue's id, never by an intent. */

/** A decision. `order` is the id that the venue will give to a new order; absent when it will be refused. */
export function commandLine(at: Instant, command: Command, order: string | undefined): string {
  switch (command.type) {
    case 'place': {
      const { type, strategy, symbol, side, orderType, price, amount, tag } = command;
      return JSON.stringify({ at, type, strategy, symbol, order, side, orderType, price: price?.toFixed(), amount: amount.toFixed(), tag });
    }
    case 'replace': {
      const { type, strategy, symbol, orderId, side, price, amount } = command;
      return JSON.stringify({ at, type, strategy, symbol, order: orderId, side, price: price.toFixed(), amount: amount.toFixed() });
    }
    case 'cancel': {
      const { type, strategy, symbol, orderId } = command;
      return JSON.stringify({ at, type, strategy, symbol, order: orderId });
    }
    case 'request-quote': {
      const { type, strategy, fromCurrency, toCurrency, size } = command;
      return jsonForPeople({ at, type, strategy, fromCurrency, toCurrency, ...size });
    }
    case 'convert': {
      const { type, strategy, quote } = command;
      const { fromCurrency, toCurrency, fromAmount, toAmount } = quote;
      return jsonForPeople({ at, type, strategy, fromCurrency, toCurrency, fromAmount, toAmount });
    }
  }
}

export function reportLine(at: Instant, report: Report): string {
  switch (report.type) {
    case 'fill': {
      const { id, orderId, strategy, symbol, side, price, amount, fee, feeCurrency, feeType, tradedAt } = report.fill;
      return jsonForPeople({
        at,
        type: 'fill',
        id,
        order: orderId,
        strategy,
        symbol,
        side,
        price,
        amount,
        fee,
        feeCurrency,
        feeType,
        tradedAt,
      });
    }
    case 'quoted': {
      const { fromCurrency, toCurrency, fromAmount, toAmount, rate, validTo } = report.quote;
      return jsonForPeople({ at, type: 'quoted', fromCurrency, toCurrency, fromAmount, toAmount, rate, validTo });
    }
    case 'converted': {
      const { id, strategy, fromCurrency, toCurrency, fromAmount, toAmount, executedAt } = report.conversion;
      return jsonForPeople({ at, type: 'converted', id, strategy, fromCurrency, toCurrency, fromAmount, toAmount, executedAt });
    }
    default: {
      const { type, orderId: order, ...rest } = withoutIntent(report);
      return jsonForPeople({ at, type, order, ...rest });
    }
  }
}

/** Undefined for what is too much or too small to be told: values for charts, saved state. */
export function noticeLine(at: Instant, notice: Notice): string | undefined {
  if (notice.type === 'plot' || notice.type === 'save-state') return undefined;
  const { type, ...rest } = notice;
  return jsonForPeople({ at, type, ...rest, intentId: undefined });
}

export function warningLine(at: Instant, { type, symbol, kind, detail }: MarketWarning): string {
  return jsonForPeople({ at, type, symbol, kind, detail });
}

function withoutIntent(report: Report): { readonly type: string; readonly orderId?: string } {
  const {
    intentId: _intent,
    requestId: _request,
    ...rest
  } = report as Report & { readonly intentId?: string; readonly requestId?: string };
  return rest;
}
