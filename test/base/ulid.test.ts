import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.ts';
import { instantOfUlid, ulid, uuidOf } from '../../src/base/ulid.ts';

const instant = fc.integer({ min: 0, max: 2 ** 48 - 1 });

describe('ulid', () => {
  it('is 26 characters of the alphabet of Crockford', () => {
    fc.assert(
      fc.property(instant, fc.integer(), (at, seed) => {
        expect(ulid(at, seededRandom(seed))).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
      }),
    );
  });

  it('sorts as text by its time', () => {
    fc.assert(
      fc.property(instant, instant, fc.integer(), (a, b, seed) => {
        const random = seededRandom(seed);
        const [first, second] = [ulid(a, random), ulid(b, random)];
        if (a < b) expect(first < second).toBe(true);
        if (a > b) expect(first > second).toBe(true);
        if (a === b) expect(first.slice(0, 10)).toBe(second.slice(0, 10));
      }),
    );
  });

  it('gives its time back, and none for a text that is no ULID', () => {
    fc.assert(
      fc.property(instant, fc.integer(), (at, seed) => {
        expect(instantOfUlid(ulid(at, seededRandom(seed)))).toBe(at);
      }),
    );
    for (const text of ['', '9007199254745617', '01ARYZ6S41TSV4RRFFQ69G5FA', '81ARYZ6S41TSV4RRFFQ69G5FAV', '01ARYZ6S41TSV4RRFFQ69G5FAU']) {
      expect(instantOfUlid(text)).toBeUndefined();
    }
  });

  it('spells its time as the ULID specification does', () => {
    expect(ulid(1469918176385, seededRandom(1)).slice(0, 10)).toBe('01ARYZ6S41');
  });

  it('does not come twice, and comes again when time and chance do', { tags: 'long' }, () => {
    const random = seededRandom('ids');
    expect(new Set(Array.from({ length: 20_000 }, () => ulid(0, random))).size).toBe(20_000);
    expect(ulid(5, seededRandom('x'))).toBe(ulid(5, seededRandom('x')));
  });
});

describe('uuidOf', () => {
  it('keeps the time and the order of ULIDs, in a UUID of version 7', () => {
    const random = seededRandom('uuid');
    const ids = [1, 2, 1_780_000_000_000].map((at) => ulid(at, random));
    const uuids = ids.map(uuidOf);
    for (const uuid of uuids) expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(uuids.toSorted()).toEqual(uuids);
    expect(uuids.map((uuid) => Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16))).toEqual([1, 2, 1_780_000_000_000]);
  });
});
