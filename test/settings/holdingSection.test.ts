import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkParams, configuredStrategies } from '../../src/loading/strategyParams.ts';
import { openingBalances } from '../../src/loading/openingBalances.ts';
import { loadSettings, type Settings } from '../../src/settings/loadSettings.ts';

const place = mkdtempSync(join(tmpdir(), 'sluice-holding-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

async function settingsOf(strategies: string): Promise<Settings> {
  const file = join(place, 'test.yaml');
  writeFileSync(file, `mode: demo\nstrategies:\n  ${strategies}\n`);
  return loadSettings({ file, env: {}, checkParams });
}

const GUARD = 'guard: { symbol: ETH/EUR, opening: { amount: 8, price: 2900 }, exits: [{ kind: trailing-stop, trailBps: 500 }] }';

describe('opening and exits in the configuration', () => {
  it('need no strategy file and no budget', async () => {
    const settings = await settingsOf(GUARD);
    const [guard] = await configuredStrategies(settings);
    expect(guard).toMatchObject({ name: 'guard', symbol: 'ETH/EUR', exits: [{ kind: 'trailing-stop', trailBps: 500 }] });
    expect(guard!.opening!.amount.toFixed()).toBe('8');
    expect(openingBalances(settings)['ETH']?.toFixed(), 'a paper wallet holds it').toBe('8');
  });

  it('stand beside a strategy of its own, with several exits', async () => {
    const exits = '[{ kind: stop, lossBps: 200 }, { kind: take-profit, gainBps: 80 }]';
    const [maker] = await configuredStrategies(await settingsOf(`m: { use: maker, symbol: BTC/EUR, budget: 500 EUR, exits: ${exits} }`));
    expect(maker!.exits).toEqual([
      { kind: 'stop', lossBps: 200 },
      { kind: 'take-profit', gainBps: 80 },
    ]);
  });

  it.each([
    ['g: { symbol: ETH/EUR }', 'strategies.g', 'expected the name of a bundled strategy, like maker, a path to a .ts file, or exits'],
    ['g: { use: maker, symbol: ETH/EUR }', 'strategies.g', 'is missing: expected an amount above 0 with its currency'],
    ['g: { symbol: ETH/EUR, opening: { amount: 0, price: 1 }, exits: [{ kind: stop, stop: 1 }] }', 'opening.amount', 'above 0, not 0'],
    ['g: { symbol: ETH/EUR, opening: { amount: 1 }, exits: [{ kind: stop, stop: 1 }] }', 'opening.price', 'is missing'],
    ['g: { symbol: ETH/EUR, exits: [{ kind: stop }] }', 'exits', 'stop needs stop or lossBps'],
    ['g: { symbol: ETH/EUR, exits: [{ kind: stop, stop: 1, lossBps: 3 }] }', 'exits', 'stop needs stop or lossBps, not both'],
    ['g: { symbol: ETH/EUR, exits: [{ kind: stop, lossBps: 3, price: 9 }] }', 'exits', 'belongs to a stop at a price'],
    ['g: { symbol: ETH/EUR, exits: [{ kind: take-profit, price: 3, trailBps: 4 }] }', 'trailBps', 'take-profit does not take trailBps'],
    ['g: { symbol: ETH/EUR, exits: [{ kind: trailing-stop, trailBps: 10000 }] }', 'trailBps', 'expected bps below 10000, not 10000'],
    ['g: { symbol: ETH/EUR, exits: [{ kind: trailing-stop, trailBps: -5 }] }', 'trailBps', 'a decimal number, 0 or more'],
    [
      'g: { symbol: ETH/EUR, exits: [{ kind: take-profit, price: 3 }, { kind: take-profit, price: 4 }] }',
      'exits',
      'may hold one take-profit',
    ],
    ['g: { markets: [ETH/EUR, BTC/EUR], exits: [{ kind: stop, stop: 3 }] }', 'stop', 'a price belongs to one pair'],
    [
      'g: { markets: [ETH/EUR, BTC/EUR], opening: { amount: 1, price: 1 }, exits: [{ kind: stop, lossBps: 3 }] }',
      'opening',
      'belongs to one pair',
    ],
  ])('%s is refused with its place', async (strategy, place_, message) => {
    const problem = await settingsOf(strategy).then(String, String);
    expect(problem).toContain(place_);
    expect(problem).toContain(message);
  });
});
