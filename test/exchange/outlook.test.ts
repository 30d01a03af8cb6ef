import { describe, expect, it } from 'vitest';
import { Outlook } from '../../src/exchange/outlook.ts';
import { BUY, bookAt, SELL } from './snapshotVenueBench.ts';

type Between = 'worse' | 'chance' | 'better';

/** Looks at books with these best prices, one after the other. */
function outlookOf(between: Between, touches: readonly (readonly [bid: number, ask: number])[], makerFee = 0): Outlook {
  const outlook = new Outlook({ between, informed: 0 }, makerFee);
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

  it('judges by where the price went, as far as that is known', () => {
    const asked: number[] = [];
    let later = 110;
    const foresight = { midAfter: (at: number) => (asked.push(at), later) };
    const [worse, better] = [
      new Outlook({ between: 'worse', informed: 0 }, 0, foresight),
      new Outlook({ between: 'better', informed: 0 }, 0, foresight),
    ];
    for (const outlook of [worse, better]) outlook.onLook(bookAt(1000, [[100, 5]], [[104, 5]]));
    expect(asked).toEqual([1000, 1000]);
    expect([109, 110].map((ticks) => worse.shareOf({ side: BUY, ticks }, 0.5))).toEqual([0, 1]);
    expect([110, 111].map((ticks) => better.shareOf({ side: SELL, ticks }, 0.5))).toEqual([0, 1]);
    // The look itself has both sides, and so has a price where nobody knows more.
    later = NaN;
    for (const outlook of [worse, better]) outlook.onLook(bookAt(2000, [[100, 5]], [[104, 5]]));
    expect([101, 102].map((ticks) => worse.shareOf({ side: BUY, ticks }, 0.5))).toEqual([0, 1]);
    expect([102, 103].map((ticks) => better.shareOf({ side: SELL, ticks }, 0.5))).toEqual([0, 1]);
  });

  it('judges by where the price went while a side is empty, too', () => {
    const worse = new Outlook({ between: 'worse', informed: 0 }, 0, { midAfter: () => 110 });
    worse.onLook(bookAt(1000, [[100, 5]], []));
    expect([109, 110].map((ticks) => worse.shareOf({ side: BUY, ticks }, 0.5))).toEqual([0, 1]);
    expect(worse.mid).toBeNaN();
  });

  it('asks nobody where the price went while chance decides', () => {
    const never = { midAfter: () => expect.unreachable() as number };
    const outlook = new Outlook({ between: 'chance', informed: 0 }, 0, never);
    outlook.onLook(bookAt(1000, [[100, 5]], [[104, 5]]));
    expect(outlook.shareOf({ side: BUY, ticks: 103 }, 0.25)).toBe(0.25);
  });

  it('asks where the price goes where some takers know it, and leaves the rest to chance', () => {
    const outlook = new Outlook({ between: 'chance', informed: 0.5 }, 0, { midAfter: () => 110 });
    outlook.onLook(bookAt(1000, [[100, 5]], [[104, 5]]));
    expect(outlook.goes).toBe(8);
    expect(outlook.shareOf({ side: BUY, ticks: 103 }, 0.25)).toBe(0.25);
  });

  it('tells how far the mid is from its mean of the last looks', () => {
    // From 102 to 118: an eighth of that goes into the mean, which is 14 behind.
    expect(outlookOf('chance', [...still, [116, 120]]).trend).toBe(14);
    expect(outlookOf('chance', [...still, [104, 108]]).trend).toBe(3.5);
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
