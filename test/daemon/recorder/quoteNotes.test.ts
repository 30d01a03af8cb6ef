import { beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { QuoteNotes } from '../../../src/daemon/recorder/quoteNotes.ts';
import { createBook, showLevels } from '../../../src/model/book.ts';
import type { Quote } from '../../../src/model/conversion.ts';
import type { QuoteRecord } from '../../../src/recording/quoteTape.ts';
import { DAY, PAIR, settle } from '../../recording/worlds.ts';

let clock: VirtualClock;
let put: QuoteRecord[];
let notes: QuoteNotes;
beforeEach(() => {
  clock = new VirtualClock(DAY);
  put = [];
  notes = new QuoteNotes(clock, (quote) => put.push(quote));
});

const size = { fromAmount: dec('100') };
const quote: Quote = {
  id: 'q1',
  fromCurrency: 'EUR',
  toCurrency: 'BTC',
  fromAmount: dec('100'),
  toAmount: dec('0.0016'),
  rate: dec('0.000016'),
  quotedAt: DAY + 10,
  validTo: DAY + 15_000,
};
const request = { strategy: 's', fromCurrency: 'EUR', toCurrency: 'BTC', size, decidedAt: DAY } as const;

function ask(requestId = 'r1'): void {
  notes.command({ type: 'request-quote', requestId, ...request });
}
function quoted(requestId = 'r1'): void {
  notes.event({ type: 'report', report: { type: 'quoted', requestId, quote } });
}
function convert(): void {
  notes.command({ type: 'convert', intentId: 'i1', requestId: 'r1', strategy: 's', quote, decidedAt: DAY });
}
const pass = (ms: number): Promise<void> => clock.advance(ms, settle);

describe('a conversion quote', () => {
  it('is noted as accepted with size, offer and the mid when it was asked for', async () => {
    const book = createBook(PAIR.symbol, PAIR.grid);
    book.bids.ticks[0] = 6_123_450;
    book.asks.ticks[0] = 6_123_453;
    showLevels(book.bids, 0, 1);
    showLevels(book.asks, 0, 1);
    notes.event({ type: 'book', book });
    ask();
    await pass(20);
    quoted();
    convert();
    await pass(900);
    const conversion = { ...quote, executedAt: DAY, intentId: 'i1', strategy: 's' };
    notes.event({ type: 'report', report: { type: 'converted', conversion, adopted: false } });
    expect(put).toEqual([
      {
        askedAt: DAY,
        decidedAt: DAY + 920,
        fromCurrency: 'EUR',
        toCurrency: 'BTC',
        size,
        symbol: 'BTC/EUR',
        mid: dec('61234.515'),
        offer: { fromAmount: dec('100'), toAmount: dec('0.0016'), rate: dec('0.000016'), quotedAt: DAY + 10, validTo: DAY + 15_000 },
        outcome: 'accepted',
        code: undefined,
      },
    ]);
  });

  it('is noted as expired when it was not used in time, or before the end', async () => {
    ask();
    quoted();
    await pass(15_000);
    notes.event({ type: 'timer' });
    expect(put).toEqual([]);
    await pass(1000);
    notes.event({ type: 'timer' });
    expect(put.map(({ outcome, decidedAt }) => [outcome, decidedAt - DAY])).toEqual([['expired', 16_000]]);
    notes.asked('EUR', 'BTC', size).quoted(quote);
    notes.close();
    expect(put.map(({ outcome }) => outcome)).toEqual(['expired', 'expired']);
  });

  it('is noted as refused with the code, by the venue, by us, or when nobody answers', async () => {
    ask();
    notes.event({ type: 'report', report: { type: 'quote-refused', requestId: 'r1', code: 'too-small', message: '' } });
    ask();
    quoted();
    convert();
    notes.event({
      type: 'report',
      report: { type: 'intent-refused', intentId: 'i1', kind: 'convert', code: 'expired-quote', message: '' },
    });
    ask();
    quoted();
    convert();
    notes.event({ type: 'report', report: { type: 'intent-not-sent', intentId: 'i1', kind: 'convert', reason: 'halted' } });
    ask();
    await pass(301_000);
    notes.event({ type: 'timer' });
    expect(put.map(({ outcome, code, offer }) => [outcome, code, offer !== undefined])).toEqual([
      ['refused', 'too-small', false],
      ['refused', 'expired-quote', true],
      ['refused', 'not-sent', true],
      ['refused', 'no-answer', false],
    ]);
  });

  it('that is being converted is left open at the end: nobody knows', () => {
    ask();
    quoted();
    convert();
    notes.close();
    expect(put).toEqual([]);
  });

  it('is not followed for ever: the oldest are forgotten', () => {
    for (let i = 0; i < 1001; i++) ask(`r${i}`);
    for (const id of ['r0', 'r1000'])
      notes.event({ type: 'report', report: { type: 'quote-refused', requestId: id, code: 'x', message: '' } });
    expect(put).toHaveLength(1);
  });
});
