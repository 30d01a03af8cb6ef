import { BOOK_DEPTH } from '../contract/exchange/markets.ts';
import type { Ladder } from '../exchange/ladder.ts';
import type { Market } from '../exchange/market.ts';

/**
 * Writes order books as the schema `orderBook` would encode them, but straight from the grid, because this reply is asked for
 * more often than all others together. A body is written once for each state of the book and each depth.
 */
export class BookBodies {
  readonly #written = new Map<Market, { version: number; readonly byDepth: Map<number, string> }>();

  of(market: Market, depth: number = BOOK_DEPTH): string {
    let written = this.#written.get(market);
    if (written === undefined || written.version !== market.version) {
      written = { version: market.version, byDepth: new Map() };
      this.#written.set(market, written);
    }
    let body = written.byDepth.get(depth);
    if (body === undefined) {
      body = flat(
        `{"bids":${sideText(market, market.bids, depth)},"asks":${sideText(market, market.asks, depth)},"timestamp":${market.updatedAt}}`,
      );
      written.byDepth.set(depth, body);
    }
    return body;
  }
}

function sideText(market: Market, { levels }: Ladder, depth: number): string {
  const { precision, lotDecimals, lotUnits } = market.pair.grid;
  let text = '';
  for (let i = levels.length - 1; i >= 0 && i >= levels.length - depth; i--) {
    const level = levels[i]!;
    text += `${text === '' ? '' : ','}[${gridText(level.ticks, 1, precision)},${gridText(level.lots, lotUnits, lotDecimals)}]`;
  }
  return `[${text}]`;
}

/** The same text in one piece. A concatenated string stays a tree of its parts, which every answer would walk again. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** Steps of `unit * 10^-decimals` in plain digits without trailing zeros, as a Decimal prints them. */
export function gridText(steps: number, unit: number, decimals: number): string {
  const product = steps * unit;
  const digits = (Number.isSafeInteger(product) ? String(product) : (BigInt(steps) * BigInt(unit)).toString()).padStart(decimals + 1, '0');
  if (decimals === 0) return digits;
  const dot = digits.length - decimals;
  let end = digits.length;
  while (end > dot && digits.charCodeAt(end - 1) === 48) end--;
  return end === dot ? digits.slice(0, dot) : `${digits.slice(0, dot)}.${digits.slice(dot, end)}`;
}
