import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/base/instant.ts';
import { order, POLICY, run, setUp, signed, tearDown, world } from './treasuryBench.ts';

describe('a signed order of which somebody has a copy', () => {
  beforeEach(setUp);
  afterEach(tearDown);

  it('asks for nothing later, where it never came to anything', async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const copy = signed(order('0.005'));
    await world.bench.transfers.pass(HOUR_MS);
    await expect(run(world.calls.ask(copy))).rejects.toMatchObject({
      code: 'refused',
      outcome: 'not-sent',
      message: expect.stringContaining('of anna was made at 2026-11-20T10:00:00.000Z by its id, and a signed order counts') as string,
    });
    expect(await run(world.calls.ask(signed(order('0.005'))))).toMatchObject({ state: 'approved' });
  });

  it('is answered with the move that came of it, however late', async () => {
    await world.calls.publish(POLICY(), 'anna', []);
    const copy = signed(order('0.005'));
    const { id } = await run(world.calls.ask(copy));
    await world.bench.transfers.pass(HOUR_MS);
    expect(await run(world.calls.ask(copy))).toMatchObject({ id });
  });
});
