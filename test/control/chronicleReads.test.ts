import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { MINUTE_MS } from '../../src/base/instant.ts';
import { chronicleReads } from '../../src/control/chronicleReads.ts';
import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import type { EquityStep } from '../../src/model/chronicle.ts';
import { addStep, isSameStep } from '../../src/model/equitySteps.ts';
import { createChronicle } from '../../src/store/chronicleLog.ts';
import { fallOf, seenAt } from '../model/fallOf.ts';
import { ownedDatabase, START } from '../store/builders.ts';

const SECOND = 1000;

/** One value in ten seconds, which falls and rises by leaps of its own. */
function valuesOf(from: number, count: number, seed: number): EquityStep[] {
  return Array.from({ length: count }, (_, n) => seenAt(from + n * 10 * SECOND, `${1000 + ((n * 7919 + seed) % 1009)}.5`));
}

function stepsOf(values: readonly EquityStep[], everyMs: number): EquityStep[] {
  const steps: EquityStep[] = [];
  for (const value of values) addStep(steps, value, isSameStep(everyMs));
  return steps;
}

type Report = ControlReply<'equity.series'>;

/** What a daemon answers that has kept one life, and is in another, of which it holds steps of `ownMs` in memory. */
async function asked(
  earlier: readonly EquityStep[],
  own: readonly EquityStep[],
  ownMs: number,
  from?: number,
  to?: number,
): Promise<Report> {
  const { database } = await ownedDatabase();
  const chronicle = createChronicle(database);
  await chronicle.keep([], stepsOf(earlier, MINUTE_MS));
  const equity = { span: { everyMs: ownMs, steps: stepsOf(own, ownMs) }, newest: own.at(-1) };
  const chronicler = { keepNow: () => chronicle.keep([], stepsOf(own, MINUTE_MS)) };
  const reads = chronicleReads({ history: { equity, chronicler }, records: { chronicle } } as unknown as Daemon);
  const report = await reads['equity.series']({ from, to }, new AbortController().signal);
  await database.close();
  return report;
}

describe('the series of what the account was worth', () => {
  const earlier = valuesOf(START, 120, 1);
  const began = START + 20 * MINUTE_MS + 20 * SECOND;
  const own = valuesOf(began, 150, 5);
  const deepest = (from: number, to: number): Record<string, string> => ({
    EUR: fallOf([...earlier, ...own].flatMap(({ at, worth }) => (at >= from && at < to ? dec(worth['EUR']!) : []))).toFixed(),
  });

  it.each([
    ['both lives, in memory finer than kept', 20 * SECOND, START, undefined],
    ['both lives, in memory coarser than kept', 2 * MINUTE_MS, START, undefined],
    ['this life, in memory finer than kept', 20 * SECOND, began + 20 * SECOND, undefined],
    ['this life, in memory coarser than kept', 8 * MINUTE_MS, began + 10 * MINUTE_MS + 40 * SECOND, undefined],
    ['the life before', 20 * SECOND, START + 10 * MINUTE_MS, began],
    ['a part of this life', 20 * SECOND, began + 20 * SECOND, began + 100 * SECOND],
  ])('has the deepest fall of all values of %s, and makes none up', async (_name, ownMs, from, to) => {
    const { points, deepestFall } = await asked(earlier, own, ownMs, from, to);
    expect(points[0]!.at).toBe(from);
    expect(deepestFall).toEqual(deepest(from, to ?? Infinity));
    expect(points.length).toBeLessThanOrEqual(961);
    expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted((a, b) => a - b));
    if (to === undefined) expect(points.at(-1)!.at).toBeGreaterThan(own.at(-1)!.at - MINUTE_MS);
  });

  it('since the start, where no time is named', async () => {
    const { points, deepestFall, everyMs } = await asked([], own, 100 * SECOND);
    expect([everyMs, points[0]!.at, deepestFall]).toEqual([100 * SECOND, began, deepest(began, Infinity)]);
  });
});
