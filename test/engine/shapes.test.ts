import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { EarlyReports } from '../../src/engine/earlyReports.ts';
import { type Shape, Shapes } from '../../src/engine/shapes.ts';
import { fillOf, NOON, orderOf } from './fixtures.ts';

const SHAPE: Shape = { symbol: 'BTC/EUR', side: 'Buy', amount: dec('1'), price: dec('60000') };
const DAY_MS = 86_400_000;

describe('Shapes', () => {
  it('are taken by a live order of the same symbol, side, price and amount, whole or what is left of it', () => {
    const shapes = new Shapes();
    expect(shapes.isTaken(SHAPE, [{ order: orderOf() }], NOON)).toBe(true);
    expect(shapes.isTaken({ ...SHAPE, amount: dec('1.00') }, [{ order: orderOf() }], NOON)).toBe(true);
    expect(shapes.isTaken({ ...SHAPE, amount: dec('0.4') }, [{ order: orderOf({ filled: dec('0.6') }) }], NOON)).toBe(true);
    for (const other of [
      { symbol: 'ETH/EUR' },
      { side: 'Sell' },
      { amount: dec('0.99') },
      { price: dec('60000.01') },
      { price: undefined },
    ]) {
      expect(shapes.isTaken({ ...SHAPE, ...(other as Partial<Shape>) }, [{ order: orderOf() }], NOON)).toBe(false);
    }
    expect(shapes.isTaken({ ...SHAPE, price: undefined }, [{ order: orderOf({ price: undefined }) }], NOON)).toBe(true);
  });

  it('stay taken for a day after an order failed: it may still turn up', () => {
    const shapes = new Shapes();
    shapes.failed(SHAPE, NOON);
    expect(shapes.isTaken(SHAPE, [], NOON + DAY_MS - 1)).toBe(true);
    expect(shapes.isTaken(SHAPE, [], NOON + DAY_MS)).toBe(false);
  });

  it("are taken by somebody else's order (F38)", () => {
    const shapes = new Shapes();
    shapes.external('foreign', SHAPE);
    expect(shapes.isTaken(SHAPE, [], NOON)).toBe(true);
  });
});

describe('EarlyReports', () => {
  it('hands out what was held for an order, once', () => {
    const early = new EarlyReports();
    const fill = { type: 'fill', fill: fillOf() } as const;
    early.hold('o', fill);
    expect(early.take('other')).toEqual([]);
    expect(early.take('o')).toEqual([fill]);
    expect(early.take('o')).toEqual([]);
  });

  it('holds the newest of a limited number', () => {
    const early = new EarlyReports();
    for (let i = 0; i < 300; i++) early.hold('o', { type: 'cancel-accepted', orderId: String(i) });
    expect(early.take('o')).toHaveLength(200);
    for (let i = 0; i < 5001; i++) early.hold(String(i), { type: 'cancel-accepted', orderId: 'x' });
    expect(early.take('0')).toEqual([]);
    expect(early.take('5000')).toHaveLength(1);
  });
});
