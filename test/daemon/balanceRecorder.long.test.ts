import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/base/instant.ts';
import maker from '../../strategies/maker.ts';
import { BalanceRecorder } from '../../src/daemon/balanceRecorder.ts';
import { makeStatement } from '../../src/treasury/statements/makeStatement.ts';
import { configured, simulatedWorld } from './simulatedWorld.ts';

const MAKER = configured('maker', 'BTC/EUR', maker, { spreadBps: '6', size: '0.01', smooth: '5', maxBase: '0.2' });

it.each([3, 4])(`what ${BalanceRecorder.name} keeps while a strategy trades ties to the books of that time (seed %d)`, async (seed) => {
  const world = await simulatedWorld({ seed, strategies: [MAKER], latencyMs: 80 });
  await world.start();
  const times = new Set<number>();
  for (let minutes = 0; minutes < 24; minutes += 4) {
    await world.pass(4 * MINUTE_MS);
    const now = world.clock.now();
    const records = await world.store.ledger.balanceRecords(0, now);
    const options = { month: '2026-11', zone: 'UTC', range: { from: 1, to: now }, now, currency: undefined, balances: undefined, records };
    const { currencies } = await world.store.ledger.history((history) => makeStatement(history, options));
    const found = currencies.flatMap(({ currency, checks }) => checks.map((check) => ({ currency, ...check })));
    const recorded = found.filter(({ against }) => against === 'recorded');
    expect(recorded.map(({ currency }) => currency)).toEqual(expect.arrayContaining(['BTC', 'EUR']));
    expect(found.filter(({ difference }) => !difference.isZero())).toEqual([]);
    for (const { at, currency } of recorded) if (currency === 'EUR') times.add(at);
  }
  expect(times.size).toBeGreaterThan(1);
  expect(world.simulator.truth().trades.length).toBeGreaterThan(10);
  await world.end();
});
