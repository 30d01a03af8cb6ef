import { dec, type Decimal } from '../base/decimal.ts';
import { durationText } from '../base/instant.ts';
import type { MarketStatus } from '../daemon/status.ts';

/** A market in the status. Over the control socket, money arrives as text. */
export type MarketRow = Omit<MarketStatus, 'symbol'>;

/** A market in one line, with prices in the decimals of the pair: `60753.60  spread 12.01, 2.0 bps  0.4 s old`. */
export function marketText({ precision, mid, bid, ask, ageMs, trouble }: MarketRow): string {
  const parts = [
    mid === undefined ? 'no book yet' : `mid ${priceText(mid, precision)}`,
    ...(mid === undefined || bid === undefined || ask === undefined ? [] : [spreadText(dec(bid), dec(ask), dec(mid), precision)]),
    ...(ageMs === undefined ? [] : [`${durationText(ageMs)} old`]),
    ...(trouble.length === 0 ? [] : [trouble.join(', ')]),
  ];
  return parts.join('  ');
}

function spreadText(bid: Decimal, ask: Decimal, mid: Decimal, precision: number | undefined): string {
  const spread = ask.minus(bid);
  const bps = mid.isZero() ? '' : `, ${spread.div(mid).times(10_000).toFixed(1)} bps`;
  return `spread ${priceText(spread, precision)}${bps}`;
}

function priceText(price: Decimal | string, precision: number | undefined): string {
  return precision === undefined ? dec(price).toFixed() : dec(price).toFixed(precision);
}
