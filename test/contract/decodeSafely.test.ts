import { expect, test } from 'vitest';
import { z } from 'zod';
import { decodeSafely } from '../../src/contract/decodeSafely.ts';
import { requiredText } from '../../src/contract/wire.ts';

const ODD: readonly unknown[] = [{ length: { toString: 1 } }, { length: { toString: 1, valueOf: 2 } }, { length: [{ toString: 1 }] }];

test.each(ODD)('a length that is none does not fit, whoever looks at it: %j', (odd) => {
  const schema = z.object({ id: requiredText });
  expect(decodeSafely(schema, odd).success).toBe(false);
  expect(decodeSafely(schema, { id: odd }).success).toBe(false);
  expect(decodeSafely(z.array(z.string()).min(1), odd).success).toBe(false);
});

test('what fits is decoded, and an error of the program is one', () => {
  expect(decodeSafely(z.object({ id: requiredText }), { id: 'x' })).toMatchObject({ success: true, data: { id: 'x' } });
  const broken = z.string().refine(() => {
    throw new TypeError('the program is wrong');
  });
  expect(() => decodeSafely(broken, 'x')).toThrow('the program is wrong');
});
