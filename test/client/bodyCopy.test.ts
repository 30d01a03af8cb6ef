import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyCopy } from '../../src/client/bodyCopy.ts';

describe(bodyCopy, () => {
  it('keeps each body as it was, whatever is copied and read after it', () => {
    const lengths = fc.array(fc.oneof(fc.nat(200), fc.integer({ min: 30_000, max: 70_000 })), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(lengths, (all) => {
        const read = Buffer.alloc(70_000);
        const copies = all.map((length, i) => {
          read.fill(i);
          return bodyCopy(read.subarray(0, length));
        });
        read.fill(255);
        copies.forEach((copy, i) => expect(copy.equals(Buffer.alloc(all[i]!, i))).toBe(true));
      }),
      { numRuns: 50 },
    );
  });
});
