import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Random, seededRandom } from '../../src/base/random.ts';
import type { CallFault, FaultedCall } from '../../src/simulator/callFault.ts';
import type { VenueBehaviour } from '../../src/simulator/simulatorOptions.ts';
import maker from '../../strategies/maker.ts';
import { configured, type SimulatedWorld, simulatedWorld } from '../daemon/simulatedWorld.ts';
import { expectNothingDoubledOrLost } from './scene.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-faults-'));
let world: SimulatedWorld | undefined;
afterEach(async () => {
  await world?.end();
  world = undefined;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A venue that takes the amount of a replacement for the total is no venue for native replacements. */
const VARIANTS: readonly (VenueBehaviour & { readonly replaces?: boolean })[] = [
  {},
  { replaceId: 'new' },
  { replaceAmount: 'total', replaces: false },
  { replaceId: 'new', pageBase: 1 },
  { openOrdersPageBase: 1, replaces: false },
];

/** Answers are lost in every way in which the request still takes effect, and reads fail; the process dies now and then. */
test.each(Array.from({ length: 10 }, (_, seed) => [seed, VARIANTS[seed % VARIANTS.length]!] as const))(
  'seed %i, venue %j: no request twice, no order lost, no fill missed or doubled',
  async (seed, { replaces = true, ...behaviour }) => {
    const random = seededRandom(`faults:${seed}`);
    let isFaulty = true;
    world = await simulatedWorld({
      seed: seed + 1,
      strategies: [configured('m', 'BTC/EUR', maker, { spreadBps: '4', size: '0.02', smooth: '5', maxBase: '0.2', moveBps: '1' })],
      behaviour: { ...behaviour, fault: (call) => (isFaulty ? faultOf(call, random) : undefined) },
      replaces,
      database: join(folder, `${seed}.db`),
    });
    await world.start();
    for (let minute = 0; minute < 6; minute++) {
      await world.pass(45_000 + random.int(30_000));
      if (minute % 2 === 0) continue;
      await world.crash();
      await world.pass(random.int(60_000));
      await world.start();
    }
    isFaulty = false;
    await world.pass(120_000);
    // Nobody trades any more, so that what the venue says and what the log says can be compared.
    world.simulator.stop();
    await world.pass(30_000);
    await world.stop('keep');
    const intents = await world.store.journal.list(100_000);
    expect(intents.filter((intent) => intent.state === 'adopted').length).toBeGreaterThan(0);
    expect(world.simulator.truth().trades.length).toBeGreaterThan(0);
    await expectNothingDoubledOrLost({ world });
  },
);

function faultOf({ operation }: FaultedCall, random: Random): CallFault | undefined {
  if (operation.startsWith('orders.') && operation !== 'orders.list') {
    if (random.next() > 0.15) return undefined;
    // A replacement that comes so late that its order is gone stays unknown: that is for a person, and for another test.
    const later = operation === 'orders.place' && random.next() < 0.3 ? { applyAfterMs: random.int(20_000) } : {};
    switch (random.int(5)) {
      case 0:
        return { kind: 'drop-after', ms: random.int(12_000), ...later };
      case 1:
        return { kind: 'status', status: [400, 408, 429, 500, 502, 503][random.int(6)]!, apply: true, ...later };
      case 2:
        return { kind: 'garble', body: ['', '{}', '{"id":null}', '<html></html>'][random.int(4)]! };
      case 3:
        return { kind: 'delay', ms: random.int(9000), apply: operation === 'orders.replace' ? 'first' : 'last' };
      default:
        return { kind: 'delay', ms: 60_000, apply: 'first' };
    }
  }
  if (random.next() > 0.1) return undefined;
  const faults: readonly CallFault[] = [
    { kind: 'drop-before' },
    { kind: 'status', status: 503, apply: false },
    { kind: 'delay', ms: 3000 },
    { kind: 'garble', body: '{"total":1,"items":[]}' },
  ];
  return faults[random.int(faults.length)];
}
