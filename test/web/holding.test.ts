import { expect, it } from 'vitest';
import { HOLD_MS, holdBegun, holdEnded, isHeldLongEnough } from '../../web/pure/holding.ts';

it('acts after the whole time, and not before', () => {
  const hold = holdBegun(undefined, 'pointer 1', 1000);
  expect(isHeldLongEnough(hold, 1000 + HOLD_MS - 1)).toBe(false);
  expect(isHeldLongEnough(hold, 1000 + HOLD_MS)).toBe(true);
  expect(isHeldLongEnough(undefined, 1e9)).toBe(false);
});

it('begins anew after a release', () => {
  const released = holdEnded(holdBegun(undefined, 'Enter', 0), 'Enter');
  expect(released).toBeUndefined();
  expect(holdBegun(released, 'Enter', 1400)).toEqual({ by: 'Enter', since: 1400 });
});

it('is not prolonged by a key that repeats, nor ended by another one', () => {
  const hold = holdBegun(holdBegun(undefined, ' ', 0), 'Enter', 900);
  expect(hold).toEqual({ by: ' ', since: 0 });
  expect(holdEnded(hold, 'Enter')).toBe(hold);
});
