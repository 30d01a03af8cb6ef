import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { exchange } from '../../src/contract/exchange.ts';
import { decodeBook } from '../../src/gateway/bookDecoder.ts';
import { createBook } from '../../src/model/book.ts';
import { type Grid, gridOf } from '../../src/model/grid.ts';
import { bodyOf, bytesOf, contentOf } from './bookText.ts';

const GRID = gridOf(2, dec('0.00001'));

function decode(text: string, grid: Grid = GRID, capacity = 250, wide = false): { outcome: unknown; content: unknown } {
  const book = createBook('BTC/EUR', grid, capacity, wide);
  const outcome = decodeBook(bytesOf(text), book);
  return { outcome, content: contentOf(book) };
}

const PLAIN = { ok: true, dropped: 0, reordered: false };

describe('an order book body (000 Orderbook)', () => {
  it('becomes whole ticks and lots, best first', () => {
    expect(decode(exchange['book.get'].example.reply)).toEqual({
      outcome: PLAIN,
      content: {
        bids: [
          [6124990, 40000],
          [6124900, 125000],
        ],
        asks: [
          [6125100, 12000],
          [6125240, 80000],
        ],
        exchangeAt: 1763630000000,
      },
    });
  });

  it.each([
    ['the keys stand in another order', '{"timestamp":7,"asks":[[3,1]],"bids":[[2,1]]}'],
    ['white space occurs', ' { "bids" : [ [ 2 , 1 ] ] ,\n "asks":[[3,1.0]], "timestamp": 7 } '],
    ['more keys occur', '{"symbol":"BTC/EUR","bids":[[2,1]],"asks":[[3,1]],"timestamp":7,"x":{"y":[1]}}'],
    ['numbers have an exponent', '{"bids":[[0.2e1,100e-2]],"asks":[[3E0,1]],"timestamp":7}'],
    ['numbers have zeros beyond the grid', '{"bids":[[2.000000,1.0000000000]],"asks":[[3.000,1.000000]],"timestamp":7}'],
    ['numbers have forty zeros', `{"bids":[[2.${'0'.repeat(40)},1]],"asks":[[3,1]],"timestamp":7}`],
    ['levels are not best first', '{"bids":[[1,1],[2,1]],"asks":[[3,1]],"timestamp":7}'],
    ['a byte order mark comes first', '\uFEFF{"bids":[[2,1]],"asks":[[3,1]],"timestamp":7}'],
  ])('reads the same when %s', (_, text) => {
    const { outcome, content } = decode(text);
    const bids = text.includes('[1,1]') ? [200, 100] : [200];
    expect(outcome).toMatchObject({ ok: true });
    expect(content).toEqual({ bids: bids.map((ticks) => [ticks, 100000]), asks: [[300, 100000]], exchangeAt: 7 });
  });

  it('may be empty on either side', () => {
    expect(decode(bodyOf('', ''))).toEqual({ outcome: PLAIN, content: { bids: [], asks: [], exchangeAt: 1763630000000 } });
  });

  it('is sorted when the venue sends it in another order, and says so: the specification promises none', () => {
    const { outcome, content } = decode(bodyOf('[1,1],[3,2],[2,3]', '[9,1],[8,2]'));
    expect(outcome).toEqual({ ok: true, dropped: 0, reordered: true });
    expect(content).toMatchObject({
      bids: [
        [300, 200000],
        [200, 300000],
        [100, 100000],
      ],
      asks: [
        [800, 200000],
        [900, 100000],
      ],
    });
  });

  it('loses levels of amount zero, and says how many', () => {
    const { outcome, content } = decode(bodyOf('[3,0],[2,1]', '[4,0.00000],[4,1],[5,-0]'));
    expect(outcome).toEqual({ ok: true, dropped: 3, reordered: false });
    expect(content).toMatchObject({ bids: [[200, 100000]], asks: [[400, 100000]] });
  });

  it.each([
    ['HTML', '<html><body>502 Bad Gateway</body></html>', 'unreadable', /not JSON/],
    ['nothing', '', 'unreadable', /not JSON/],
    ['a lone brace', '}', 'unreadable', /not JSON/],
    ['a text cut off', '{"bids":[[61249.90,0.40000],[612', 'unreadable', /not JSON/],
    ['NaN', bodyOf('[NaN,1]', ''), 'unreadable', /not JSON/],
    ['a number with a leading zero', bodyOf('[01,1]', ''), 'unreadable', /not JSON/],
    ['a number that ends in its point', bodyOf('[1.,1]', ''), 'unreadable', /not JSON/],
    ['a trailing comma', bodyOf('[1,1],', ''), 'unreadable', /not JSON/],
    ['a refusal', '{"code":"not-found","message":"no such symbol"}', 'unreadable', /bids/],
    ['a price that is text', bodyOf('["1",1]', ''), 'unreadable', /bids\[0\]\[0\]: expected a number/],
    ['a level of three', bodyOf('[1,1,1]', ''), 'unreadable', /bids\[0\]/],
    ['a level of one', bodyOf('', '[1]'), 'unreadable', /asks\[0\]/],
    ['no timestamp', '{"bids":[],"asks":[]}', 'unreadable', /timestamp/],
    ['a timestamp with a fraction', bodyOf('', '', '7.5'), 'unreadable', /timestamp: expected Unix milliseconds/],
    ['a timestamp with a zero fraction', bodyOf('', '', '7.0'), 'unreadable', /timestamp/],
    ['an exponent beyond reason', bodyOf('[1e999,1]', ''), 'unreadable', /bids\[0\]\[0\]/],
    ['a price between two ticks', bodyOf('', '[61250.105,1]'), 'off-grid', /asks\[0\] price 61250.105 is not a multiple of 0.01/],
    [
      'an amount between two lots',
      bodyOf('[1,1],[0.5,0.000015]', ''),
      'off-grid',
      /bids\[1\] amount 0.000015 is not a multiple of 0.00001/,
    ],
    [
      'forty digits',
      bodyOf('[1234567890123456789012345678901234567.891,1]', ''),
      'off-grid',
      /bids\[0\] price 1234567890123456789012345678901234567.891/,
    ],
    ['more than 2^53 ticks', bodyOf('[1e20,1]', ''), 'out-of-range', /bids\[0\] price .* more than 2\^53 ticks/],
    ['more than 2^53 lots', bodyOf('[1,90071992547.40993]', ''), 'out-of-range', /bids\[0\] amount 90071992547.40993/],
    ['more than 2^31 ticks in a narrow book', bodyOf('[21474836.48,1]', ''), 'needs-wide', /bids\[0\] price 21474836.48/],
    ['a negative price', bodyOf('[-1,1]', ''), 'not-positive', /bids\[0\] price -1 is not above 0/],
    ['a price of zero', bodyOf('[2,1],[0,1]', ''), 'not-positive', /bids\[1\] price 0 is not above 0/],
    ['a negative amount', bodyOf('', '[1,-0.5]'), 'not-positive', /asks\[0\] amount -0.5 is below 0/],
    ['two levels at one price', bodyOf('[2,1],[2,3]', ''), 'duplicate-level', /bids has two levels at 2/],
  ])('is refused when it holds %s', (_, text, reason, detail) => {
    const { outcome, content } = decode(text);
    expect(outcome).toMatchObject({ ok: false, reason });
    expect((outcome as { detail: string }).detail).toMatch(detail);
    expect(content).toEqual({ bids: [], asks: [], exchangeAt: 0 });
  });

  it('is refused when it is no UTF-8', () => {
    const book = createBook('BTC/EUR', GRID);
    expect(decodeBook(new Uint8Array([0x7b, 0xff, 0x7d]), book)).toMatchObject({ ok: false, reason: 'unreadable' });
  });

  it('is refused when it has more levels than there is room for', () => {
    expect(decode(bodyOf('[3,1],[2,1],[1,1]', ''), GRID, 2).outcome).toEqual({
      ok: false,
      reason: 'too-many-levels',
      detail: 'bids has 3 levels, room for 2',
    });
    expect(decode(bodyOf('[3,1],[2,1]', ''), GRID, 2).outcome).toEqual(PLAIN);
  });

  it('keeps prices above 2^31 ticks in a wide book', () => {
    const { outcome, content } = decode(
      bodyOf('[61250.12345678,1],[21474836.48,1]', '[90000000.00000001,2]'),
      gridOf(8, dec('1')),
      250,
      true,
    );
    expect(outcome).toEqual({ ok: true, dropped: 0, reordered: true });
    expect(content).toMatchObject({
      bids: [
        [2147483648000000, 1],
        [6125012345678, 1],
      ],
      asks: [[9000000000000001, 2]],
    });
  });

  it('measures amounts in lots that are no power of ten', () => {
    expect(decode(bodyOf('[2,0.0015]', ''), gridOf(2, dec('0.0005'))).content).toMatchObject({ bids: [[200, 3]] });
    expect(decode(bodyOf('[2,0.0016]', ''), gridOf(2, dec('0.0005'))).outcome).toMatchObject({ ok: false, reason: 'off-grid' });
    expect(decode(bodyOf('[2,750]', ''), gridOf(2, dec('250'))).content).toMatchObject({ bids: [[200, 3]] });
  });
});
