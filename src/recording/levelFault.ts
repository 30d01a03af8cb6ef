import type { Book, BookSide } from '../model/book.ts';

/**
 * What is wrong with the levels of a book: prices must be whole, above zero and strictly ordered, and amounts whole and above
 * zero. Undefined when nothing is.
 */
export function levelFaultOf({ bids, asks }: Book): string | undefined {
  return sideFault(bids, -1, 'bids') ?? sideFault(asks, 1, 'asks');
}

function sideFault({ ticks, lots, start, length }: BookSide, step: 1 | -1, name: string): string | undefined {
  for (let i = start; i < start + length; i++) {
    const isPrice = Number.isSafeInteger(ticks[i]) && ticks[i]! > 0;
    const isAmount = Number.isSafeInteger(lots[i]) && lots[i]! > 0;
    if (!isPrice || !isAmount) return `${name}[${i - start}] has ${lots[i]} lots at ${ticks[i]} ticks`;
    if (i > start && (ticks[i]! - ticks[i - 1]!) * step <= 0) return `${name}[${i - start}] is out of order`;
  }
  return undefined;
}
