import { describe, expect, it } from 'vitest';
import { bookRows, spreadOf } from '../../web/pure/bookRows.ts';

const bids = [
  ['60742.18', '0.01022'],
  ['60737.34', '0.01327'],
] as const;
const asks = [
  ['60761.91', '0.00798'],
  ['60766.36', '0.00503'],
  ['60770.86', '0.2'],
] as const;

describe('the book', () => {
  it('adds exactly from the touch, with bars against the deepest sum', () => {
    const rows = bookRows(bids, asks, [], 2);
    expect(rows.bids.map(({ sum, depth }) => [sum, depth])).toEqual([
      ['0.01022', 43.5],
      ['0.02349', 100],
    ]);
    expect(rows.asks.map(({ sum }) => sum)).toEqual(['0.00798', '0.01301']);
  });

  it('marks our own levels, however their price is written', () => {
    const rows = bookRows([['1.50', '1']], [['2', '1']], ['1.5', '2.00'], 10);
    expect([rows.bids[0]!.isOwn, rows.asks[0]!.isOwn]).toEqual([true, true]);
    expect(bookRows([['100', '1']], [], ['1'], 10).bids[0]!.isOwn).toBe(false);
  });

  it('bears empty sides', () => {
    expect(bookRows([], [], [], 5)).toEqual({ bids: [], asks: [] });
    expect(spreadOf([], asks)).toBeUndefined();
    expect(spreadOf(bids, asks)).toEqual({ spread: '19.73', bps: '3.2' });
  });
});
