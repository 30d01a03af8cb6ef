import { mkdtempSync, rmSync } from 'node:fs';
import { folderOf } from '../../../src/research/folderOf.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backtestSetup } from '../../../src/research/backtest/backtestSetup.ts';
import { recordedMarkets } from '../../../src/research/backtest/recordedMarkets.ts';
import { loadSettings, type Settings } from '../../../src/settings/loadSettings.ts';
import { writeFileSync } from 'node:fs';
import { RECORDED_AT, recordMarket } from './recordMarket.ts';

const place = mkdtempSync(join(tmpdir(), 'sluice-setup-'));
const data = join(place, 'data');
beforeAll(async () => {
  await recordMarket(data, 'BTC/EUR', 30);
  await recordMarket(data, 'ETH/EUR', 30);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const STRATEGY = 'strategies: { m: { use: maker, symbol: BTC/EUR, budget: 500 EUR, params: { size: 0.01 } } }';

async function settingsOf(...lines: string[]): Promise<Settings> {
  writeFileSync(join(place, 'test.yaml'), ['mode: demo', ...lines].join('\n'));
  return loadSettings({ file: join(place, 'test.yaml'), env: {} });
}

describe('backtestSetup', () => {
  it('takes the world from the configuration and the market from the recordings', async () => {
    const settings = await settingsOf(
      STRATEGY,
      'backtest: { balances: { EUR: 1000 }, fees: { maker: 0% }, latency: { entry: 7ms }, queueShare: 25%, draws: 20, equityEvery: 5s }',
      'risk: { symbols: [BTC/EUR, ETH/EUR, SOL/EUR], onStop: keep }',
    );
    const setup = await backtestSetup(settings, { data });
    expect(setup.markets.map(({ symbol }) => symbol)).toEqual(['BTC/EUR', 'ETH/EUR']);
    expect(setup).toMatchObject({
      latency: { entryMs: 7, responseMs: 50 },
      equityEveryMs: 5000,
      currency: 'EUR',
      onStop: 'keep',
      poll: { booksMs: 1000, ordersMs: 1000, balancesMs: 10_000 },
      about: { name: 'test', seed: '1', strategies: [{ name: 'm', use: 'maker', symbol: 'BTC/EUR', params: { size: '0.01' } }] },
    });
    expect([setup.models.fitted.queueShare, setup.draws]).toEqual([0.25, 20]);
    expect([setup.fees.maker.toFixed(), setup.fees.taker.toFixed(), setup.balances['EUR']!.toFixed()]).toEqual(['0', '0.002', '1000']);
    expect(setup.markets[0]!.span).toEqual({ from: RECORDED_AT, to: RECORDED_AT + 29_000 });
    expect(setup.quotes!.map(({ fromCurrency, toCurrency }) => `${fromCurrency}>${toCurrency}`)).toEqual(['EUR>BTC', 'EUR>ETH']);
  });

  it('samples the equity by the length of what is recorded and asked for', async () => {
    const spacingOf = async (range: object): Promise<number> =>
      (await backtestSetup(await settingsOf(STRATEGY), { data, range })).equityEveryMs;
    expect(await spacingOf({})).toBe(100);
    const markets = [{ symbol: 'BTC/EUR', hash: '', span: { from: 0, to: 3_600_000 }, open: () => expect.unreachable() }];
    const spacingIn = async (range: object): Promise<number> =>
      (await backtestSetup(await settingsOf(STRATEGY), { data, markets, range })).equityEveryMs;
    expect(await spacingIn({})).toBe(5000);
    expect(await spacingIn({ from: 1_800_000, to: 2_400_000 })).toBe(1000);
  });

  it('opens with the budgets where no balances are given', async () => {
    const { balances, about } = await backtestSetup(await settingsOf(STRATEGY), { data });
    expect(about.opening).toEqual({ balances: { EUR: '500' }, from: 'budgets' });
    expect(Object.entries(balances).map(([currency, amount]) => [currency, amount.toFixed()])).toEqual([['EUR', '500']]);
  });

  it('has the same configuration hash wherever data and runs lie, and another for another limit', async () => {
    const hashOf = async (...lines: string[]): Promise<string> =>
      (await backtestSetup(await settingsOf(STRATEGY, ...lines), { data })).about.config;
    const plain = await hashOf();
    expect(await hashOf('backtest: { data: ./elsewhere, runs: ./there }')).toBe(plain);
    expect(await hashOf('risk: { maxOpenOrders: 3 }')).not.toBe(plain);
    // What deals in the best way reckon with decides what they do.
    expect(await hashOf('execution: { takerFee: 1% }')).not.toBe(plain);
    const longer = STRATEGY.replace('budget', 'warmUp: 1h, budget');
    expect((await backtestSetup(await settingsOf(longer), { data })).about.config).not.toBe(plain);
  });

  it('names what is not recorded and what is', async () => {
    const settings = await settingsOf(STRATEGY.replace('BTC/EUR', 'SOL/EUR'));
    await expect(backtestSetup(settings, { data })).rejects.toThrow(/no recording of SOL\/EUR in .*; there is one of BTC\/EUR, ETH\/EUR/);
    await expect(backtestSetup(settings, { data: join(place, 'none') })).rejects.toThrow(/there is no folder .*none/);
    await expect(backtestSetup(settings, { data: place })).rejects.toThrow(/nothing is recorded in/);
    await expect(backtestSetup(await settingsOf('strategies: {}'), { data })).rejects.toThrow(/no strategy to run/);
  });
});

describe('recordedMarkets', () => {
  it('opens a walk of its own for each pass, and hashes what is in the range alone', () => {
    const [market] = recordedMarkets(data, ['BTC/EUR'], {});
    const [first, second] = [market!.open(), market!.open()];
    first.next();
    first.next();
    second.next();
    expect([first.at, second.at]).toEqual([RECORDED_AT + 1000, RECORDED_AT]);
    for (const cursor of [first, second]) cursor.close();
    const [part] = recordedMarkets(data, ['BTC/EUR'], { to: RECORDED_AT + 5000 });
    expect(part!.hash).not.toBe(market!.hash);
    expect(recordedMarkets(data, ['BTC/EUR'], {})[0]!.hash).toBe(market!.hash);
  });
});

describe('folderOf', () => {
  it('starts from the folder of the file for what it names, else from where the command runs', async () => {
    const settings = await settingsOf('backtest: { data: ./recorded }');
    expect([folderOf(settings, 'data', '/elsewhere'), folderOf(settings, 'runs', '/elsewhere')]).toEqual([
      join(place, 'recorded'),
      '/elsewhere/runs',
    ]);
  });
});
