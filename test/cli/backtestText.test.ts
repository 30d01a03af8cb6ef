import { describe, expect, it } from 'vitest';
import { backtestLines, backtestRecord, bandColumns } from '../../src/cli/backtestText.ts';
import { reportFigures } from '../../src/research/report/reportFigures.ts';
import { dec } from '../../src/base/decimal.ts';
import { isoOf } from '../../src/base/instant.ts';
import { byBand } from '../../src/research/runRecord.ts';
import { jsonForPeople } from '../../src/base/json.ts';
import { strategyColumns, strategyRows } from '../../src/cli/backtestStrategies.ts';
import { moneyText } from '../../src/base/moneyText.ts';
import { fillOf, livelyRecord, recordOf, seriesOf } from '../research/runFixture.ts';

/** What a column shows for a run in a given currency. */
function shown(key: string, value: number | null, currency: string): unknown {
  const column = bandColumns.find((one) => one.key === key)!;
  const row = { band: 'fitted', record: { manifest: { currency } }, values: { profit: value, hold_profit: value } };
  return column.value(row as never);
}

describe('the table of a backtest', () => {
  it('counts replacements among the orders that were sent', () => {
    const column = bandColumns.find(({ key }) => key === 'orders')!;
    const record = { bands: { fitted: { orders: { placed: 2, replaced: 197_890, canceled: 2 } } } };
    expect(column.value({ band: 'fitted', record, values: {} } as never)).toBe(197_892);
  });

  it('shows money with the decimals that its currency usually has', () => {
    expect(shown('profit', -0.00017031, 'BTC')).toBe('-0.00017031 BTC');
    expect(shown('hold', 0.25, 'BTC')).toBe('0.25000000 BTC');
    expect(shown('profit', -401.1049, 'EUR')).toBe('-401.10 EUR');
    expect(shown('profit', 0, 'BTC')).toBe('0.00000000 BTC');
    expect(shown('profit', -0.001, 'EUR')).toBe('0.00 EUR');
    expect(shown('profit', null, 'EUR')).toBe('– EUR');
  });
});

it('shows fees to people with the decimals of their currency, and to programs with all that count', () => {
  const column = bandColumns.find(({ key }) => key === 'fees')!;
  const fees = { EUR: dec('2928.15621842'), BTC: dec('0.0480841') };
  const row = { band: 'fitted', record: { bands: { fitted: { fees } } }, values: {} } as never;
  expect(column.short!(row)).toBe('2928.16 EUR, 0.04808410 BTC');
  expect(column.value(row)).toBe('2928.15621842 EUR, 0.0480841 BTC');
});

describe('what is said around it', () => {
  const draws = [10, 20, 30].map((profit) => ({ profit, fills: 2 * profit, max_drawdown_samples: -profit / 1000 }));
  const record = { ...recordOf(), draws };
  const outcome = { run: '/runs/x', hash: 'h', seconds: 1, record, ...reportFigures(record), checks: [] };

  it('tells how sure the fitted band is of itself, where draws were asked for', () => {
    const said = '90 % of 3 draws of the fitted band: profit 11.00 EUR to 29.00 EUR, fills 22 to 58, drawdown -2.90 % to -1.10 %';
    expect(backtestLines(outcome)).toContain(said);
    expect(backtestLines({ ...outcome, record: recordOf() }).filter((line) => line.includes('draws'))).toEqual([]);
  });

  it('tells programs the same', () => {
    expect(backtestRecord(outcome, 'fitted')['draws']).toMatchObject({ count: 3, intervals: { profit: { low: 11, high: 29 } } });
    expect(backtestRecord({ ...outcome, record: recordOf() }, 'fitted')).not.toHaveProperty('draws');
  });

  it('warns programs of all that it warns people of, once where the bands share it, and names the currency and the time', () => {
    const run = recordOf();
    const bands = byBand((band) => ({
      ...run.bands[band],
      warnings: ['gaps: 1', ...(band === 'optimistic' ? ['b was stopped: it threw'] : [])],
    }));
    const warned = { ...outcome, record: { ...run, bands } };
    const told = backtestRecord(warned, 'fitted');
    expect(told['warnings']).toEqual(['gaps: 1', 'optimistic: b was stopped: it threw', ...outcome.answers.warnings.fitted]);
    for (const warning of told['warnings'] as string[]) expect(backtestLines(warned)).toContain(`warning ${warning}`);
    const { currency, from, to } = run.manifest;
    expect(told).toMatchObject({ currency, from: isoOf(from), to: isoOf(to) });
  });

  it('tells the same of strategies to people and to programs', () => {
    const record = livelyRecord(12);
    const figures = reportFigures(record);
    const outcome = { run: '/runs/x', hash: 'h', seconds: 1, record, ...figures, checks: [] };
    const { name, says, bands, resampled } = figures.answers.strategies[0]!;
    const json = JSON.parse(jsonForPeople(backtestRecord(outcome, 'fitted'))) as Record<string, never>;
    const told = (json['strategies'] as unknown as { fitted: { profit: string } }[])[0]!;
    expect(told).toMatchObject({ name, says, fitted: { fills: bands.fitted.fills } });
    expect(told.fitted.profit).toBe(bands.fitted.profit!.toFixed());
    const [row] = strategyRows(figures.answers);
    const shown = Object.fromEntries(strategyColumns.map(({ key, value }) => [key, value(row!)]));
    expect(shown).toMatchObject({ strategy: name, fills: bands.fitted.fills, trips: bands.fitted.trips.count, bands: says });
    expect(shown['profit']).toBe(`${moneyText(bands.fitted.profit!, 'EUR')} EUR`);
    const lines = backtestLines(outcome);
    const [worst] = figures.answers.falls.fitted;
    expect(lines.find((line) => line.startsWith('drawdown '))).toContain(`${moneyText(worst!.amount.toFixed(18), 'EUR')} EUR`);
    expect('because' in resampled).toBe(false);
    expect(lines.filter((line) => line.startsWith(`monte carlo ${name}: `))).toHaveLength(1);
  });

  it('tells of the band that is shown how little was traded in it, and how its equity fell', () => {
    const run = livelyRecord(12);
    const { fitted } = run.bands;
    const optimistic = {
      ...fitted,
      fills: [...fitted.fills].slice(0, 2),
      equity: { ...fitted.equity, equity: fitted.equity.equity.map((value) => 2 * value) },
    };
    const record = { ...run, bands: { ...run.bands, optimistic } };
    const figures = reportFigures(record);
    const outcome = { run: '/runs/x', hash: 'h', seconds: 1, record, ...figures, checks: [] };
    const lines = backtestLines(outcome, 'optimistic');
    const told = lines.filter((line) => /^drawdown |^warning .*next to nothing/.test(line));
    expect(told[0]).toContain('2 fills (optimistic)');
    expect(told[1]).toContain(`${moneyText(figures.answers.falls.optimistic[0]!.amount.toFixed(18), 'EUR')} EUR`);
    expect(told.filter((line) => line.includes('fitted'))).toEqual([]);
    expect(backtestRecord(outcome, 'optimistic')['warnings']).toContainEqual(expect.stringContaining('2 fills (optimistic)'));
    expect(backtestRecord(outcome, 'fitted')['warnings']).not.toContainEqual(expect.stringContaining('next to nothing'));
  });

  it('gives a strategy of several markets a row for each, in the quote currency of that market', { tags: 'long' }, () => {
    const markets = { left: 'ETH/BTC', right: 'BTC/EUR' };
    const fills = [fillOf({ strategy: 'pairs', symbol: 'ETH/BTC', price: dec('0.05'), feeCurrency: 'BTC', fee: dec('0.0001') })];
    const mids = { 'BTC/EUR': [100, 100], 'ETH/BTC': [0.05, 0.06] };
    const record = recordOf({ fills, equity: seriesOf({ mids }) }, { strategies: [{ name: 'pairs', use: 'pairs', markets, params: {} }] });
    const rows = strategyRows(reportFigures(record).answers);
    const of = (key: string): unknown[] => rows.map((row) => strategyColumns.find((column) => column.key === key)!.value(row));
    expect(of('strategy')).toEqual(['pairs', '  ETH/BTC', '  BTC/EUR']);
    expect(of('profit')).toEqual(['0.99 EUR', '0.00990000 BTC', '0.00 EUR']);
    expect(of('fees')).toEqual(['0.01 EUR', '0.00010000 BTC', '0.00 EUR']);
    // An ether is held, and the bitcoin that paid for it is owed.
    expect(of('exposure')).toEqual(['0.99 EUR', '1 ETH', '0 BTC']);
  });
});
