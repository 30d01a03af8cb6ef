import { describe, expect, it } from 'vitest';
import { drawnModel } from '../../../src/exchange/drawnModel.ts';
import { FILL_MODELS } from '../../../src/exchange/fillModel.ts';
import { backtest, runBacktest } from '../../../src/research/backtest/backtest.ts';
import type { BacktestOptions } from '../../../src/research/backtest/backtestOptions.ts';
import { drawnFiguresOf } from '../../../src/research/metrics/drawnFigures.ts';
import maker from '../../../strategies/maker.ts';
import { readParams } from '../../../src/engine/params.ts';
import { BANDS } from '../../../src/research/runRecord.ts';
import { wanderingMarket } from '../sweep/wanderingMarket.ts';
import { engineOf, optionsOf } from './fixtures.ts';

const MARKET = wanderingMarket('draws', 400);

function makerOptions(more: Partial<BacktestOptions> = {}): BacktestOptions {
  const { values } = readParams(maker.params, { spreadBps: '1', size: '0.05', moveBps: '1' });
  const strategies = [{ name: 'm', symbol: 'BTC/EUR', definition: maker, params: values }];
  return optionsOf(
    engineOf(() => ({}), { strategies }),
    [MARKET],
    more,
  );
}

describe('draws of the fitted band', () => {
  const plain = runBacktest(makerOptions());
  const drawn = runBacktest(makerOptions({ draws: 6 }));

  it('change nothing of the three bands, and of what is compared by the checks', () => {
    for (const band of BANDS) expect(drawn.record.bands[band].decisions).toBe(plain.record.bands[band].decisions);
    expect(drawn.pass).toEqual(plain.pass);
    expect([plain.record.draws, drawn.record.draws.length]).toEqual([[], 6]);
  });

  it('are each another run, and the same ones each time', { tags: 'long' }, () => {
    const texts = drawn.record.draws.map((figures) => JSON.stringify(figures));
    expect(new Set(texts).size).toBe(6);
    expect(runBacktest(makerOptions({ draws: 6 })).record.draws).toEqual(drawn.record.draws);
    expect(runBacktest(makerOptions({ draws: 2 })).record.draws).toEqual(drawn.record.draws.slice(0, 2));
    expect(drawn.record.draws.every(({ fills }) => fills! > 0)).toBe(true);
  });

  it('come to what the model that is drawn comes to by itself', () => {
    const models = { ...FILL_MODELS, fitted: drawnModel(FILL_MODELS.fitted, 3) };
    expect(drawnFiguresOf(backtest(makerOptions({ models })).bands.fitted)).toEqual(drawn.record.draws[2]);
  });
});
