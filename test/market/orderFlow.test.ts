import { describe, expect, it } from 'vitest';
import { OrderFlow } from '../../src/market/orderFlow.ts';
import { bookOf } from './bookOf.ts';

type Touch = readonly [bid: string, bidAmount: string, ask: string, askAmount: string];

function flowOf(touches: readonly Touch[], everyMs = 1000, windowMs = 10_000): OrderFlow {
  const flow = new OrderFlow(windowMs);
  for (const [i, [bid, bidAmount, ask, askAmount]] of touches.entries()) {
    const book = bookOf({ bids: [[bid, bidAmount]], asks: [[ask, askAmount]], depth: 1, lot: '0.1' });
    flow.add(Object.assign(book, { receivedAt: i * everyMs }));
  }
  return flow;
}

const START: Touch = ['100', '3', '101', '4'];

describe('OrderFlow', () => {
  it.each<[string, Touch, number]>([
    ['a bid that grows', ['100', '5', '101', '4'], 20],
    ['a bid that shrinks', ['100', '1', '101', '4'], -20],
    ['a better bid', ['100.5', '2', '101', '4'], 20],
    ['a bid that is gone', ['99', '9', '101', '4'], -30],
    ['an ask that grows', ['100', '3', '101', '6'], -20],
    ['a better ask', ['100', '3', '100.5', '1'], -10],
    ['an ask that is gone', ['100', '3', '102', '9'], 40],
    ['nothing', START, 0],
  ])('counts %s', (_what, touch, lots) => {
    expect(flowOf([START, touch]).last).toBe(lots);
  });

  it('fades over its window', () => {
    const grows: Touch = ['100', '5', '101', '4'];
    const flow = flowOf([START, grows, grows, START]);
    expect(flow.last).toBe(-20);
    expect(flow.sum).toBeCloseTo(20 * Math.exp(-0.2) - 20, 10);
    expect(flow.pressure).toBeCloseTo((20 * Math.exp(-0.2) - 20) / (20 * Math.exp(-0.2) + 20), 10);
    expect(flowOf([START, grows]).pressure).toBe(1);
  });

  it('compares nothing over a gap longer than its window, and passes over books without a side', () => {
    expect(flowOf([START, ['90', '1', '91', '1']], 10_001)).toMatchObject({ last: 0, sum: 0, pressure: 0, isStable: false });
    const flow = flowOf([START]);
    flow.add(Object.assign(bookOf({ bids: [], asks: [['101', '9']], depth: 1, lot: '0.1' }), { receivedAt: 1000 }));
    expect(flow.last).toBe(0);
  });

  it('is stable once it has compared books for its window', () => {
    expect(flowOf(Array.from({ length: 10 }, () => START)).isStable).toBe(false);
    expect(flowOf(Array.from({ length: 11 }, () => START)).isStable).toBe(true);
  });
});
