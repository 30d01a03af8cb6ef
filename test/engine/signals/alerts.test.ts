import { expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/base/instant.ts';
import { Alerts } from '../../../src/engine/signals/alerts.ts';

it('tells the same text once an hour', () => {
  const alerts = new Alerts();
  const told = [0, 1, HOUR_MS - 1, HOUR_MS, HOUR_MS + 1].map((now) => alerts.isNews('wide', now));
  expect(told).toEqual([true, false, false, true, false]);
  expect(alerts.isNews('narrow', 1)).toBe(true);
});

it('forgets the oldest of more than a thousand texts', () => {
  const alerts = new Alerts();
  for (let i = 0; i <= 1000; i++) alerts.isNews(`text ${i}`, i);
  expect([alerts.isNews('text 1', 2000), alerts.isNews('text 0', 2000)]).toEqual([false, true]);
});
