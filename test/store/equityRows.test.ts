import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/base/instant.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { dec } from '../../src/base/decimal.ts';
import { equityReport } from '../../src/daemon/history/equityReport.ts';
import type { EquitySpan, EquityStep } from '../../src/model/chronicle.ts';
import { addStep, isSameStep } from '../../src/model/equitySteps.ts';
import { createChronicle } from '../../src/store/chronicleLog.ts';
import { migrate } from '../../src/store/migrate.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { fallOf, seenAt } from '../model/fallOf.ts';
import { ownedDatabase, START } from './builders.ts';

const EVER = Number.MAX_SAFE_INTEGER;
const BEFORE_EXTREMES = 18;

const deepestOf = ({ everyMs, steps }: EquitySpan): string | undefined => equityReport(everyMs, steps).deepestFall['EUR'];

/** What was seen, oldest first: a random walk of money with many digits, which looks close together for a while and then not for hours. */
const walks = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.boolean()), {
    minLength: 2,
    maxLength: 120,
  })
  .map((moves) => {
    let at = START - 45 * DAY_MS;
    let units = 10n ** 15n;
    return moves.map(([gap, move, isNewLife]) => {
      at += gap < 60 ? (gap + 1) * 1000 : gap < 90 ? (gap - 59) * 5 * MINUTE_MS + 1 : (gap - 89) * 5 * 60 * MINUTE_MS + 7;
      units += move;
      return {
        seen: seenAt(
          at,
          dec(units)
            .div(dec(10n ** 9n))
            .toFixed(),
        ),
        isNewLife,
      };
    });
  });

/** As a daemon keeps them: of each of its lives a step a minute. */
function minutesOf(walk: readonly { readonly seen: EquityStep; readonly isNewLife: boolean }[]): EquityStep[] {
  const steps: EquityStep[] = [];
  for (const { seen, isNewLife } of walk) addStep(steps, seen, (last, step) => !isNewLife && isSameStep(MINUTE_MS)(last, step));
  return steps;
}

describe('the worth of the account, as it is kept', () => {
  let owned: Awaited<ReturnType<typeof ownedDatabase>>;
  beforeAll(async () => {
    owned = await ownedDatabase();
  });
  afterAll(() => owned.database.close());

  it('has the deepest fall of all that was seen from a step on and before another, whatever was thinned, in however few steps it is told', async () => {
    const chronicle = createChronicle(owned.database);
    await fc.assert(
      fc.asyncProperty(walks, fc.nat(), fc.nat(), fc.integer({ min: 2, max: 30 }), async (walk, one, other, most) => {
        await owned.database.run('DELETE FROM equity_point');
        await chronicle.keep([], minutesOf(walk));
        const between = (from: number, to: number): string =>
          fallOf(walk.flatMap(({ seen }) => (seen.at >= from && seen.at < to ? dec(seen.worth['EUR']!) : []))).toFixed();
        for (const days of [-40, -30, 0, 1, 40]) {
          await chronicle.thin(START + days * DAY_MS);
          const all = await chronicle.equity(0, EVER, 10_000);
          expect(deepestOf(all)).toBe(between(0, EVER));
          expect(deepestOf(await chronicle.equity(0, EVER, most))).toBe(between(0, EVER));
          const [from = 0, to = EVER] = [one, other].map((n) => all.steps[n % all.steps.length]!.at).toSorted((a, b) => a - b);
          if (from < to) expect(deepestOf(await chronicle.equity(from, to, most))).toBe(between(from, to));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is read in one piece while more of it is thinned than one page holds', async () => {
    const chronicle = createChronicle(owned.database);
    await owned.database.run('DELETE FROM equity_point');
    const first = START - 40 * DAY_MS;
    const steps = Array.from({ length: 2500 }, (_, minute) => seenAt(first + minute * MINUTE_MS, minute % 997 === 0 ? '5' : '100'));
    await chronicle.keep([], steps);
    const [, read, after] = await Promise.all([
      chronicle.thin(START - 37 * DAY_MS),
      chronicle.equity(0, EVER, 4),
      chronicle.equity(0, EVER, 480),
    ]);
    expect([read, after].map(deepestOf)).toEqual(['95', '95']);
    expect(after.steps.filter(({ extremes }) => extremes['EUR']!.fall.eq(95))).toHaveLength(2);
  });
});

it('a row of an earlier version has its one value as lowest and highest, before and after the schema is brought up to date', async () => {
  const { database } = await ownedDatabase(MIGRATIONS.slice(0, BEFORE_EXTREMES));
  const chronicle = createChronicle(database);
  const worths = ['100.10', '102.3500000000000000000000001', '99', '101'];
  for (const [minute, worth] of worths.entries()) {
    const at = START + minute * MINUTE_MS + 1234;
    const point = JSON.stringify({ worth: { EUR: worth }, profit: { 'maker BTC/EUR': '0.10' } });
    await database.run('INSERT INTO equity_point(minute, at, point) VALUES (?, ?, ?)', Math.floor(at / MINUTE_MS), at, point);
  }
  const expected = { everyMs: MINUTE_MS, steps: worths.map((worth, minute) => seenAt(START + minute * MINUTE_MS + 1234, worth)) };
  expect(await chronicle.equity(0, EVER, 480)).toEqual(expected);
  await migrate(database, MIGRATIONS, { path: ':memory:', clock: systemClock });
  expect(await chronicle.equity(0, EVER, 480)).toEqual(expected);
  await chronicle.keep([], [seenAt(START + 5 * MINUTE_MS, '120')]);
  await chronicle.thin(START + 3 * DAY_MS);
  const { steps } = await chronicle.equity(0, EVER, 480);
  expect(steps).toHaveLength(1);
  expect(deepestOf({ everyMs: MINUTE_MS, steps })).toBe('3.3500000000000000000000001');
  await database.close();
});
