import { describe, expect, it } from 'vitest';
import { RollingWindow } from '../../src/market/rollingWindow.ts';

describe('RollingWindow', () => {
  it('holds the last values and gives out the one that is pushed out', () => {
    const window = new RollingWindow(3);
    expect([1, 2, 3, 4, 5].map((value) => window.push(value))).toEqual([undefined, undefined, undefined, 1, 2]);
    expect([...window.values()].toSorted((a, b) => a - b)).toEqual([3, 4, 5]);
    expect([window.length, window.isFull]).toEqual([3, true]);
  });

  it('takes no size below 1 and no value that is not finite', () => {
    expect(() => new RollingWindow(0)).toThrow('1 or more');
    expect(() => new RollingWindow(1).push(Infinity)).toThrow('finite');
  });
});
