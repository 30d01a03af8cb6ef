import { type Decimal, dec } from '../../base/decimal.ts';
import type { ConversionSize } from '../../model/conversion.ts';
import { Trade } from './trade.ts';

/** The name under which trades are saved. No strategy can have it. */
export const TRADES_KEY = ':trades';

interface SavedTrade {
  readonly id: string;
  readonly strategy: string;
  readonly from: string;
  readonly to: string;
  readonly size: Readonly<Record<string, string>>;
  readonly worstRate?: string;
  readonly via?: readonly string[];
  readonly tag?: string;
  readonly startedAt: number;
  readonly route: readonly string[];
  readonly steps: readonly (readonly [gave: string, brought: string])[];
  readonly booked: readonly string[];
  readonly legs: number;
  readonly leg?: { readonly intentId: string; readonly kind: 'quote' | 'book'; readonly what: string };
  readonly compared: readonly string[];
}

/** The trades under way, as text. */
export function writeTrades(trades: Iterable<Trade>): string {
  return JSON.stringify([...trades].filter(({ terms }) => !terms.isDry).map(savedOf));
}

function savedOf({ terms, route, steps, booked, legs, leg, compared }: Trade): SavedTrade {
  const { id, strategy, fromCurrency: from, toCurrency: to, size, worstRate, via, tag, startedAt } = terms;
  const amount: Record<string, string> =
    'fromAmount' in size ? { fromAmount: size.fromAmount.toFixed() } : { toAmount: size.toAmount.toFixed() };
  return {
    id,
    strategy,
    from,
    to,
    size: amount,
    startedAt,
    route,
    steps: steps.map(({ gave, brought }) => [gave.toFixed(), brought.toFixed()]),
    booked,
    legs,
    compared,
    ...(worstRate !== undefined && { worstRate: worstRate.toFixed() }),
    ...(via !== undefined && { via }),
    ...(tag !== undefined && { tag }),
    ...(leg !== undefined && { leg }),
  };
}

/** Reads what `writeTrades` wrote. Throws for anything else. */
export function readTrades(text: string | undefined): readonly Trade[] {
  const saved = JSON.parse(text ?? '[]') as readonly SavedTrade[];
  if (!Array.isArray(saved)) throw new TypeError('the saved trades are not a list');
  return saved.map(tradeOf);
}

function tradeOf(saved: SavedTrade): Trade {
  const { id, strategy, from, to, size, worstRate, via, tag, startedAt, route, steps, booked, legs, leg, compared } = saved;
  const trade = new Trade({
    id: text(id),
    strategy: text(strategy),
    fromCurrency: text(from),
    toCurrency: text(to),
    size: sizeOf(size),
    worstRate: worstRate === undefined ? undefined : amountOf(worstRate),
    via,
    tag,
    isDry: false,
    startedAt,
  });
  trade.route = route.map(text);
  trade.steps = steps.map(([gave, brought]) => ({ gave: amountOf(gave), brought: amountOf(brought) }));
  if (trade.steps.length !== trade.route.length - 1 || !Number.isSafeInteger(legs)) throw new TypeError('a saved trade can not be read');
  trade.booked.push(...booked);
  trade.compared.push(...compared);
  trade.legs = legs;
  trade.leg = leg;
  return trade;
}

function sizeOf({ fromAmount, toAmount }: Readonly<Record<string, string>>): ConversionSize {
  return fromAmount === undefined ? { toAmount: amountOf(toAmount) } : { fromAmount: amountOf(fromAmount) };
}

function amountOf(value: string | undefined): Decimal {
  return dec(text(value));
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('a saved trade can not be read');
  return value;
}
