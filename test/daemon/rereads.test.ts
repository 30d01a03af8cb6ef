import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../src/base/instant.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { Rereads } from '../../src/daemon/rereads.ts';
import type { StateStore } from '../../src/model/journal.ts';

function memoryState(): StateStore {
  const saved: Record<string, string> = {};
  return {
    load: () => Promise.resolve({ ...saved }),
    save: (_scope, key, value) => {
      saved[key] = value;
      return Promise.resolve();
    },
  };
}

function rereads(fails = false, clock = new VirtualClock(0), state = memoryState()) {
  const spans: string[] = [];
  const troubles: string[] = [];
  const all = new Rereads({
    clock,
    state,
    reread: async (spanMs) => {
      spans.push(`${spanMs / HOUR_MS}h at ${clock.monotonicMs() / 60_000}`);
      if (fails) throw new Error('away');
    },
    onTrouble: (text) => troubles.push(text),
  });
  return { all, spans, troubles, clock, state, pass: (ms: number) => clock.advance(ms, () => setImmediate()) };
}

test('the last hour is read again every ten minutes, and the last day every six hours', async () => {
  const { all, spans, pass } = rereads();
  await all.start();
  await pass(7 * HOUR_MS);
  expect(spans.filter((span) => span.startsWith('24h'))).toEqual(['24h at 10', '24h at 370']);
  expect(spans.filter((span) => span.startsWith('1h')).slice(0, 3)).toEqual(['1h at 10', '1h at 20', '1h at 30']);
});

test('what is missing has the last hour read soon, once a minute at most', async () => {
  const { all, spans, pass } = rereads();
  await all.start();
  for (let second = 0; second < 150; second += 30) {
    all.hurry();
    await pass(30_000);
  }
  expect(spans).toEqual(['1h at 0', '1h at 1', '1h at 2']);
  await pass(600_000);
  expect(spans.slice(3)).toEqual(['24h at 10', '1h at 12']);
});

test('what fails again is told of once and tried on; after the end nothing happens any more', async () => {
  const { all, spans, troubles, pass } = rereads(true);
  await all.start();
  await pass(700_000);
  expect(troubles[0]).toContain('the trades of the last hour could not be read (2 in a row): away');
  await all.stop();
  const count = spans.length;
  await pass(HOUR_MS);
  expect(spans).toHaveLength(count);
});

test('a life that is shorter than ten minutes goes on from the one before it', async () => {
  const first = rereads();
  await first.all.start();
  await first.pass(6 * 60_000);
  await first.all.stop();
  expect(first.spans).toEqual([]);
  const { clock, state } = first;
  const spans: string[] = [];
  for (let life = 0; life < 70; life++) {
    const next = rereads(false, clock, state);
    await next.all.start();
    await next.pass(6 * 60_000);
    await next.all.stop();
    spans.push(...next.spans);
  }
  expect(spans.slice(0, 4)).toEqual(['1h at 10', '24h at 10', '1h at 20', '1h at 30']);
  expect(spans.filter((span) => span.startsWith('24h'))).toEqual(['24h at 10', '24h at 370']);
});

test('what is overdue is read at once, and a clock that was set back, or a text that says nothing, delays nothing by more than a period', async () => {
  const state = memoryState();
  await state.save('rereads', 'hour', String(100 * HOUR_MS));
  await state.save('rereads', 'day', String(90 * HOUR_MS));
  const { all, spans, pass } = rereads(false, new VirtualClock(99 * HOUR_MS), state);
  await all.start();
  await pass(600_000);
  expect(spans).toEqual(['24h at 0', '1h at 10']);
  await state.save('rereads', 'hour', 'never');
  const anew = rereads(false, new VirtualClock(99 * HOUR_MS), state);
  await anew.all.start();
  await anew.pass(600_000);
  expect(anew.spans).toEqual(['1h at 10']);
});
