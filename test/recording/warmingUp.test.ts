import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import { HOUR_MS } from '../../src/base/instant.ts';
import { gridOf } from '../../src/model/grid.ts';
import type { WarmUp, WarmUpNeed } from '../../src/model/warmUp.ts';
import { warmingUp } from '../../src/recording/warmingUp.ts';
import { BTC } from '../engine/fixtures.ts';
import { recordedMarket, type Row } from '../research/backtest/recordedMarket.ts';

const NEED = [{ symbol: 'BTC/EUR', byStrategy: { s: HOUR_MS } }];

/** A book every half minute, in the minutes that are named. */
function books(from: number, to: number, touch: readonly [number, number] = [10, 12]): Row[] {
  const count = Math.round(((to - from) * HOUR_MS) / 30_000);
  return Array.from({ length: count }, (_, i) => ({ at: from * HOUR_MS + i * 30_000, bids: [[touch[0], 5]], asks: [[touch[1], 7]] }));
}

function warmed(
  rows: readonly Row[],
  until: number,
  needs: readonly WarmUpNeed[] = NEED,
  pair = BTC,
): { pieces: WarmUp[]; missing: readonly string[] } {
  const generator = warmingUp(needs, [BTC], until, () => recordedMarket(pair, rows).open());
  const pieces: WarmUp[] = [];
  for (;;) {
    const { done, value } = generator.next();
    if (done === true) return { pieces, missing: value };
    pieces.push(value);
  }
}

describe('warmingUp', () => {
  it('tells the touches of what was recorded before, and nothing of the start or later', () => {
    const rows: Row[] = [
      {
        at: 1000,
        bids: [
          [10, 5],
          [9, 1],
        ],
        asks: [[12, 7]],
      },
      { at: 2000, bids: [], asks: [[12, 7]] },
      { at: 3000, bids: [[13, 5]], asks: [[12, 7]] },
      { at: 4000, baseVolume: '5' },
      { at: 5000, bids: [[10, 6]], asks: [[11, 8]] },
      { at: 6000, bids: [[10, 6]], asks: [[11, 8]] },
    ];
    const { pieces } = warmed(rows, 6000);
    expect(pieces).toEqual([
      { type: 'warm-up', symbol: 'BTC/EUR', since: { s: 6000 - HOUR_MS }, looks: [1000, 10, 5, 12, 7, 5000, 10, 6, 11, 8] },
    ]);
  });

  it('takes what is recorded every five minutes for recorded, but for what is missing of it', () => {
    const all = Array.from({ length: 24 }, (_, i): Row => ({ at: i * 300_000, bids: [[10, 5]], asks: [[12, 7]] }));
    expect(warmed(all, 2 * HOUR_MS).missing).toEqual([]);
    const torn = all.filter(({ at }) => at < HOUR_MS || at > 1.5 * HOUR_MS);
    expect(warmed(torn, 2 * HOUR_MS).missing.join()).toContain('of BTC/EUR 25 min of that is recorded');
  });

  it('says nothing where all is recorded', () => {
    expect(warmed(books(0, 2), 2 * HOUR_MS).missing).toEqual([]);
  });

  it.each([
    ['nothing', [], 'nothing'],
    ['the second half', books(1.5, 2), '30 min'],
    ['what ended long ago', books(1, 1.25), '14 min'],
    ['what has a gap', [...books(1, 1.25), ...books(1.75, 2)], '29 min'],
  ])('says of each strategy how much there is: %s', (_what, rows, known) => {
    expect(warmed(rows, 2 * HOUR_MS).missing).toEqual([
      `s wants the 1 h 0 min before the start to warm up, and of BTC/EUR ${known} of that is recorded; it waits for its indicators`,
    ]);
  });

  it('asks for what each strategy needs, and tells who is short of it', () => {
    const needs = [{ symbol: 'BTC/EUR', byStrategy: { long: 2 * HOUR_MS, short: HOUR_MS } }];
    const { pieces, missing } = warmed(books(1, 2), 2 * HOUR_MS, needs);
    expect(pieces[0]!.since).toEqual({ long: 0, short: HOUR_MS });
    expect(missing).toEqual([expect.stringMatching(/^long wants the 2 h 0 min before .* 1 h 0 min of that/) as string]);
  });

  it('takes no recording of another grid, and tells why one can not be read', () => {
    expect(warmed(books(1, 2), 2 * HOUR_MS, NEED, { ...BTC, grid: gridOf(3, dec('0.00001')) })).toMatchObject({
      pieces: [],
      missing: [expect.stringContaining('nothing of that is recorded')],
    });
    const failing = warmingUp(NEED, [BTC], HOUR_MS, () => {
      throw new Fault('not-found', 'nothing of BTC/EUR is recorded');
    });
    expect(failing.next().value).toEqual(['s is not warmed up in BTC/EUR: nothing of BTC/EUR is recorded; it waits for its indicators']);
  });
});
