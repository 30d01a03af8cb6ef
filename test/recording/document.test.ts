import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createBook, showLevels } from '../../src/model/book.ts';
import { RecordDecoder } from '../../src/recording/recordDecoder.ts';
import { RecordEncoder } from '../../src/recording/recordEncoder.ts';
import { keptBook, PAIR } from './worlds.ts';

/** The bytes of the example in the documentation. */
function documentedBytes(): Uint8Array {
  const text = readFileSync(new URL('../../docs/recording-format.md', import.meta.url), 'utf8');
  const example = text.slice(text.indexOf('### Example'), text.indexOf('## Closed day'));
  const lines = [...example.matchAll(/^((?:[0-9a-f]{2} )+) /gm)].map((match) => match[1]!);
  return Uint8Array.from(lines.join('').trim().split(/ +/), (byte) => Number.parseInt(byte, 16));
}

test('the example in the documentation is what is written and read', () => {
  const bytes = documentedBytes();
  const decoder = new RecordDecoder(PAIR.symbol, PAIR.grid, false);
  decoder.begin(bytes, 0, bytes.length, 1000);
  decoder.next();
  expect(decoder.at).toBe(1000);
  expect(keptBook(decoder.book)).toEqual({ exchangeAt: 995, depth: 10, bids: [[500, 7]], asks: [[501, 9]] });
  const book = Object.assign(createBook(PAIR.symbol, PAIR.grid), { receivedAt: 1000, exchangeAt: 995, depth: 10 });
  book.bids.ticks[0] = 500;
  book.bids.lots[0] = 7;
  book.asks.ticks[0] = 501;
  book.asks.lots[0] = 9;
  showLevels(book.bids, 0, 1);
  showLevels(book.asks, 0, 1);
  const encoder = new RecordEncoder(PAIR.symbol, PAIR.grid);
  encoder.restart(1000);
  encoder.book(book);
  expect(encoder.out.take(0)).toEqual(bytes);
});
