import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/base/instant.ts';
import { KEPT_WITHIN_MS, Scheduler } from '../../../src/treasury/schedules/scheduler.ts';
import { born, FLOAT, last, moves, nextHour, restart, round, settled, setUp, tearDown, world } from './scheduleBench.ts';
import { scheduleOf } from './scheduleOf.ts';

beforeEach(setUp);
afterEach(tearDown);

describe(`${Scheduler.name} that did not run`, () => {
  it('tells a due time at which it did not run, and does not make up for it', async () => {
    await nextHour();
    await settled();
    await world.bench.transfers.foreign('orders.place', { symbol: 'BTC/EUR', type: 'Market', side: 'Buy', amount: '0.1' });
    await world.bench.transfers.pass(5 * HOUR_MS + KEPT_WITHIN_MS);
    await restart();
    await round();
    expect(await moves()).toHaveLength(1);
    expect(await last()).toMatchObject({
      outcome: 'missed',
      evidence: '2026-11-20T16:00:00.000Z was missed: the treasury did not run then',
    });
    expect(world.bench.told.join('\n')).toContain(
      '4 due times from 2026-11-20T12:00:00.000Z to 2026-11-20T15:00:00.000Z passed: the treasury did not run then',
    );
    const told = world.bench.told.length;
    await round();
    expect(world.bench.told).toHaveLength(told);
  });

  it('makes up once for the last of them where the setting says so', async () => {
    world.schedules = [{ ...FLOAT, missed: 'once' }];
    born();
    await round();
    await world.bench.transfers.pass(5 * HOUR_MS + KEPT_WITHIN_MS + 60_000);
    await restart();
    await round();
    await settled();
    expect(await moves()).toMatchObject([{ state: 'completed' }]);
    expect(await last()).toMatchObject({ outcome: 'asked' });
  });

  it('tries again while the venue can not be asked, and has missed it when that takes too long', async () => {
    world.bench.transfers.fault = () => ({ kind: 'status', status: 500, body: '', apply: false });
    await nextHour();
    expect(await last()).toBeUndefined();
    expect(world.bench.told.filter((line) => line.includes('could not ask, and tries again'))).toHaveLength(1);
    await round();
    expect(world.bench.told.filter((line) => line.includes('could not ask, and tries again'))).toHaveLength(1);
    world.bench.transfers.fault = undefined;
    await round();
    expect(await last()).toMatchObject({ outcome: 'asked' });
    await settled();
    world.bench.transfers.fault = () => ({ kind: 'status', status: 500, body: '', apply: false });
    await nextHour();
    await world.bench.transfers.pass(KEPT_WITHIN_MS);
    await round();
    expect(await last()).toMatchObject({ outcome: 'missed', evidence: expect.stringContaining('was missed:') as string });
    expect(await moves()).toHaveLength(1);
  });

  it('begins anew on other terms, without the due times of before', async () => {
    await round();
    world.schedules = [{ ...FLOAT, timer: scheduleOf('30 * * * *') }];
    await world.bench.transfers.pass(35 * 60_000);
    born();
    await round();
    expect(await last()).toBeUndefined();
    expect(await moves()).toEqual([]);
  });
});
