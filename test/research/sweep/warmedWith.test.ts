import { expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { MINUTE_MS } from '../../../src/base/instant.ts';
import type { EngineSettings } from '../../../src/engine/engineState.ts';
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

const FROM = 60 * MINUTE_MS;
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
  at: i * MINUTE_MS,
  bids: [[`${60_000 + i}.00`, '1']],
  asks: [['70000.00', '1']],
}));

const periods = (values: readonly string[]): Dimension => dimensionOf('strategies.s.params.period', PERIOD, { values }) as Dimension;

function hashes(values: readonly string[], changedAt: number | undefined): Readonly<Record<string, string>> {
  const recorded = rows.map((row) => (row.at === changedAt ? { ...row, asks: [['71000.00', '1']] as const } : row));
  const market = recordedMarket(BTC, recorded);
  const past = (_symbol: string, from: number, to: number) =>
    recordedMarket(
      BTC,
      recorded.filter(({ at }) => at >= from && at < to),
    ).open();
  return warmedWith(optionsOf(engine, [market], { past }), [periods(values)], variedEngine(engine, { strategies: written }), FROM);
}

/** How far before the beginning it looks, in minutes, and what it gives where opening that ends with a fault. */
function looksBack(dimensions: readonly Dimension[], given: EngineSettings, failures: readonly Fault[] = []): readonly [number[], unknown] {
  const asked: number[] = [];
  const past = (_symbol: string, from: number) => {
    asked.push((FROM - from) / MINUTE_MS);
    const failure = failures[asked.length - 1];
    if (failure !== undefined) throw failure;
    return recordedMarket(BTC, rows.slice(0, 1)).open();
  };
  const hash = warmedWith(
    optionsOf(given, [recordedMarket(BTC, rows)], { past }),
    dimensions,
    variedEngine(given, { strategies: written }),
    FROM,
  );
  return [asked, hash['BTC/EUR']];
}

it('knows what was recorded before the beginning, as far back as any trial can warm up with, and nothing older', () => {
  const known = hashes(['2', '30'], undefined);
  expect(known).toEqual({ 'BTC/EUR': expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  expect(hashes(['2', '30'], FROM - 25 * MINUTE_MS)).not.toEqual(known);
  for (const changedAt of [FROM - 40 * MINUTE_MS, FROM]) expect(hashes(['2', '30'], changedAt)).toEqual(known);
  expect(hashes(['2', '6'], FROM - 25 * MINUTE_MS)).toEqual(hashes(['2', '6'], undefined));
});

it('has nothing where nothing is warmed up', () => {
  const idle = engineOf(() => ({}));
  expect(warmedWith(optionsOf(idle, [recordedMarket(BTC, rows)], { past: () => expect.unreachable() }), [], () => idle, FROM)).toEqual({});
});

it('looks at every value of a list that is in no order', () => {
  const [ordered] = looksBack([periods(['2', '5', '30'])], engine);
  const [unordered] = looksBack([periods(['2', '30', '5'])], engine);
  expect(unordered).toEqual(ordered);
  expect(unordered[0]).toBeGreaterThan(looksBack([periods(['2', '5'])], engine)[0][0]!);
});

it('looks at both ends, and every value of an unordered list, of more dimensions than have all their combinations looked at', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const;
  const many = strategy({
    about: 'A test.',
    params: Object.fromEntries(names.map((name) => [name, PERIOD])),
    setup: (params, { context }) => {
      for (const name of names) context.candles('1m').use(new EMA(params[name]!));
      return {};
    },
  });
  const params = Object.fromEntries(names.map((name) => [name, 5]));
  const ofMany = engineOf(() => ({}), { strategies: [{ name: 's', symbol: 'BTC/EUR', definition: many, params }] });
  const dimensions = (values: readonly string[]): Dimension[] =>
    names.map((name) => dimensionOf(`strategies.s.params.${name}`, PERIOD, { values: name === 'd' ? values : ['2', '5'] }) as Dimension);
  const furthest = (values: readonly string[]): number => looksBack(dimensions(values), ofMany)[0][0]!;
  expect(furthest(['2', '30', '5'])).toBe(furthest(['2', '5', '30']));
  expect(furthest(['2', '30', '5'])).toBeGreaterThan(furthest(['2', '5']));
});

it('goes by a shorter part where a longer one is of another grid, and by nothing where nothing is recorded', () => {
  const [newGrid, nothing] = [new Fault('invalid-request', 'another grid'), new Fault('not-found', 'nothing')];
  const [asked, hash] = looksBack([periods(['2', '30'])], engine, [newGrid]);
  expect(asked).toHaveLength(2);
  expect(hash).toMatch(/^invalid-request [0-9a-f]{64}$/);
  expect(looksBack([periods(['2', '30'])], engine, [nothing])).toEqual([[31], 'not-found']);
});

it('fails where the recording can not be read at this moment', () => {
  expect(() => looksBack([periods(['2'])], engine, [new Fault('store', 'the disk fails')])).toThrow('the disk fails');
});
