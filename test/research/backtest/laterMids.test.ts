import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AHEAD_MS, LaterMids } from '../../../src/research/backtest/laterMids.ts';
import { BTC } from '../../engine/fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

interface Look {
  readonly afterMs: number;
  readonly mid: number;
  readonly isCrossed: boolean;
}

/** A book around that mid, in whole ticks. */
function lookAt(at: number, mid: number, isCrossed = false): Row {
  const half = isCrossed ? -1 : 1;
  return { at, exchangeAt: at, bids: [[mid - half, 5]], asks: [[mid + half, 5]] };
}

function laterOf(rows: readonly Row[], range?: { readonly to: number }): LaterMids {
  return new LaterMids({ market: recordedMarket(BTC, rows), range, booksMs: 1000 });
}

describe(LaterMids.name, () => {
  it('tells where the mid stood on average from a look on', () => {
    const later = laterOf([lookAt(0, 100), lookAt(AHEAD_MS / 2, 106), lookAt(AHEAD_MS, 103), lookAt(AHEAD_MS + 1, 104)]);
    const reader = later.reader();
    expect(reader.midAfter(0)).toBe((100 + 106 + 103) / 3);
    expect(reader.midAfter(0)).toBe((100 + 106 + 103) / 3);
    expect(reader.midAfter(AHEAD_MS / 2)).toBe((106 + 103 + 104) / 3);
    expect(reader.midAfter(AHEAD_MS + 1)).toBe(104);
    expect(reader.midAfter(AHEAD_MS + 2)).toBeNaN();
  });

  it('tells the same as one that looks through everything each time, however far readers are apart', () => {
    const look: fc.Arbitrary<Look> = fc.record({
      afterMs: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constantFrom(AHEAD_MS, 3 * AHEAD_MS)),
      mid: fc.integer({ min: 6_000_000, max: 6_100_000 }),
      isCrossed: fc.nat(9).map((n) => n === 0),
    });
    fc.assert(
      fc.property(fc.array(look, { minLength: 1, maxLength: 600 }), fc.nat(500), (looks, apart) => {
        let at = 0;
        const known = looks.map(({ afterMs, mid, isCrossed }) => ({ at: (at += afterMs), mid, isCrossed }));
        const later = laterOf(known.map((one) => lookAt(one.at, one.mid, one.isCrossed)));
        const naive = (from: number): number => {
          const mids = known.filter((one) => !one.isCrossed && one.at >= from && one.at <= from + AHEAD_MS).map(({ mid }) => mid);
          return mids.reduce((sum, mid) => sum + mid, 0) / mids.length;
        };
        const [first, second] = [later.reader(), later.reader()];
        // The second follows the first, so many looks behind.
        for (let n = 0; n < known.length + apart; n++) {
          if (n < known.length) expect(first.midAfter(known[n]!.at)).toBe(naive(known[n]!.at));
          const behind = known[n - apart];
          if (behind !== undefined) expect(second.midAfter(behind.at)).toBe(naive(behind.at));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('knows nothing of what lies behind the range', () => {
    const reader = laterOf([lookAt(0, 100), lookAt(1000, 110), lookAt(2000, 500)], { to: 2000 }).reader();
    expect(reader.midAfter(0)).toBe(105);
    expect(reader.midAfter(2000)).toBeNaN();
  });

  it('goes on behind a gap, and leaves a price out that no second look confirms', () => {
    const gap: Row = { from: 1000, at: 5000, reason: 'poll-failed' };
    const mids = [100_000, 100_000, 100_000, 900_000, 100_003];
    const rows = mids.map((mid, n) => lookAt(n < 2 ? 1000 * n : 6000 + 1000 * n, mid));
    const reader = laterOf([...rows.slice(0, 2), gap, ...rows.slice(2)]).reader();
    expect(reader.midAfter(1000)).toBe((100_000 + 100_000 + 100_003) / 3);
  });

  it('opens nothing as long as nobody asks, and nothing any more once it is closed', () => {
    let opened = 0;
    const market = recordedMarket(BTC, [lookAt(0, 100)]);
    const open = (): ReturnType<typeof market.open> => (opened++, market.open());
    const later = new LaterMids({ market: { open }, booksMs: 1000 });
    const reader = later.reader();
    expect(opened).toBe(0);
    later.close();
    expect(reader.midAfter(0)).toBeNaN();
    expect(opened).toBe(0);
  });
});
