import { expect, it } from 'vitest';
import { p } from '../../../src/engine/params.ts';
import { strategy } from '../../../src/engine/strategy.ts';
import { EMA } from '../../../src/market/ema.ts';
import type { Dimension } from '../../../src/research/sweep/dimension.ts';
import { dimensionOf } from '../../../src/research/sweep/dimension.ts';
import { variedEngine } from '../../../src/research/sweep/variedEngine.ts';
import { warmedWith } from '../../../src/research/sweep/warmedWith.ts';
import { BTC } from '../../engine/fixtures.ts';
import { engineOf, optionsOf } from '../backtest/fixtures.ts';
import { recordedMarket, type Row } from '../backtest/recordedMarket.ts';

const MINUTE = 60_000;
const FROM = 60 * MINUTE;
const PERIOD = p.int(5);
const definition = strategy({
  about: 'A test.',
  params: { period: PERIOD },
  setup: ({ period }, { context }) => {
    if (period > 0) context.candles('1m').use(new EMA(period));
    return {};
  },
});
const engine = engineOf(() => ({}), { strategies: [{ name: 's', symbol: 'BTC/EUR', definition, params: { period: 5 } }] });
const written = { s: { params: { period: 5 } } } as unknown as Parameters<typeof variedEngine>[1]['strategies'];
const rows: readonly Row[] = Array.from({ length: 120 }, (_, i) => ({
  at: i * MINUTE,
  bids: [[`${60_000 + i}.00`, '1']],
  asks: [['70000.00', '1']],
}));

function hashes(values: readonly string[], changedAt: number | undefined): Readonly<Record<string, string>> {
  const recorded = rows.map((row) => (row.at === changedAt ? { ...row, asks: [['71000.00', '1']] as const } : row));
  const market = recordedMarket(BTC, recorded);
  const past = (_symbol: string, from: number, to: number) =>
    recordedMarket(
      BTC,
      recorded.filter(({ at }) => at >= from && at < to),
    ).open();
  const dimension = dimensionOf('strategies.s.params.period', PERIOD, { values }) as Dimension;
  return warmedWith(optionsOf(engine, [market], { past }), [dimension], variedEngine(engine, { strategies: written }), FROM);
}

it('knows what was recorded before the beginning, as far back as any trial can warm up with, and nothing older', () => {
  const known = hashes(['2', '30'], undefined);
  expect(known).toEqual({ 'BTC/EUR': expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  expect(hashes(['2', '30'], FROM - 25 * MINUTE)).not.toEqual(known);
  for (const changedAt of [FROM - 40 * MINUTE, FROM]) expect(hashes(['2', '30'], changedAt)).toEqual(known);
  expect(hashes(['2', '6'], FROM - 25 * MINUTE)).toEqual(hashes(['2', '6'], undefined));
});

it('has nothing where nothing is warmed up', () => {
  const idle = engineOf(() => ({}));
  expect(warmedWith(optionsOf(idle, [recordedMarket(BTC, rows)], { past: () => expect.unreachable() }), [], () => idle, FROM)).toEqual({});
});
