import type { Random } from '../../../src/base/random.ts';
import type { EngineSettings } from '../../../src/engine/engineState.ts';
import { strategy } from '../../../src/engine/kit.ts';
import { type ParamShape, readParams } from '../../../src/engine/params.ts';
import type { DeclaredMarkets, StrategyDefinition } from '../../../src/engine/strategy.ts';
import type { BandRun } from '../../../src/research/runRecord.ts';
import { NO_LIMITS } from '../backtest/fixtures.ts';
import type { Levels, Row } from '../backtest/recordedMarket.ts';

export function settingsOf<P extends ParamShape>(
  definition: StrategyDefinition<P, DeclaredMarkets>,
  given: Readonly<Record<string, string>>,
): EngineSettings {
  const { values } = readParams(definition.params, given);
  return {
    strategies: [{ name: 's', symbol: 'BTC/EUR', definition, params: values }],
    limits: NO_LIMITS,
    replaces: true,
    seed: 'test',
  };
}

/** A wandering market with statistics, gaps and empty sides now and then. */
export function marketRows(random: Random, books: number): Row[] {
  const rows: Row[] = [];
  let at = 0;
  let mid = 6_000_000;
  let volume = 1000;
  const levels = (from: number, step: number): Levels =>
    Array.from({ length: 5 }, (_, i) => [
      ((from + step * i * (1 + random.int(30))) / 100).toFixed(2),
      ((1 + random.int(400)) / 100).toFixed(5),
    ]);
  const sorted = (side: Levels, sign: number): Levels => [...new Map(side).entries()].sort(([a], [b]) => sign * (Number(a) - Number(b)));
  for (let i = 0; i < books; i++) {
    at += 200 + random.int(1200);
    mid += Math.round(random.normal() * (random.int(20) === 0 ? 1500 : 120));
    if (random.int(150) === 0) {
      rows.push({ from: at, at: at + random.int(20_000), reason: 'poll-failed' });
      at = rows.at(-1)!.at + 200;
    }
    if (random.int(8) === 0) {
      volume += random.int(300) / 100;
      rows.push({ at, baseVolume: volume.toFixed(2) });
    }
    const half = 20 + random.int(500);
    const isEmpty = random.int(400) === 0;
    rows.push({ at, bids: isEmpty ? [] : sorted(levels(mid - half, -1), -1), asks: sorted(levels(mid + half, 1), 1) });
  }
  return rows;
}

/** The result of a run without the hash of its decisions. */
export function orderOf(run: BandRun): Omit<BandRun, 'decisions'> {
  const { decisions: _, fills, ...rest } = run;
  return { ...rest, fills: [...fills] };
}

export const handlers = (setup: StrategyDefinition['setup']): StrategyDefinition => strategy({ about: 'A test.', params: {}, setup });
