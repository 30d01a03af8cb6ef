import { describe, expect, it } from 'vitest';
import { assert } from '../../src/base/assert.ts';
import { dec } from '../../src/base/decimal.ts';
import { decodeBook } from '../../src/gateway/bookDecoder.ts';
import { BookGuard, type GuardLimits, type GuardVerdict } from '../../src/market/bookGuard.ts';
import { createBook } from '../../src/model/book.ts';
import { gridOf } from '../../src/model/grid.ts';
import { bodyAt } from '../gateway/tinyVenue.ts';

const START = 1_763_630_000_000;

interface Look {
  readonly bid?: string;
  readonly ask?: string;
  /** Milliseconds after the start; the venue's own time unless told otherwise is the same. */
  readonly at: number;
  readonly venueAt?: number;
}

class Desk {
  readonly guard: BookGuard;
  readonly #book = createBook('BTC/EUR', gridOf(2, dec('0.00001')));

  constructor(limits: Partial<GuardLimits> = {}) {
    this.guard = new BookGuard('BTC/EUR', limits);
  }

  /** `-` for no delivery, `+` for one, then the kinds of the warnings. */
  look(look: Look): string {
    return summaryOf(this.verdict(look));
  }

  verdict({ bid = '100.00', ask = '100.10', at, venueAt = at }: Look): GuardVerdict {
    let body = bodyAt(START + venueAt, bid === '' ? '0.01' : bid, ask === '' ? '0.01' : ask);
    if (bid === '') body = body.replace(/"bids":\[.*?\]\]/, '"bids":[]');
    if (ask === '') body = body.replace(/"asks":\[.*?\]\]/, '"asks":[]');
    assert(decodeBook(new TextEncoder().encode(body), this.#book).ok, `${body} is no book`);
    this.#book.receivedAt = START + at;
    return this.guard.accept(this.#book);
  }

  check(at: number): string {
    return this.guard
      .check(START + at)
      .map(({ kind }) => kind)
      .join(' ');
  }
}

function summaryOf({ deliver, warnings }: GuardVerdict): string {
  return [deliver ? '+' : '-', ...warnings.map(({ kind }) => kind)].join(' ');
}

describe('the book guard', () => {
  it('delivers good books without a word', () => {
    const desk = new Desk();
    expect([0, 1000, 2000].map((at) => desk.look({ at }))).toEqual(['+', '+', '+']);
    expect(desk.check(2500)).toBe('');
  });

  it.each([
    ['crossed', '100.20', '100.10'],
    ['locked', '100.10', '100.10'],
  ])('withholds a %s book, says so once, and says when it is over', (_, bid, ask) => {
    const desk = new Desk();
    const looks = [{ at: 0 }, { at: 1000, bid, ask }, { at: 2000, bid, ask }, { at: 3000 }, { at: 4000 }];
    expect(looks.map((look) => desk.look(look))).toEqual(['+', '- crossed', '-', '+ recovered', '+']);
    expect(desk.guard.counts.crossed).toBe(2);
  });

  it('says what is crossed', () => {
    const { warnings } = new Desk().verdict({ at: 0, bid: '100.20', ask: '100.10' });
    expect(warnings).toEqual([
      { type: 'market-warning', symbol: 'BTC/EUR', kind: 'crossed', detail: 'best bid 100.2 is not below best ask 100.1' },
    ]);
  });

  it.each([
    ['bids', '', '100.10', 'no bids'],
    ['asks', '100.00', '', 'no asks'],
    ['levels', '', '', 'no bids and no asks'],
  ])('delivers a book without %s, with a warning', (_, bid, ask, detail) => {
    const desk = new Desk();
    const verdict = desk.verdict({ at: 0, bid, ask });
    expect(verdict).toMatchObject({ deliver: true, warnings: [{ kind: 'empty', detail }] });
    expect(desk.look({ at: 1000, bid, ask })).toBe('+');
    expect(desk.look({ at: 2000 })).toBe('+ recovered');
  });

  it('withholds a book from before the last one (000 Orderbook timestamp)', () => {
    const desk = new Desk();
    expect(desk.look({ at: 0, venueAt: 500 })).toBe('+');
    expect(desk.look({ at: 1000, venueAt: 400 })).toBe('- backwards');
    expect(desk.look({ at: 2000, venueAt: 500 })).toBe('+ recovered');
  });

  it('takes a new time line when the venue stays on it, so that one timestamp from the future silences nothing for good', () => {
    const desk = new Desk({ acceptBackwardsAfterMs: 3000, staleAfterMs: 60_000 });
    expect(desk.look({ at: 0, venueAt: 9_000_000 })).toBe('+');
    const looks = [1000, 2000, 3000, 4000, 5000].map((at) => desk.look({ at }));
    expect(looks).toEqual(['- backwards', '-', '-', '+ recovered', '+']);
  });

  it('withholds a jump until a second poll agrees', () => {
    const desk = new Desk();
    const far = { bid: '120.00', ask: '120.10' };
    expect([desk.look({ at: 0 }), desk.look({ at: 1000, ...far }), desk.look({ at: 2000, ...far })]).toEqual([
      '+',
      '- jumped',
      '+ recovered',
    ]);
    // The new level is the measure from here on.
    expect(desk.look({ at: 3000 })).toBe('- jumped');
  });

  it('forgets a jump that the second poll does not confirm, and one that jumps on is judged anew', () => {
    const desk = new Desk();
    expect(desk.look({ at: 0 })).toBe('+');
    expect(desk.look({ at: 1000, bid: '150', ask: '151' })).toBe('- jumped');
    expect(desk.look({ at: 2000, bid: '200', ask: '201' })).toBe('-');
    expect(desk.look({ at: 3000 })).toBe('+ recovered');
    expect(desk.look({ at: 4000, bid: '200', ask: '201' })).toBe('- jumped');
    expect(desk.guard.counts.jumped).toBe(3);
  });

  it('measures a jump by its limit, both ways', () => {
    const desk = new Desk({ jumpLimit: 0.02 });
    expect(desk.look({ at: 0, bid: '99.95', ask: '100.05' })).toBe('+');
    expect(desk.look({ at: 1000, bid: '101.95', ask: '102.05' })).toBe('+');
    expect(desk.look({ at: 2000, bid: '99.86', ask: '99.94' })).toBe('- jumped');
    const { warnings } = new Desk().guard.accept(createBook('BTC/EUR', gridOf(2, dec('1'))));
    expect(warnings).toMatchObject([{ kind: 'empty' }]);
  });

  it('says how far the mid moved', () => {
    const desk = new Desk();
    desk.look({ at: 0, bid: '99.99', ask: '100.00' });
    expect(desk.verdict({ at: 1, bid: '119.99', ask: '120.01' }).warnings[0]?.detail).toBe(
      'the mid moved by 20.0 % in one poll, from 99.995 to 120',
    );
  });

  it('calls a market stale when the timestamp of its venue stands still, and goes on delivering', () => {
    const desk = new Desk({ frozenAfterMs: 2000 });
    const looks = [0, 1000, 2000, 3000, 4000].map((at) => desk.look({ at, venueAt: 0 }));
    expect(looks).toEqual(['+', '+', '+', '+ stale', '+']);
    expect(desk.look({ at: 5000, venueAt: 1 })).toBe('+ recovered');
  });

  it('calls a market stale when no good book has come for long, whatever the reason', () => {
    const desk = new Desk({ staleAfterMs: 2500 });
    expect(desk.look({ at: 0 })).toBe('+');
    expect(desk.check(2500)).toBe('');
    expect(desk.check(2501)).toBe('stale');
    expect(desk.check(3000)).toBe('');
    expect(desk.look({ at: 3500, bid: '200', ask: '1' })).toBe('- crossed');
    expect(desk.look({ at: 4000 })).toBe('+ recovered');
    expect(desk.check(5000)).toBe('');
  });

  it('calls a market stale that never had a book', () => {
    const desk = new Desk({ staleAfterMs: 2500 });
    expect(desk.check(0)).toBe('');
    expect(desk.check(3000)).toBe('stale');
  });

  it('counts failed polls and unreadable bodies, and reports each of them once', () => {
    const { guard } = new Desk();
    expect(guard.pollFailed('reset', START)).toMatchObject([{ kind: 'poll-failed', detail: 'reset' }]);
    expect(guard.pollFailed('reset', START + 1)).toEqual([]);
    expect(guard.unreadable('HTML', START + 2)).toMatchObject([{ kind: 'recovered' }, { kind: 'unreadable', detail: 'HTML' }]);
    expect(guard.unreadable('HTML', START + 3)).toEqual([]);
    expect(guard.counts).toMatchObject({ 'poll-failed': 2, unreadable: 2 });
  });

  it('has a reason for a stale market where polls hang for as long as that takes', () => {
    const { guard } = new Desk();
    guard.check(START);
    expect(guard.pollFailed('no answer within 10 s', START + 10_001)).toMatchObject([
      { kind: 'poll-failed' },
      { kind: 'stale', detail: 'no good book for 10.0 s: no answer within 10 s' },
    ]);
    const other = new Desk().guard;
    other.check(START);
    expect(other.unreadable('HTML', START + 10_001).at(-1)).toMatchObject({ kind: 'stale', detail: 'no good book for 10.0 s: HTML' });
  });

  it('names what keeps books back, and no older failure, as the reason for a stale market', () => {
    const desk = new Desk();
    expect(desk.look({ at: 0 })).toBe('+');
    desk.guard.pollFailed('reset', START + 1000);
    const { warnings } = desk.verdict({ at: 11_000, bid: '100.20' });
    expect(warnings.at(-1)).toMatchObject({ kind: 'stale', detail: 'no good book for 11.0 s: best bid 100.2 is not below best ask 100.1' });
  });

  it('tells what remains when one of two troubles ends, so that its listener always knows what is wrong now', () => {
    const desk = new Desk({ frozenAfterMs: 1000 });
    expect(desk.look({ at: 0, bid: '', venueAt: 0 })).toBe('+ empty');
    expect(desk.look({ at: 2000, bid: '', venueAt: 0 })).toBe('+ stale');
    expect(desk.look({ at: 3000, bid: '', venueAt: 1 })).toBe('+ recovered empty');
    expect(desk.look({ at: 4000, venueAt: 2 })).toBe('+ recovered');
  });
});
