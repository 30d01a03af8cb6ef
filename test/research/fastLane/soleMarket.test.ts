import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { seededRandom } from '../../../src/base/random.ts';
import type { BookSide } from '../../../src/model/book.ts';
import { BOOK, END, GAP, type MarketCursor } from '../../../src/recording/marketCursor.ts';
import { MarketMerge, type MarketWalk } from '../../../src/research/backtest/marketMerge.ts';
import { LeaveLane } from '../../../src/research/fastLane/leaveLane.ts';
import { SoleMarket } from '../../../src/research/fastLane/soleMarket.ts';
import { runTrials } from '../../../src/research/sweep/runTrials.ts';
import { BTC } from '../../engine/fixtures.ts';
import { optionsOf } from '../backtest/fixtures.ts';
import { recordedMarket, type Row } from '../backtest/recordedMarket.ts';
import { handlers, marketRows, settingsOf } from './fixtures.ts';

function walked(walk: MarketWalk): string[] {
  const lines: string[] = [];
  while (walk.next() !== END) {
    const { type, at, book, gap, statistics } = walk;
    const touch = (side: BookSide): number[] => [side.bestTicks, side.bestLots, side.length];
    const shown = type === BOOK ? [book.receivedAt, book.sequence, touch(book.bids), touch(book.asks)] : type === GAP ? gap : statistics;
    lines.push(JSON.stringify([type, at, shown]));
  }
  return lines;
}

const levels = { bids: [['59990', '3']], asks: [['60000', '3']] } as const;
const BACK: Row[] = [
  { at: 1100, ...levels },
  { at: 900, ...levels },
  { at: 1300, ...levels },
];

describe('SoleMarket', () => {
  it.each([{}, { from: 100_000 }, { to: 200_000 }, { from: 60_000, to: 150_001 }])('walks as the merge of one market does: %o', (range) => {
    const rows = marketRows(seededRandom('walk'), 400).map((row, i) =>
      i % 40 === 0 && 'bids' in row ? { ...row, at: row.at - 150 } : row,
    );
    const open = (): MarketCursor => recordedMarket(BTC, rows).open();
    expect(walked(new SoleMarket(open(), range))).toEqual(walked(new MarketMerge([open()], range)));
  });

  it('leaves the lane where a book that was announced does not come', () => {
    const cursor = recordedMarket(BTC, [
      { at: 0, ...levels },
      { from: 10, at: 90, reason: 'damaged' },
    ]).open();
    const broken = Object.defineProperty(cursor, 'nextType', { value: 1 });
    const walk = new SoleMarket(broken);
    walk.next();
    expect(() => walk.next()).toThrow(LeaveLane);
  });

  it('leaves the lane where the recording goes back to before the range, and the engine makes the runs', () => {
    const walk = new SoleMarket(recordedMarket(BTC, BACK).open(), { from: 1000 });
    walk.next();
    expect(() => walk.next()).toThrow(LeaveLane);
    const quiet = handlers(() => ({ onBook: (_book, ctx) => ctx.quoteTicks(5_000_000, 50, 0, 0) }));
    const options = optionsOf(settingsOf(quiet, {}), [recordedMarket(BTC, BACK)], { balances: { EUR: dec('1000000') } });
    const world = { options, band: 'fitted', objective: 'profit', engineOf: () => settingsOf(quiet, {}) } as const;
    const [result] = runTrials(world, [{ id: 0, params: {}, range: { from: 1000 } }]);
    expect(result).toMatchObject({ left: 'a recording that goes back to before the range', snapshots: 2 });
  });
});
