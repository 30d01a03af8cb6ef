import { expect, it } from 'vitest';
import { dec, isDecimal } from '../../src/base/decimal.ts';
import { packed, unpacked } from '../../src/base/packed.ts';

it('plain data with decimals is the same again on the other side of a thread, to the last digit', () => {
  const value = {
    a: dec('0.123456789012345678901234567890123456789'),
    list: [dec('-1e-30'), 'text', 1, undefined, null],
    inner: { yes: true },
  };
  const back = unpacked(structuredClone(packed(value))) as typeof value;
  expect(back).toEqual(value);
  expect(isDecimal(back.a)).toBe(true);
  expect(back.a.toFixed()).toBe(value.a.toFixed());
});
