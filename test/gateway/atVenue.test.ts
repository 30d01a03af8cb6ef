import { expect, test } from 'vitest';
import { atVenue, begunAtVenue } from '../../src/gateway/atVenue.ts';

const CREATED = Date.UTC(2026, 10, 22, 10);

test('a time of an intent is told by the clocks as they were when it was written down, where one was set since', () => {
  const intent = { createdAt: CREATED, venueAt: CREATED + 700 };
  expect(begunAtVenue(intent, -90_000)).toBe(CREATED + 700);
  expect(atVenue(intent, CREATED + 5000, -90_000)).toBe(CREATED + 5700);
});

test('but a distance that is only known better by now is that of today', () => {
  const intent = { createdAt: CREATED, venueAt: CREATED + 700 };
  expect(begunAtVenue(intent, 17)).toBe(CREATED + 17);
  expect(begunAtVenue(intent, -1300)).toBe(CREATED - 1300);
  expect(begunAtVenue(intent, -1301)).toBe(CREATED + 700);
});

test('a row of an earlier version does not know them, and those of today stand in', () => {
  const intent = { createdAt: CREATED, venueAt: undefined };
  expect(begunAtVenue(intent, -90_000)).toBe(CREATED - 90_000);
});
