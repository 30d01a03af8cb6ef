import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import hold from '../../strategies/hold.ts';
import { agreementOf } from './agreement.ts';
import { configured, simulatedWorld } from './simulatedWorld.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-openings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GUARD = {
  ...configured('guard', 'BTC/EUR', hold),
  opening: { amount: dec('0.4'), price: dec('50000') },
  exits: [{ kind: 'trailing-stop', trailBps: 10 }] as const,
};

describe('a position that the wallet holds, with exits and without code', () => {
  it('is closed by its exit, once, whenever the process dies', async () => {
    let closed = 0;
    for (let step = 0; step < 12; step++) {
      const world = await simulatedWorld({ seed: 40 + step, strategies: [GUARD], database: join(folder, `${step}.sqlite`) });
      const before = world.simulator.truth().balances;
      const starting = world.trader.start().catch(() => undefined);
      // The first lives end while the position begins, the later ones while the exit is under way.
      await world.pass(40 * step * (1 + step));
      await world.crash();
      await world.pass(1000);
      await world.start();
      void starting;
      await world.pass(240_000);
      const { position } = world.trader.snapshot().strategies[0]!;
      await world.stop('cancel');
      const { fills, balances } = await agreementOf(world, before);
      expect(fills.ours).toEqual(fills.venue);
      expect(balances.ours).toEqual(balances.venue);
      const sold = (await world.store.fillLog.fills({})).reduce((sum, { fill }) => sum.plus(fill.amount), dec('0'));
      expect(position.amount.plus(sold).toFixed(), 'what it began with is there once').toBe('0.4');
      expect(await world.store.fillLog.openings()).toHaveLength(1);
      if (position.amount.isZero()) closed++;
      await world.end();
    }
    expect(closed).toBeGreaterThan(5);
  });
});
