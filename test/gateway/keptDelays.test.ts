import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { HOUR_MS } from '../../src/base/instant.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { KeptDelays } from '../../src/gateway/keptDelays.ts';
import { ListDelays } from '../../src/gateway/listDelays.ts';
import type { StateStore } from '../../src/model/journal.ts';
import { MemoryStore } from '../store/memoryStore.ts';
import { once, orderBench } from './orderBench.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-delays-'));
afterAll(() => rmSync(folder, { recursive: true }));

const START = Date.UTC(2026, 10, 20, 10);
const NOTHING_KNOWN = { visibleMs: 10_000, staleMs: 5000, orders: 0 };
/** Twelve orders, each of which a round does not show that began after its answer. */
const MEASURED = { visibleMs: 3 * 1400, staleMs: 2000, orders: 12 };

/** One life of the measurements: its own monotonic clock, and a state that outlives it. */
class Life {
  readonly clock: VirtualClock;
  readonly delays = new ListDelays();
  readonly kept: KeptDelays;

  constructor(state: StateStore, startsAt: number) {
    this.clock = new VirtualClock(startsAt);
    this.kept = new KeptDelays({ state, clock: this.clock }, this.delays);
  }

  async order(id: string, lateMs = 1400): Promise<void> {
    const nowMs = this.clock.monotonicMs();
    this.delays.acknowledged(id, nowMs);
    await this.#round(nowMs + 100, nowMs + 200, id, []);
    await this.#round(nowMs + lateMs - 100, nowMs + lateMs, id, [id]);
    await this.pass(5000);
  }

  async #round(begunMs: number, endedMs: number, open: string, shown: readonly string[]): Promise<void> {
    this.delays.round(begunMs, endedMs, new Set(shown), new Set([open]));
    await this.kept.keep();
  }

  pass(ms: number): Promise<void> {
    return this.clock.advance(ms, () => Promise.resolve());
  }

  measured() {
    return this.delays.measured(this.clock.monotonicMs());
  }
}

async function lived(state: StateStore): Promise<Life> {
  const life = new Life(state, START);
  await life.kept.restore();
  for (let i = 0; i < 12; i++) await life.order(`order-${i}`);
  expect(life.measured()).toEqual(MEASURED);
  // With the next round, since a minute has passed; the order itself only a minute later.
  await life.pass(60_000);
  await life.order('last');
  return life;
}

describe('what was measured of the lists', () => {
  test('V: is known to the next life, and is not read twice', async () => {
    const { state } = new MemoryStore();
    const before = await lived(state);
    const life = new Life(state, before.clock.now() + HOUR_MS);
    expect(life.measured()).toEqual(NOTHING_KNOWN);
    await Promise.all([life.kept.restore(), life.kept.restore()]);
    expect(life.measured()).toEqual(MEASURED);
  });

  test('V: counts for a day after it was measured, and not after the next start', async () => {
    const { state } = new MemoryStore();
    const before = await lived(state);
    const life = new Life(state, before.clock.now() + 23 * HOUR_MS);
    await life.kept.restore();
    expect(life.measured()).toMatchObject({ visibleMs: MEASURED.visibleMs });
    await life.pass(2 * HOUR_MS);
    expect(life.measured()).toEqual(NOTHING_KNOWN);
    const late = new Life(state, before.clock.now() + 25 * HOUR_MS);
    await late.kept.restore();
    expect(late.measured()).toEqual(NOTHING_KNOWN);
  });

  test('V: that was bad counts, and that was good does not, where the clock was set back meanwhile', async () => {
    const { state } = new MemoryStore();
    const worse = await lived(state);
    await worse.order('much later', 6000);
    const life = new Life(state, START - 100 * HOUR_MS);
    await life.kept.restore();
    expect(life.measured()).toEqual({ visibleMs: 18_000, staleMs: 5000, orders: 0 });
  });

  test('V: that was worse than all before is written at once, and else once a minute', async () => {
    const { state } = new MemoryStore();
    let saves = 0;
    const counted: StateStore = { ...state, save: (...text) => (saves++, state.save(...text)) };
    const life = new Life(counted, START);
    await life.kept.restore();
    await life.order('a');
    expect(saves).toBe(1);
    for (let i = 0; i < 10; i++) await life.order(`b${i}`);
    expect(saves).toBe(1);
    await life.order('c', 1900);
    expect(saves).toBe(2);
    await life.pass(60_000);
    await life.order('d');
    expect(saves).toBe(3);
  });

  test.each([
    ['nonsense', '{'],
    ['another shape', '{"orders":"many","shown":[],"late":[],"stale":[]}'],
    ['a part', '{"orders":12}'],
    ['times that are none', '{"orders":12,"shown":["x"],"late":[],"stale":[]}'],
    ['null', 'null'],
  ])('V: counts as nothing where %s is written', async (_what, text) => {
    const { state } = new MemoryStore();
    await state.save('list-delays', 'measured', text);
    const life = new Life(state, START);
    await life.kept.restore();
    expect(life.measured()).toEqual(NOTHING_KNOWN);
  });

  test(
    'V: makes the first T after a restart the measured one: an order that never arrived is not placed after 20 s, and not after two minutes',
    { tags: 'long' },
    async () => {
      const bench = await orderBench({ database: join(folder, 'bench.sqlite') });
      let amounts = 1000;
      const others = async (): Promise<void> => {
        await bench.run(bench.place({ symbol: 'ETH/EUR', amount: dec(`0.${amounts++}`), price: dec('1000') }));
        await bench.rounds(1, 7000);
      };
      for (let i = 0; i < 20; i++) await others();
      const { visibleMs, staleMs, notPlacedAfterMs, orders } = bench.own.resolution();
      expect({ visibleMs, staleMs, orders }).toEqual({ visibleMs: 3000, staleMs: 2000, orders: 20 });
      await bench.restart();
      await bench.round();
      expect(bench.own.resolution()).toMatchObject({ visibleMs, staleMs, notPlacedAfterMs });
      bench.fault = once('orders.place', { kind: 'drop-before' });
      const command = bench.place();
      await bench.run(command);
      const state = async () => (await bench.store.journal.get(command.intentId))!.state;
      const since = bench.clock.now();
      await others();
      for (let i = 0; i < 60 && (await state()) === 'unknown'; i++) await bench.rounds(1, 1000);
      expect(await state()).toBe('not-sent');
      expect(bench.clock.now() - since).toBeLessThan(30_000);
      await bench.end();
    },
  );
});
