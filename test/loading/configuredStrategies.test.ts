import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { engineSettingsOf } from '../../src/loading/engineSettings.ts';
import { checkParams, configuredStrategies } from '../../src/loading/strategyParams.ts';
import { loadSettings, type Settings } from '../../src/settings/loadSettings.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-loading-'));
afterAll(() => rmSync(folder, { recursive: true }));

function load(text: string): Promise<Settings> {
  writeFileSync(join(folder, 'config.yaml'), text);
  return loadSettings({ file: 'config.yaml', cwd: folder, env: {}, checkParams });
}

const MAKERS = `
risk: { maxOpenOrders: 7 }
strategies:
  wide: { use: maker, symbol: BTC/EUR, budget: 100 EUR, params: { size: 0.010, spreadBps: 30 } }
  close: { use: maker, symbol: ETH/EUR, budget: 50 EUR, params: { size: 0.5 } }
`;

describe('configured strategies', () => {
  it('show an unknown parameter at its name, with the one that was meant', async () => {
    const broken = `strategies:\n  m:\n    use: maker\n    symbol: BTC/EUR\n    budget: 1 EUR\n    params: { size: x, spredBps: 3 }\n`;
    const error: unknown = await load(broken).catch((caught: unknown) => caught);
    const { message } = error as Error;
    expect(message).toContain('config.yaml:6:24  strategies.m.params.spredBps');
    expect(message).toContain('unknown parameter; did you mean spreadBps?');
    // The message points at the wrong value.
    expect(message).toContain('config.yaml:6:21  strategies.m.params.size');
  });

  it('are loaded in the order of the file, with the parameters read and the defaults filled in', async () => {
    const [wide, close] = await configuredStrategies(await load(MAKERS));
    expect(wide).toMatchObject({ name: 'wide', symbol: 'BTC/EUR', params: { size: dec('0.01'), spreadBps: dec('30') } });
    expect(close).toMatchObject({ name: 'close', symbol: 'ETH/EUR', params: { size: dec('0.5') } });
    expect(close!.params['spreadBps']).toBeDefined();
    expect(close!.definition).toBe(wide!.definition);
  });

  it('give the engine their budgets, and their symbols where risk.symbols names none', async () => {
    const settings = await load(MAKERS);
    const { limits, replaces } = engineSettingsOf(settings, await configuredStrategies(settings));
    expect(limits.symbols).toEqual(['BTC/EUR', 'ETH/EUR']);
    expect(limits.maxOpenOrders).toBe(7);
    expect(limits.budgets['wide']).toEqual({ amount: dec('100'), currency: 'EUR' });
    expect(replaces).toBe(false);
  });

  it('report a wrong parameter and an unknown strategy at their places in the file', async () => {
    await expect(load(MAKERS.replace('0.010', 'many'))).rejects.toThrow(/strategies\.wide\.params\.size/);
    await expect(load(MAKERS.replace('use: maker', 'use: makre'))).rejects.toThrow(/strategies\.wide\.use/);
  });
});
