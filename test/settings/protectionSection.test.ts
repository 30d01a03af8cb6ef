import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { explainSetting } from '../../src/settings/explainSetting.ts';
import { riskLimitsOf } from '../../src/loading/engineSettings.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const WHOLE = `mode: demo
risk:
  maxOrderAmount: { BTC: 0.5 }
  reserve: { EUR: 20000 }
  maxOpenValue: 5000 EUR
  maxExposure: 8000 EUR
  maxTurnover: 20000 EUR
  turnoverPeriod: 6h
  maxOrdersPerMinutePerSymbol: 30
  maxAlike: 1
  maxLoss: 400 EUR
  maxDrawdown: 300 EUR
  protect:
    - { kind: losing-trades, trades: 4, within: 1h, pause: 2h, then: no-entries }
strategies:
  maker:
    use: maker
    symbol: BTC/EUR
    budget: 2000 EUR
    maxLoss: 200 EUR
    maxDailyLoss: 50 EUR
    onLoss: close
    protect:
      - { kind: cool-down, after: loss, pause: 10m }
      - { kind: low-profit, trades: 10, within: 6h, least: 0 }
      - { kind: repeated-fills, fills: 10, within: 1m, move: 0.1% }
  other: { use: maker, symbol: ETH/EUR, budget: 2000 EUR }
`;

describe('limits and protections of the configuration', () => {
  it('reach the engine', async () => {
    const limits = riskLimitsOf(await settings(WHOLE));
    const euro = (amount: number) => ({ amount: dec(amount), currency: 'EUR' });
    expect(limits).toMatchObject({
      maxOrderAmount: { BTC: dec('0.5') },
      reserve: { EUR: dec(20_000) },
      maxOpenValue: euro(5000),
      maxExposure: euro(8000),
      maxTurnover: euro(20_000),
      turnoverPeriodMs: 21_600_000,
      maxOrdersPerMinutePerSymbol: 30,
      maxAlike: 1,
    });
    expect(limits.losses).toEqual({
      '': { maxLoss: euro(400), maxDrawdown: euro(300), action: 'cancel' },
      maker: { maxLoss: euro(200), maxDailyLoss: euro(50), maxDrawdown: undefined, action: 'close' },
    });
    expect(limits.protections).toEqual({
      '': [{ kind: 'losing-trades', trades: 4, withinMs: 3_600_000, pauseMs: 7_200_000, action: 'no-entries' }],
      maker: [
        { kind: 'cool-down', after: 'loss', pauseMs: 600_000, action: 'no-entries' },
        { kind: 'low-profit', trades: 10, withinMs: 21_600_000, least: dec(0), pauseMs: undefined, action: 'cancel' },
        { kind: 'repeated-fills', fills: 10, withinMs: 60_000, move: dec('0.001'), pauseMs: undefined, action: 'cancel' },
      ],
    });
  });

  it('are none where nothing is said', async () => {
    const limits = riskLimitsOf(await settings('mode: demo\n'));
    expect([limits.losses, limits.protections, limits.maxExposure]).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['{ kind: cool-down, after: loss }', 'pause', 'is missing: cool-down needs after, pause'],
    ['{ kind: losing-trades, trades: 4 }', 'within', 'is missing: losing-trades needs trades, within'],
    ['{ kind: cool-down, after: loss, pause: 1h, trades: 3 }', 'trades', 'cool-down does not take trades'],
    ['{ kind: max-loss, per: day }', 'amount', 'is missing: max-loss needs amount'],
    ['{ kind: max-loss, amount: 5 EUR, pause: 1h }', 'pause', 'max-loss does not take pause'],
    ['{ kind: drawdown, amount: 5 EUR, per: day }', 'per', 'drawdown does not take per'],
    ['{ kind: cool-down, after: stop, pause: 1h, action: close }', 'action', 'unknown key'],
    ['{ kind: colldown }', 'kind', 'did you mean cool-down?'],
    ['{ kind: cool-down, after: loss, pause: 10 }', 'pause', 'expected a duration'],
  ])('%s is an error with its place', async (protection, member, message) => {
    const text = `mode: demo\nstrategies:\n  m: { use: maker, symbol: BTC/EUR, budget: 1 EUR, protect: [${protection}] }\n`;
    await expect(settings(text)).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(new RegExp(`:3:\\d+.*protect.*${member}[^]*${message.replace(/[?]/g, '\\?')}`)) as string,
    });
  });

  it('belong together: a period needs its limit, and low profit a strategy', async () => {
    await expect(settings('mode: demo\nrisk: { turnoverPeriod: 1h }\n')).rejects.toThrow('says nothing without maxTurnover');
    const all = 'mode: demo\nrisk: { protect: [{ kind: low-profit, trades: 1, within: 1h, least: 0 }] }\n';
    await expect(settings(all)).rejects.toThrow('low-profit belongs to a strategy');
  });

  it('a limit on losses of the list has an action of its own', async () => {
    const list =
      '[{ kind: max-loss, amount: 200 EUR, per: day, then: close }, { kind: max-loss, amount: 9 EUR }, { kind: drawdown, amount: 7 EUR }]';
    const text = `mode: demo\nstrategies:\n  m: { use: maker, symbol: BTC/EUR, budget: 1 EUR, protect: ${list} }\n`;
    const { losses, protections } = riskLimitsOf(await settings(text));
    const euro = (amount: number) => ({ amount: dec(amount), currency: 'EUR' });
    expect(losses!['m']!.also).toEqual([
      { maxDailyLoss: euro(200), action: 'close' },
      { maxLoss: euro(9), action: 'cancel' },
      { maxDrawdown: euro(7), action: 'cancel' },
    ]);
    expect(protections).toBeUndefined();
    const ofDay = 'mode: demo\nrisk: { protect: [{ kind: max-loss, amount: 5 EUR, per: day }] }\n';
    await expect(settings(ofDay)).rejects.toThrow('the loss of one day, of everything, is risk.maxDailyLoss');
  });

  it('are explained', () => {
    expect(explainSetting('risk.maxExposure').field.about).toContain('worth together');
    expect(explainSetting('strategies.maker.protect.0').children.map(({ path }) => path.at(-1))).toContain('kind');
  });
});

async function settings(text: string) {
  const file = folder.path('config.yaml');
  writeFileSync(file, text);
  return loadSettings({ file, env: {} });
}
