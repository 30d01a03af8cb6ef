import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { Rereads } from '../../src/daemon/rereads.ts';

const HOUR_MS = 3_600_000;

function rereads(fails = false) {
  const clock = new VirtualClock(0);
  const spans: string[] = [];
  const troubles: string[] = [];
  const all = new Rereads({
    clock,
    reread: async (spanMs) => {
      spans.push(`${spanMs / HOUR_MS}h at ${clock.monotonicMs() / 60_000}`);
      if (fails) throw new Error('away');
    },
    onTrouble: (text) => troubles.push(text),
  });
  return { all, spans, troubles, pass: (ms: number) => clock.advance(ms, () => setImmediate()) };
}

test('the last hour is read again every ten minutes, and the last day every six hours', async () => {
  const { all, spans, pass } = rereads();
  all.start();
  await pass(7 * HOUR_MS);
  expect(spans.filter((span) => span.startsWith('24h'))).toEqual(['24h at 10', '24h at 370']);
  expect(spans.filter((span) => span.startsWith('1h')).slice(0, 3)).toEqual(['1h at 10', '1h at 20', '1h at 30']);
});

test('what is missing has the last hour read soon, once a minute at most', async () => {
  const { all, spans, pass } = rereads();
  all.start();
  for (let second = 0; second < 150; second += 30) {
    all.hurry();
    await pass(30_000);
  }
  expect(spans).toEqual(['1h at 0', '1h at 1', '1h at 2']);
  await pass(600_000);
  expect(spans.slice(3)).toEqual(['24h at 10', '1h at 12']);
});

test('a failure is told of once and tried again; after the end nothing happens any more', async () => {
  const { all, spans, troubles, pass } = rereads(true);
  all.start();
  await pass(600_000);
  expect(troubles).toHaveLength(2);
  expect(troubles[0]).toContain('the trades of the last hour could not be read once more (1 in a row): away');
  await all.stop();
  const count = spans.length;
  await pass(HOUR_MS);
  expect(spans).toHaveLength(count);
});
