import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { exchange } from '../../src/contract/exchange.ts';
import { decodeBook, decodeBookSlowly } from '../../src/gateway/bookDecoder.ts';
import { scanBook } from '../../src/gateway/bookScanner.ts';
import { createBook } from '../../src/model/book.ts';
import { amountOf, type Grid, gridOf, priceOf } from '../../src/model/grid.ts';
import { bodyOf, bytesOf, contentOf } from './bookText.ts';

const PLAIN = { ok: true, dropped: 0, reordered: false };
const GRID = gridOf(2, dec('0.00001'));

interface Case {
  readonly grid: Grid;
  readonly wide: boolean;
  readonly capacity: number;
  readonly bids: readonly (readonly [number, number])[];
  readonly asks: readonly (readonly [number, number])[];
  readonly timestamp: number;
}

const distinctLevels = (maxTicks: number): fc.Arbitrary<[number, number][]> =>
  fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: maxTicks }), fc.integer({ min: 1, max: 2 ** 40 })), {
    selector: ([ticks]) => ticks,
    maxLength: 12,
  });

const cases: fc.Arbitrary<Case> = fc
  .record({
    precision: fc.integer({ min: 0, max: 12 }),
    lot: fc.constantFrom('1', '0.1', '0.00001', '0.00000001', '0.0005', '0.000000000001', '25', '1000'),
    wide: fc.boolean(),
    size: fc.constantFrom(500, 7_000_000, 2 ** 31 - 1, 2 ** 45),
  })
  .chain(({ precision, lot, wide, size }) => {
    const levels = distinctLevels(wide ? size : Math.min(size, 2 ** 31 - 1));
    return fc.record({
      grid: fc.constant(gridOf(precision, dec(lot))),
      wide: fc.constant(wide),
      capacity: fc.constantFrom(12, 250),
      bids: levels.map((side) => side.toSorted((a, b) => b[0] - a[0])),
      asks: levels.map((side) => side.toSorted((a, b) => a[0] - b[0])),
      timestamp: fc.integer({ min: 0, max: 4e12 }),
    });
  });

/** How a writer may put down the same number. */
type Style = 'trimmed' | 'fixed' | 'padded';

function textOf({ grid, bids, asks, timestamp }: Case, style: Style): string {
  const write = (text: string, places: number): string => {
    const dot = text.indexOf('.');
    if (style === 'trimmed') return dot < 0 ? text : text.replace(/\.?0+$/, '');
    const fraction = (dot < 0 ? '' : text.slice(dot + 1)).padEnd(style === 'fixed' ? places : places + 3, '0');
    return fraction === '' ? text : `${dot < 0 ? text : text.slice(0, dot)}.${fraction}`;
  };
  const side = (levels: Case['bids']): string =>
    levels
      .map(
        ([ticks, lots]) =>
          `[${write(priceOf(grid, ticks).toFixed(), grid.precision)},${write(amountOf(grid, lots).toFixed(), grid.lotDecimals)}]`,
      )
      .join(',');
  return `{"bids":[${side(bids)}],"asks":[${side(asks)}],"timestamp":${timestamp}}`;
}

const styles = fc.constantFrom<Style>('trimmed', 'fixed', 'padded');

function bothWays(body: Uint8Array, { grid, capacity, wide }: Pick<Case, 'grid' | 'capacity' | 'wide'>): void {
  const fast = createBook('X/Y', grid, capacity, wide);
  const slow = createBook('X/Y', grid, capacity, wide);
  const outcome = decodeBook(body, fast);
  expect(outcome).toEqual(decodeBookSlowly(body, slow));
  expect(contentOf(fast)).toEqual(contentOf(slow));
}

describe('the fast and the general way to decode', () => {
  it('give back exactly the ticks and lots that were written', () => {
    fc.assert(
      fc.property(cases, styles, (value, style) => {
        const book = createBook('X/Y', value.grid, value.capacity, value.wide);
        const body = bytesOf(textOf(value, style));
        for (const way of [decodeBook, decodeBookSlowly]) {
          expect(way(body, book)).toEqual(PLAIN);
          expect(contentOf(book)).toEqual({ bids: value.bids, asks: value.asks, exchangeAt: value.timestamp });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('agree on bodies with bytes changed, removed, doubled or inserted', () => {
    const edits = fc.array(
      fc.record({
        at: fc.nat(),
        drop: fc.integer({ min: 0, max: 2 }),
        insert: fc.constantFrom(
          '',
          '',
          '0',
          '9',
          '.',
          '-',
          'e',
          'E3',
          ',',
          ' ',
          '\n',
          '[',
          ']',
          '{',
          '}',
          '"',
          '00',
          '[1,0],',
          'null',
          '99999999999',
          '\u00e9',
        ),
      }),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(cases, styles, edits, (value, style, changes) => {
        let text = textOf(value, style);
        for (const { at, drop, insert } of changes) {
          const i = at % (text.length + 1);
          text = text.slice(0, i) + insert + text.slice(i + drop);
        }
        bothWays(bytesOf(text), value);
      }),
      { numRuns: 1500 },
    );
  });

  it('agree on bodies in another order and form', () => {
    fc.assert(
      fc.property(
        cases,
        styles,
        fc.shuffledSubarray(['bids', 'asks', 'timestamp', 'extra'], { minLength: 2 }),
        fc.nat(2),
        (value, style, keys, indent) => {
          const text = textOf(value, style);
          const parts: Record<string, string> = {
            bids: /"bids":\[.*\](?=,"asks")/.exec(text)![0],
            asks: /"asks":\[.*\](?=,"timestamp")/.exec(text)![0],
            timestamp: `"timestamp":${value.timestamp}`,
            extra: '"extra":{"a":[1,"}"]}',
          };
          const pad = ' '.repeat(indent);
          bothWays(bytesOf(`{${keys.map((key) => pad + parts[key]!).join(`,${pad}`)}}`), value);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('agree on every truncation of a body', () => {
    const text = exchange['book.get'].example.reply;
    for (let length = 0; length < text.length; length++) {
      bothWays(bytesOf(text.slice(0, length)), { grid: GRID, capacity: 250, wide: false });
      bothWays(bytesOf(`${text.slice(0, length)}}`), { grid: GRID, capacity: 250, wide: false });
    }
  });

  it('agree on numbers around the limits of their accumulators', () => {
    const numbers = [
      '9',
      '999999999',
      '1000000000',
      '2147483647',
      '2147483648',
      '4294967297',
      '9007199254740991',
      '9007199254740992',
      '9007199254740993',
      '0.000000001',
      '1.000000000',
      '99999.9999',
      '123456789.123456789',
      '0.1234567890123',
    ];
    for (const precision of [0, 4, 9, 12]) {
      for (const lot of ['1', '0.000000001', '0.0000000000001']) {
        for (const wide of [false, true]) {
          for (const number of numbers) {
            const shape = { grid: gridOf(precision, dec(lot)), capacity: 250, wide };
            bothWays(bytesOf(bodyOf(`[${number},1]`, `[1,${number}]`)), shape);
            bothWays(bytesOf(bodyOf(`[${number},1],[1,1]`, `[1,1],[${number},2]`)), shape);
          }
        }
      }
    }
    expect(numbers.length).toBeGreaterThan(10);
  });

  it('agree on fractions of every length, with something else at every place', () => {
    const grid = gridOf(10, dec('0.0000000001'));
    for (let length = 1; length <= 10; length++) {
      const digits = '1234567891'.slice(0, length);
      bothWays(bytesOf(bodyOf(`[${digits}.${digits},${digits}.${digits}]`, '')), { grid, capacity: 250, wide: true });
      for (let at = 0; at < length; at++) {
        for (const other of ['/', ':', '0', ' ', 'e', '-', '\u0000', '\u00ff', '}', ']']) {
          const fraction = digits.slice(0, at) + other + digits.slice(at + 1);
          bothWays(bytesOf(bodyOf(`[${fraction},1]`, `[3,1.${fraction}]`)), { grid: GRID, capacity: 250, wide: false });
        }
      }
    }
    expect(grid.lotDecimals).toBe(10);
  });

  it('never read what an earlier, longer body has left behind', () => {
    const book = createBook('BTC/EUR', GRID);
    const long = bodyOf('[61249.90,0.40000],[61249.00,12.25000]', '[61251.00,0.12000]');
    for (let length = 0; length < long.length; length++) {
      expect(scanBook(bytesOf(long), book)).toBe(true);
      const cut = `${long.slice(0, length)}}`;
      expect(scanBook(bytesOf(cut), book), cut).toBe(/"timestamp":\d+}$/.test(cut));
    }
  });

  it('take bodies of any length, those above 64 KiB in the general way', () => {
    const levels = Array.from({ length: 250 }, (_, i) => `[${i + 1},1.${'0'.repeat(300)}]`);
    const padded = bodyOf('', levels.join(','));
    expect(padded.length).toBeGreaterThan(65_536);
    const book = createBook('BTC/EUR', GRID);
    expect(decodeBook(bytesOf(padded), book)).toEqual(PLAIN);
    expect(contentOf(book)).toMatchObject({ bids: [], asks: levels.map((_, i) => [(i + 1) * 100, 100_000]) });
    expect(scanBook(bytesOf(padded), book)).toBe(false);
  });

  it('take the fast way for what a venue sends every day', () => {
    const book = createBook('BTC/EUR', gridOf(2, dec('0.00000001')));
    for (const text of [
      bodyOf('[61249.90,0.40000000],[61249.00,12.25000000]', '[61251.00,0.12000000]'),
      bodyOf('[61249.9,0.4],[61249,12.25]', '[61251,1]'),
      bodyOf('[61249.9000,0.4]', '[61251,12345678.25]', '0'),
      '{"timestamp":1,"asks":[],"bids":[]}',
    ]) {
      expect(scanBook(bytesOf(text), book), text).toBe(true);
    }
  });
});
