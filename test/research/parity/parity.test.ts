import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../../src/base/decimal.ts';
import { decisionParity } from '../../../src/research/parity/decisionParity.ts';
import { causeOf } from '../../../src/research/parity/gapCause.ts';
import { LifeRecorder } from '../../../src/research/parity/lifeRecorder.ts';
import { matchFills } from '../../../src/research/parity/matchFills.ts';
import type { OrderSpan, ParityDecision, ParityFill } from '../../../src/research/parity/parityLife.ts';
import { strategyParity } from '../../../src/research/parity/parityReport.ts';

const LIMITS = { windowMs: 1000, priceShare: 0.0002 };

function fill(at: number, amount: string, price = '100', side: 'Buy' | 'Sell' = 'Buy'): ParityFill {
  return { at, strategy: 's', symbol: 'BTC/EUR', side, price: dec(price), amount: dec(amount), fee: dec(amount).times('0.1') };
}

function span(from: number, to: number, price = '100'): OrderSpan {
  return { strategy: 's', symbol: 'BTC/EUR', side: 'Buy', price: dec(price), from, to };
}

describe('matching fills', () => {
  it('pairs parts with parts, the nearest in time first', () => {
    const [near, far] = [fill(1100, '0.6'), fill(1900, '1')];
    const { matches, missed, extra } = matchFills([fill(1000, '1')], [near, far], LIMITS);
    expect(matches.map(({ simulated, amount }) => [simulated, amount.toFixed()])).toEqual([
      [near, '0.6'],
      [far, '0.4'],
    ]);
    expect(missed).toEqual([]);
    expect(extra).toEqual([{ fill: far, amount: dec('0.6') }]);
  });

  it.each([
    ['later than the window', fill(2001, '1')],
    ['another price', fill(1000, '1', '100.03')],
    ['another side', fill(1000, '1', '100', 'Sell')],
    ['another strategy', { ...fill(1000, '1'), strategy: 't' }],
  ])('leaves apart what is %s', (_what, other) => {
    const { matches, missed, extra } = matchFills([fill(1000, '1')], [other], LIMITS);
    expect([matches.length, missed.length, extra.length]).toEqual([0, 1, 1]);
  });
});

describe('the parity of decisions', () => {
  const decision = (at: number, what: string, kind: ParityDecision['kind'] = 'place'): ParityDecision => ({
    at,
    strategy: 's',
    symbol: 'BTC/EUR',
    kind,
    what,
  });

  it('is counted from look to look, whatever the order within', () => {
    const real = [decision(1010, 'Buy 100'), decision(1020, 'Sell 101'), decision(2010, 'Buy 99'), decision(500, 'Buy 1')];
    const simulated = [decision(1500, 'Sell 101'), decision(1600, 'Buy 100'), decision(2010, 'Buy 99', 'cancel')];
    expect(decisionParity(real, simulated, [1000, 2000, 3000, 4000])).toEqual({ looks: 4, active: 2, same: 3, sameActive: 1, share: 0.5 });
  });

  it('is whole where nobody decided anything', () => {
    expect(decisionParity([], [], [1, 2])).toMatchObject({ active: 0, same: 2, share: 1 });
  });
});

describe('the cause of a fill that only one has', () => {
  const looks = [0, 1000, 2000, 3000, 9000, 10_000, 11_000, 12_000];
  it.each([
    ['queue', 1500, [span(1000, 2000)]],
    ['latency', 2500, [span(1000, 2000)]],
    ['latency', 900, [span(1000, 2000)]],
    ['decisions', 1500, [span(1000, 2000, '101')]],
    ['decisions', 1500, []],
    ['missed-polls', 5000, [span(1000, 9999)]],
  ] as const)('is %s at %i', (cause, at, others) => {
    expect(causeOf(fill(at, '1'), others, looks, 1000)).toBe(cause);
  });
});

describe('a life that is put together', () => {
  it('knows orders from their decision to their end, under whichever id', () => {
    const recorder = new LifeRecorder();
    const order = { strategy: 's', symbol: 'BTC/EUR', side: 'Buy', price: dec(100) } as const;
    recorder.place(10, 'intent', order);
    recorder.rename('intent', '7');
    recorder.replace(20, '7', { ...order, price: dec(101) });
    recorder.cancel(30, '7', order);
    recorder.end(40, '7');
    recorder.end(50, 'unknown');
    recorder.fill(fill(35, '1'));
    const { decisions, fills, orders } = recorder.life(15, 100);
    expect(decisions.map(({ at, kind, what }) => [at, kind, what])).toEqual([
      [20, 'replace', 'Buy 101'],
      [30, 'cancel', 'Buy 101'],
    ]);
    expect(orders.map(({ from, to }) => [from, to])).toEqual([
      [10, 20],
      [20, 40],
    ]);
    expect(fills).toHaveLength(1);
  });
});

describe('a replacement that came to nothing', () => {
  it('leaves the order as it was, unless it is gone', () => {
    const recorder = new LifeRecorder();
    const order = { strategy: 's', symbol: 'BTC/EUR', side: 'Buy', price: dec(100) } as const;
    recorder.place(10, '7', order);
    const before = recorder.replace(20, '7', { ...order, price: dec(101) })!;
    recorder.restore(25, '7', before);
    recorder.end(40, '7');
    recorder.restore(45, '7', before);
    const { orders } = recorder.life(0, 100);
    expect(orders.map(({ from, to, price }) => [from, to, price!.toFixed()])).toEqual([
      [10, 20, '100'],
      [20, 25, '101'],
      [25, 40, '100'],
    ]);
    expect(recorder.replace(50, 'unknown', order)).toBeUndefined();
  });
});

describe('a life of which the beginning is not wanted', () => {
  it('keeps nothing that was over by then, and what still stands', () => {
    const order = { strategy: 's', symbol: 'BTC/EUR', side: 'Buy', price: dec(100) } as const;
    const recorder = new LifeRecorder(25);
    recorder.place(10, 'a', order);
    recorder.end(20, 'a');
    recorder.place(12, 'b', order);
    recorder.place(22, 'c', order);
    recorder.fill(fill(24, '1'));
    recorder.cancel(30, 'c', order);
    recorder.end(40, 'c');
    const { decisions, fills, orders } = recorder.life(0, 100);
    expect(decisions.map(({ at, kind }) => [at, kind])).toEqual([[30, 'cancel']]);
    expect(fills).toEqual([]);
    expect(orders.map(({ from, to }) => [from, to])).toEqual([
      [12, Infinity],
      [22, 40],
    ]);
  });
});

describe('the parity of a strategy', () => {
  const parityOf = (real: readonly ParityFill[], simulated: readonly ParityFill[], orders: readonly OrderSpan[] = []) =>
    strategyParity({
      strategy: 's',
      symbol: 'BTC/EUR',
      real: { decisions: [], fills: real, orders },
      simulated: { decisions: [], fills: simulated, orders },
      looks: [0, 1000, 2000, 3000],
      mark: dec(110),
      limits: LIMITS,
    });

  it('tells precision, recall, price error, delay, and what the profits are', () => {
    const parity = parityOf([fill(1000, '1'), fill(1500, '1', '90')], [fill(1200, '1', '99.99')]);
    expect(parity.fills).toEqual({ real: 2, simulated: 1, precision: 1, recall: 0.5, priceErrorBps: 1, medianDelayMs: 200 });
    // (110 - 100) + (110 - 90) less fees of 0.1 each; (110 - 99.99) less 0.1.
    expect([parity.profit.real, parity.profit.simulated, parity.profit.difference].map((sum) => sum.toFixed())).toEqual([
      '29.8',
      '9.91',
      '-19.89',
    ]);
    expect(parity.gap).toMatchObject({ decisions: dec('-19.9'), price: dec('0.01'), fees: ZERO, queue: ZERO });
  });

  it('is whole when both are the same, and when nothing happened', () => {
    const fills = [fill(1000, '1'), fill(1500, '2', '101', 'Sell')];
    expect(parityOf(fills, fills)).toMatchObject({ fills: { precision: 1, recall: 1, priceErrorBps: 0 }, profit: { difference: ZERO } });
    expect(parityOf([], [])).toMatchObject({ fills: { precision: 1, recall: 1, medianDelayMs: undefined }, decisions: { share: 1 } });
  });

  it('divides the difference in profit so that the parts add up to it', () => {
    const fills = fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 3000 }),
        lots: fc.integer({ min: 1, max: 50 }),
        ticks: fc.integer({ min: 9990, max: 10_010 }),
        buys: fc.boolean(),
      }),
      { maxLength: 20 },
    );
    const made = (rows: readonly { at: number; lots: number; ticks: number; buys: boolean }[]): ParityFill[] =>
      rows
        .map(({ at, lots, ticks, buys }) => fill(at, dec(lots).div(100).toFixed(), dec(ticks).div(100).toFixed(), buys ? 'Buy' : 'Sell'))
        .sort((a, b) => a.at - b.at);
    fc.assert(
      fc.property(fills, fills, (real, simulated) => {
        const { profit, gap, fills: counts } = parityOf(made(real), made(simulated), [span(500, 1500), span(2000, 2500, '100.01')]);
        const parts = Object.values(gap).reduce((sum, part) => sum.plus(part), ZERO);
        expect(parts.minus(profit.difference).abs().lt('1e-30')).toBe(true);
        expect(counts.precision).toBeLessThanOrEqual(1);
        expect(counts.recall).toBeLessThanOrEqual(1);
      }),
    );
  });
});
