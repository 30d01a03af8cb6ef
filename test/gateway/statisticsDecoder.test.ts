import { describe, expect, it } from 'vitest';
import { exchange } from '../../src/contract/exchange.ts';
import { decodeStatistics } from '../../src/gateway/statisticsDecoder.ts';

const decode = (text: string): ReturnType<typeof decodeStatistics> => decodeStatistics(new TextEncoder().encode(text));

describe('statistics of all pairs (000 Pair statistics item)', () => {
  it('keep every digit, and their two volumes apart', () => {
    const { rows, problem } = decode(exchange['statistics.list'].example.reply);
    expect(problem).toBeUndefined();
    expect(rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, String(value)])))).toEqual([
      {
        symbol: 'BTC/EUR',
        lastPrice: '61250.1',
        lowestAsk: '61251',
        highestBid: '61249.9',
        baseVolume: '150',
        quoteVolume: '9187515',
        priceChangePercent: '1.25',
        highestPrice: '61900',
        lowestPrice: '60310',
      },
    ]);
  });

  it('of a pair that has not traded have no prices and no volume', () => {
    const { rows } = decode('[{"symbol":"X/Y","lastPrice":null}]');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ symbol: 'X/Y', lastPrice: undefined, highestBid: undefined });
    expect(rows[0]!.baseVolume.isZero() && rows[0]!.quoteVolume.isZero()).toBe(true);
  });

  it('lose a row that can not be read, and say so; the others stay', () => {
    const { rows, problem } = decode(
      '[{"symbol":"A/B","quoteVolume":1e-8},{"symbol":"C/D","lastPrice":"1"},{"lastPrice":1},{"symbol":"E/F"}]',
    );
    expect(rows.map(({ symbol }) => symbol)).toEqual(['A/B', 'E/F']);
    expect(rows[0]!.quoteVolume.toFixed()).toBe('0.00000001');
    expect(problem).toMatch(/^\[1\]\.lastPrice: /);
  });

  it.each([
    ['<html>', /not JSON/],
    ['', /not JSON/],
    ['{"code":"x"}', /expected a list/],
    ['null', /expected a list/],
    ['[null]', /\[0\]/],
  ])('that read %j are a problem and no rows', (text, problem) => {
    expect(decode(text).rows).toEqual([]);
    expect(decode(text).problem).toMatch(problem);
  });
});
