import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AssertionFault } from '../../src/base/assert.ts';
import { Inbox } from '../../src/base/inbox.ts';

describe('Inbox', () => {
  it('gives back in the order of coming, and nothing when it is empty', () => {
    const inbox = new Inbox<string>(2);
    expect(inbox.shift()).toBeUndefined();
    inbox.push('a');
    inbox.push('b');
    expect([inbox.shift(), inbox.shift(), inbox.shift()]).toEqual(['a', 'b', undefined]);
  });

  it('refuses when it is full, and drops nothing', () => {
    const inbox = new Inbox<number>(2);
    expect([inbox.push(1), inbox.push(2), inbox.push(3)]).toEqual([true, true, false]);
    expect([inbox.length, inbox.capacity]).toEqual([2, 2]);
    expect([inbox.shift(), inbox.push(4), inbox.shift(), inbox.shift()]).toEqual([1, true, 2, 4]);
  });

  it.each([0, -1, 1.5, NaN])('needs room for at least one: %s is refused', (capacity) => {
    expect(() => new Inbox(capacity)).toThrow(AssertionFault);
  });

  it('behaves as a list with a limit does, whatever is done to it', () => {
    const step = fc.oneof(fc.nat(), fc.constant('shift' as const));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step), (capacity, steps) => {
        const inbox = new Inbox<number>(capacity);
        const list: number[] = [];
        for (const item of steps) {
          if (item === 'shift') expect(inbox.shift()).toBe(list.shift());
          else expect(inbox.push(item)).toBe(list.length < capacity && list.push(item) > 0);
          expect(inbox.length).toBe(list.length);
        }
      }),
    );
  });
});
