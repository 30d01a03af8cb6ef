import { describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILL_MODELS } from '../../src/exchange/fillModel.ts';
import { fillModels } from '../../src/loading/fillModels.ts';
import { latencyOf } from '../../src/loading/latencyOf.ts';
import { openingBalances } from '../../src/loading/openingBalances.ts';
import { orderRate } from '../../src/loading/orderRate.ts';
import { unseenAfter } from '../../src/loading/unseenAfter.ts';
import { loadSettings, type Settings, withLatency } from '../../src/settings/loadSettings.ts';

async function settingsOf(...lines: string[]): Promise<Settings> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-world-'));
  writeFileSync(join(folder, 'test.yaml'), ['mode: demo', ...lines].join('\n'));
  try {
    return await loadSettings({ file: join(folder, 'test.yaml'), env: {} });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe(orderRate.name, () => {
  it('is what the polls leave, and at least the share that is kept for orders', async () => {
    const settings = await settingsOf('venue: { rateLimit: { perSecond: 20, burst: 20 } }');
    // Each second, 1 book, 0.2 statistics, 2 lists and 0.1 balances are polled.
    expect(orderRate(settings, 1).perSecond).toBeCloseTo(16.7, 10);
    expect(orderRate(settings, 1).burst).toBe(16);
    expect(orderRate(settings, 500)).toEqual({ perSecond: 5, burst: 5 });
  });
});

describe(unseenAfter.name, () => {
  it('is five polls and at least two seconds, and longer with more symbols than the rate allows', async () => {
    expect(unseenAfter(await settingsOf('poll: { books: 200ms }'), 1)).toBe(2000);
    expect(unseenAfter(await settingsOf('poll: { books: 3s }'), 1)).toBe(15_000);
    expect(unseenAfter(await settingsOf('venue: { rateLimit: { perSecond: 10, burst: 10 } }'), 50)).toBe(25_000);
  });
});

describe(openingBalances.name, () => {
  const BUDGETS =
    'strategies: { a: { use: maker, symbol: BTC/EUR, budget: 500 EUR }, b: { use: maker, symbol: ETH/EUR, budget: 0.5 EUR } }';

  it('is the sum of the budgets, unless the configuration names balances', async () => {
    const told = async (...lines: string[]): Promise<string[]> =>
      Object.entries(openingBalances(await settingsOf(BUDGETS, ...lines))).map(([currency, amount]) => `${amount.toFixed()} ${currency}`);
    expect(await told()).toEqual(['500.5 EUR']);
    expect(await told('simulator: { balances: { BTC: 2 } }')).toEqual(['2 BTC']);
    expect(await told('simulator: { balances: { BTC: 2 } }', 'backtest: { balances: { ETH: 3 } }')).toEqual(['3 ETH']);
  });
});

describe(fillModels.name, () => {
  it('takes the queue share of the configuration in the fitted band alone', async () => {
    expect(fillModels(await settingsOf())).toEqual(FILL_MODELS);
    expect(fillModels(await settingsOf('backtest: { queueShare: 25% }'))).toEqual({
      ...FILL_MODELS,
      fitted: { ...FILL_MODELS.fitted, queueShare: 0.25 },
    });
  });
});

describe(latencyOf.name, () => {
  it('is the one that is given, or the one that was fitted with what it was fitted to', async () => {
    expect(latencyOf(await settingsOf('backtest: { latency: { entry: 7ms, response: 9ms } }'))).toEqual({ entryMs: 7, responseMs: 9 });
    const fitted = await settingsOf('backtest: { latency: { fitted: true, quantile: 75% } }');
    expect(() => latencyOf(fitted)).toThrow(/fitted before it is used/);
    expect(latencyOf(withLatency(fitted, { entryMs: 3, responseMs: 2, requests: 40, database: 'x' }))).toEqual({
      entryMs: 3,
      responseMs: 2,
      fitted: { quantile: 0.75, requests: 40 },
    });
  });
});
