import { describe, expect, it } from 'vitest';
import type { Book } from '../../../src/model/book.ts';
import { LOOK } from '../../../src/model/touchRows.ts';
import { PollTimes } from '../../../src/research/backtest/pollTimes.ts';

const SYMBOLS = ['BTC/EUR', 'ETH/EUR'];

/** The median where books come so far apart, told one by one and as rows. */
function mediansOf(apart: readonly number[]): readonly number[] {
  const [single, rows] = [new PollTimes(SYMBOLS), new PollTimes(SYMBOLS)];
  const looks = new Float64Array(LOOK.columns * (apart.length + 1));
  let at = 1_795_000_000_000;
  for (let row = 0; row <= apart.length; row++) {
    if (row > 0) at += apart[row - 1]!;
    single.add(1, { receivedAt: at } as Book);
    looks[row * LOOK.columns + LOOK.receivedAt] = at;
  }
  rows.addRows(1, { looks, places: new Int32Array(0) }, 0, 2);
  rows.addRows(1, { looks, places: new Int32Array(0) }, 2, apart.length + 1);
  expect([single.medians['BTC/EUR'], rows.medians['BTC/EUR']]).toEqual([0, 0]);
  return [single.medians['ETH/EUR']!, rows.medians['ETH/EUR']!];
}

describe(PollTimes.name, () => {
  it('knows the median to the millisecond, however far apart books are up to two minutes', () => {
    expect(mediansOf([500, 501, 499])).toEqual([500, 500]);
    expect(mediansOf([500, 10_000, 10_000])).toEqual([10_000, 10_000]);
    expect(mediansOf([4095, 4096, 4097])).toEqual([4096, 4096]);
    expect(mediansOf([119_999, 119_999, 1])).toEqual([119_999, 119_999]);
    expect(mediansOf([300_000, 300_000, 1])).toEqual([120_000, 120_000]);
  });

  it('counts neither the time across a gap nor time that goes back', () => {
    const polls = new PollTimes(SYMBOLS);
    const add = (at: number): void => polls.add(0, { receivedAt: at } as Book);
    add(1000);
    add(1200);
    polls.gap(0);
    add(60_000);
    add(59_000);
    add(59_200);
    expect(polls.medians).toEqual({ 'BTC/EUR': 200, 'ETH/EUR': 0 });
  });
});
