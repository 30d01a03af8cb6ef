import { describe, expect, it } from 'vitest';
import { Outlook } from '../../src/exchange/outlook.ts';
import { BUY, bookAt, SELL } from './snapshotVenueBench.ts';

type Between = 'worse' | 'chance' | 'better';

/** Looks at books with these best prices, one after the other. */
function outlookOf(between: Between, touches: readonly (readonly [bid: number, ask: number])[], makerFee = 0): Outlook {
  const outlook = new Outlook({ between }, makerFee);
  for (const [bid, ask] of touches) outlook.onLook(bookAt(1000, [[bid, 5]], [[ask, 5]]));
  return outlook;
}

describe(Outlook.name, () => {
  const still = [
    [100, 104],
    [100, 104],
  ] as const;

  it('takes what loses for true in the pessimistic model, and what gains in the optimistic one', () => {
    const [worse, better] = [outlookOf('worse', still), outlookOf('better', still)];
    for (const [side, ticks, gains] of [
      [BUY, 101, true],
      [BUY, 103, false],
      [SELL, 103, true],
      [SELL, 101, false],
    ] as const) {
      expect(worse.shareOf({ side, ticks }, 0.5)).toBe(gains ? 0 : 1);
      expect(better.shareOf({ side, ticks }, 0.5)).toBe(gains ? 1 : 0);
    }
  });

  it('counts the fee: what earns less than that loses', () => {
    const [worse, better] = [outlookOf('worse', still, 0.02), outlookOf('better', still, 0.02)];
    expect(worse.shareOf({ side: BUY, ticks: 101 }, 0.5)).toBe(1);
    expect(better.shareOf({ side: BUY, ticks: 101 }, 0.5)).toBe(0);
    expect(better.shareOf({ side: BUY, ticks: 99 }, 0.5)).toBe(1);
  });

  it('takes what neither gains nor loses for a loss', () => {
    expect(outlookOf('worse', still).shareOf({ side: BUY, ticks: 102 }, 0.5)).toBe(1);
    expect(outlookOf('better', still).shareOf({ side: BUY, ticks: 102 }, 0.5)).toBe(0);
  });

  it('leaves it to the share that is given, by chance', () => {
    expect(outlookOf('chance', still).shareOf({ side: BUY, ticks: 103 }, 0.25)).toBe(0.25);
    expect(outlookOf('chance', still).shareOf({ side: SELL, ticks: 103 }, 0.25)).toBe(0.25);
  });

  it('expects a trend to go on by what is more of it than the distance of the sides', () => {
    // From 102 to 118: an eighth of that goes into the mean, which is 14 behind; the sides are 4 apart.
    const rising = [...still, [116, 120]] as const;
    const better = outlookOf('better', rising);
    expect(better.trend).toBe(14);
    expect(better.shareOf({ side: BUY, ticks: 127 }, 0.5)).toBe(1);
    expect(better.shareOf({ side: BUY, ticks: 128 }, 0.5)).toBe(0);
    expect(outlookOf('worse', rising).shareOf({ side: SELL, ticks: 127 }, 0.5)).toBe(1);
    const falling = [...still, [84, 88]] as const;
    expect(outlookOf('worse', falling).shareOf({ side: BUY, ticks: 77 }, 0.5)).toBe(1);
    expect(outlookOf('worse', falling).shareOf({ side: BUY, ticks: 75 }, 0.5)).toBe(0);
  });

  it('sees no trend in what is less than the distance of the sides', () => {
    const moved = [...still, [104, 108]] as const;
    expect(outlookOf('better', moved).trend).toBe(3.5);
    expect(outlookOf('better', moved).shareOf({ side: BUY, ticks: 105 }, 0.5)).toBe(1);
    expect(outlookOf('better', moved).shareOf({ side: BUY, ticks: 107 }, 0.5)).toBe(0);
  });

  it('knows no price while a side is empty: the pessimistic model takes everything for true, the optimistic one nothing', () => {
    const outlooks = (['worse', 'better'] as const).map((between) => outlookOf(between, still));
    for (const outlook of outlooks) outlook.onLook(bookAt(2000, [[100, 5]], []));
    expect(outlooks.map((outlook) => outlook.shareOf({ side: BUY, ticks: 90 }, 0.5))).toEqual([1, 0]);
    expect(outlooks[0]!.moved).toBeNaN();
    for (const outlook of outlooks) outlook.onLook(bookAt(3000, [[100, 5]], [[104, 5]]));
    expect(outlooks.map((outlook) => outlook.shareOf({ side: BUY, ticks: 90 }, 0.5))).toEqual([0, 1]);
    expect(outlooks[0]!.moved).toBe(0);
  });

  it('tells how far the mid came, and how far the sides were apart before that', () => {
    const outlook = outlookOf('chance', [
      [100, 104],
      [103, 105],
    ]);
    expect([outlook.mid, outlook.moved, outlook.spread]).toEqual([104, 2, 4]);
  });
});
