import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { messageOf } from '../../src/base/fault.ts';
import { loadSettings, type Settings } from '../../src/settings/loadSettings.ts';
import { showSettings } from '../../src/settings/showSettings.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-shadows-'));
afterAll(() => rmSync(folder, { recursive: true }));

function load(entries: string): Promise<Settings> {
  const file = join(folder, 'my.yaml');
  writeFileSync(file, `strategies:\n${entries}`);
  return loadSettings({ file, env: {} });
}

const MAKER = '  maker: { use: maker, symbol: BTC/EUR, budget: 500 EUR, maxLoss: 50 EUR, params: { size: 0.01, smooth: 20 } }\n';

describe('a shadow', () => {
  it('is not told of what is wrong with its champion, and is told of what is wrong with itself', async () => {
    const wrong = MAKER.replace('500 EUR', '500');
    const report = async (entries: string): Promise<string> => messageOf(await load(entries).catch((error: unknown) => error));
    const inherited = await report(`${wrong}  wider: { shadow: maker }\n`);
    expect(inherited).toMatch(/^1 problem in /);
    expect(inherited).toContain('strategies.maker.budget');
    expect(await report(`${wrong}  wider: { shadow: maker, budget: 700 }\n`)).toMatch(/2 problems[^]*strategies\.wider\.budget/);
    expect(await report(`${MAKER}  wider: { shadow: maker, budget: 700 }\n`)).toMatch(/1 problem [^]*strategies\.wider\.budget/);
  });

  it('is not among the strategies that trade', async () => {
    const { strategies, shadows } = await load(`${MAKER}  maker-2: { use: ./maker2.ts, shadow: maker }\n`);
    expect(Object.keys(strategies)).toEqual(['maker']);
    expect(Object.keys(shadows)).toEqual(['maker-2']);
  });

  it('has from its champion what it does not say: symbol, budget, limits; and its parameters where the file is the same', async () => {
    const { shadows } = await load(
      `${MAKER}  other: { use: ./maker2.ts, shadow: maker }\n  wider: { shadow: maker, budget: 700 EUR, params: { size: 0.02 } }\n`,
    );
    expect(shadows['other']).toMatchObject({
      use: './maker2.ts',
      symbol: 'BTC/EUR',
      budget: { amount: dec('500'), currency: 'EUR' },
      params: {},
    });
    expect(shadows['other']!.maxLoss).toEqual({ amount: dec('50'), currency: 'EUR' });
    expect(shadows['wider']).toMatchObject({ use: 'maker', budget: { amount: dec('700') }, params: { size: '0.02', smooth: '20' } });
  });

  it('may have other markets', async () => {
    const { shadows } = await load(`${MAKER}  pairs: { use: ./pairs.ts, shadow: maker, markets: { left: BTC/EUR, right: ETH/EUR } }\n`);
    expect([shadows['pairs']!.symbol, shadows['pairs']!.markets]).toEqual([undefined, { left: 'BTC/EUR', right: 'ETH/EUR' }]);
  });

  it.each([
    ['  maker-2: { use: maker, shadow: makr }\n', 'there is no strategy makr; did you mean maker?'],
    ['  maker-2: { use: maker, shadow: maker-2, symbol: BTC/EUR, budget: 1 EUR }\n', 'a strategy is no shadow of itself'],
    ['  two: { shadow: maker }\n  three: { shadow: two }\n', 'two is a shadow itself; name the strategy that trades'],
  ])('is refused with the place where its champion is none: %s', async (entries, message) => {
    expect(await load(`${MAKER}${entries}`).then(() => 'no problem', messageOf)).toContain(message);
  });

  it('is shown with the settings', async () => {
    expect(showSettings(await load(`${MAKER}  maker-2: { shadow: maker }\n`))).toMatchObject({
      strategies: { 'maker-2': { shadow: 'maker', budget: '500 EUR' } },
    });
  });
});
