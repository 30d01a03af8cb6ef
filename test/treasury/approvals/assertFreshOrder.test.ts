import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/base/random.ts';
import { ulid } from '../../../src/base/ulid.ts';
import { assertFreshOrder } from '../../../src/treasury/approvals/assertFreshOrder.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const ID = `W-${ulid(NOON, seededRandom('order'))}`;

describe(assertFreshOrder, () => {
  it.each([0, 900_000, -900_000])('takes an order that is sent %d ms after it was made', (ms) => {
    expect(() => assertFreshOrder(ID, 'anna', NOON + ms)).not.toThrow();
  });

  it.each([900_001, -900_001, 365 * 86_400_000])('refuses a copy of it that is sent %d ms later', (ms) => {
    expect(() => assertFreshOrder(ID, 'anna', NOON + ms)).toThrow(
      `id: ${ID} of anna was made at 2026-11-20T12:00:00.000Z by its id, and a signed order counts within 15 minutes; it is `,
    );
  });

  it('refuses an id that names no time', () => {
    expect(() => assertFreshOrder('W-ZZZZZZZZZZZZZZZZZZZZZZZZZZ', 'anna', NOON)).toThrow('is no ULID and so names no time');
  });
});
