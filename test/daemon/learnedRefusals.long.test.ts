import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import maker from '../../strategies/maker.ts';
import { seededRandom } from '../../src/base/random.ts';
import { orderLane } from '../../src/model/command.ts';
import type { CallFault, FaultedCall } from '../../src/simulator/callFault.ts';
import { refusalFile } from '../../src/store/refusalFile.ts';
import { configured, type SimulatedWorld, simulatedWorld } from './simulatedWorld.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-learned-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SYMBOL = 'BTC/EUR';
const OTHER = 'ETH/EUR';

/** A venue that refuses every third order of a pair in its own words. `isDone` says whether it places such an order all the same. */
async function refusingWorld(name: string, isDone: () => boolean): Promise<SimulatedWorld> {
  const random = seededRandom(name);
  const fault = ({ operation, body }: FaultedCall): CallFault | undefined => {
    if (operation !== 'orders.place' || !body.includes(SYMBOL) || random.next() > 0.34) return undefined;
    const words = `{"code":"MARGIN_TOO_LOW","message":"You need ${random.int(1000)} EUR"}`;
    return { kind: 'status', status: 400, body: words, apply: isDone(), applyAfterMs: 2000 };
  };
  const params = { spreadBps: '8', size: '0.01', maxBase: '0.2' };
  const world = await simulatedWorld({
    seed: 3,
    provenRefusals: [],
    learns: refusalFile(join(folder, `${name}.refusals.jsonl`)),
    database: join(folder, `${name}.sqlite`),
    behaviour: { fault },
    replaces: false,
    strategies: [configured('btc', SYMBOL, maker, params), configured('eth', OTHER, maker, { ...params, size: '0.1', maxBase: '2' })],
  });
  await world.start();
  return world;
}

const stateIn = (name: string): string | undefined => refusalFile(join(folder, `${name}.refusals.jsonl`)).read()[0]?.state;

/** In how many of so many seconds the lane was shut. */
async function shutSeconds(world: SimulatedWorld, seconds: number): Promise<number> {
  let shut = 0;
  for (let i = 0; i < seconds; i++) {
    await world.pass(1000);
    if (world.trader.snapshot().frozen[orderLane(SYMBOL)] !== undefined) shut++;
  }
  return shut;
}

test('V3: a venue that refuses in its own words shuts a lane until its refusal is learned, and never again, over a restart too', async () => {
  const world = await refusingWorld('own-words', () => false);
  let before = 0;
  for (let i = 0; i < 20 && stateIn('own-words') !== 'learned'; i++) before += await shutSeconds(world, 30);
  expect(stateIn('own-words')).toBe('learned');
  expect(before).toBeGreaterThan(30);
  const refused = async (): Promise<number> => (await world.store.journal.list(10_000)).filter(({ state }) => state === 'rejected').length;
  expect(await shutSeconds(world, 90)).toBe(0);
  expect(await refused()).toBeGreaterThan(3);
  await world.crash();
  await world.start();
  const already = await refused();
  expect(await shutSeconds(world, 90)).toBe(0);
  expect(await refused()).toBeGreaterThan(already);
  await world.stop('cancel');
  expect(world.simulator.truth().orders).toEqual([]);
  expect(world.fatal).toEqual([]);
  await world.end();
});

test('V3: an order that a learned refusal hid is found and canceled; the refusal is disproved, a person is told, and the daemon goes on', async () => {
  let isDone = false;
  const world = await refusingWorld('hidden', () => isDone);
  for (let i = 0; i < 20 && stateIn('hidden') !== 'learned'; i++) await shutSeconds(world, 30);
  isDone = true;
  for (let i = 0; i < 60 && stateIn('hidden') === 'learned'; i++) await world.pass(1000);
  expect(stateIn('hidden')).toBe('disproved');
  expect(world.trouble.join('\n')).toMatch(
    /the answer `400 standard MARGIN_TOO_LOW` to a place is no refusal: order \d+ of intent \w+ exists all the same/,
  );
  isDone = false;
  await world.pass(120_000);
  expect(world.trader.snapshot().strategies.map(({ state }) => state)).toEqual(['running', 'running']);
  await world.stop('cancel');
  expect(world.simulator.truth().orders).toEqual([]);
  const fills = (await world.store.fillLog.fills({})).length;
  expect(fills).toBe(world.simulator.truth().trades.length);
  expect(stateIn('hidden')).toBe('disproved');
  expect(world.fatal).toEqual([]);
  await world.end();
});

test('V3: a file that a person has spoiled stops nobody: nothing counts, and the place is told', async () => {
  const path = join(folder, 'spoiled.refusals.jsonl');
  writeFileSync(path, '# mine\n{"state":"lerned"}\n');
  const world = await refusingWorld('spoiled', () => false);
  expect(await shutSeconds(world, 60)).toBeGreaterThan(0);
  expect(world.trouble.filter((line) => line.includes('spoiled.refusals.jsonl, line 2: state: '))).toHaveLength(1);
  expect(world.trader.snapshot().orders.length).toBeGreaterThan(0);
  await world.stop('cancel');
  expect(world.simulator.truth().orders).toEqual([]);
  expect(world.fatal).toEqual([]);
  await world.end();
});
