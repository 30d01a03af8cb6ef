import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZERO } from '../../src/base/decimal.ts';
import { strategyProfit } from '../../src/daemon/strategyProfit.ts';
import { engineSettingsOf } from '../../src/loading/engineSettings.ts';
import { pollsOf } from '../../src/loading/pollsOf.ts';
import { configuredStrategies } from '../../src/loading/strategyParams.ts';
import { loadSettings, type Settings } from '../../src/settings/loadSettings.ts';
import { simulatedWorld } from '../daemon/simulatedWorld.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { run } from './testIo.ts';

const MINUTES = 10;

const folder = temporaryFolder();
afterAll(() => folder.remove());

let settings: Settings;
beforeAll(async () => {
  await run(['init', 'demo'], { cwd: folder.path('.') });
  settings = await loadSettings({ file: join(folder.path('demo'), 'sluice.yaml'), env: {} });
});

describe('the folder that init writes', () => {
  // Its own seed, and one more, so that the figures are not those of a lucky market.
  it.each([7, 8])('trades for ten minutes within its own limits, and not at a steady loss, with the seed %i', async (seed) => {
    const world = await simulatedWorld({
      seed,
      strategies: await configuredStrategies(settings),
      limits: engineSettingsOf(settings, []).limits,
      balances: Object.fromEntries(
        Object.entries(settings.simulator.balances ?? {}).map(([currency, amount]) => [currency, amount.toFixed()]),
      ),
      poll: pollsOf(settings),
      latencyMs: 10,
    });
    const refused: string[] = [];
    world.trader.notices$.subscribe((notice) => {
      if (notice.type === 'refused') refused.push(`${notice.strategy} ${notice.rule}: ${notice.message}`);
    });
    await world.start();
    await world.pass(MINUTES * 60_000);
    const { strategies } = world.trader.snapshot();
    await world.end();

    expect(refused).toEqual([]);
    for (const strategy of strategies) {
      expect(strategy).toMatchObject({ state: 'running' });
      expect(strategy.position.fills, strategy.name).toBeGreaterThan(10);
    }
    const profits = strategies.map((strategy) => strategyProfit(strategy).profit!);
    expect(profits.reduce((sum, profit) => sum.plus(profit), ZERO).toNumber()).toBeGreaterThan(0);
  });
});
