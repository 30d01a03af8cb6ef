import type { Book } from '../../src/model/book.ts';

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function sideOf(side: Book['bids']): number[][] {
  return Array.from({ length: side.length }, (_, i) => [side.ticks[i]!, side.lots[i]!]);
}

/** What a body says, without what the poll adds. */
export function contentOf(book: Book): unknown {
  return { bids: sideOf(book.bids), asks: sideOf(book.asks), exchangeAt: book.exchangeAt };
}

export const bodyOf = (bids: string, asks: string, timestamp = '1763630000000'): string =>
  `{"bids":[${bids}],"asks":[${asks}],"timestamp":${timestamp}}`;
