import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/base/instant.ts';
import type { EquityStep } from '../../src/model/chronicle.ts';
import type { EventLine } from '../../src/model/eventLine.ts';
import { createChronicle, linesQuery } from '../../src/store/chronicleLog.ts';
import { seenAt } from '../model/fallOf.ts';
import { ownedDatabase, START } from './builders.ts';

function line(id: number, over: Partial<EventLine> = {}): EventLine {
  return { id, at: START + id, level: 'info', event: 'fill', strategy: 'maker', symbol: 'BTC/EUR', text: `line ${id}`, ...over };
}

function point(at: number): EquityStep {
  return seenAt(at, `${at / MINUTE_MS}`);
}

describe(createChronicle, () => {
  it('finds lines by what happened, how much it matters, when, and whose it was, page by page', async () => {
    const { database } = await ownedDatabase();
    const chronicle = createChronicle(database);
    const lines = [
      line(1),
      line(2, { level: 'warn', event: 'intent-refused', strategy: undefined, symbol: undefined }),
      line(3, { level: 'error', event: 'halted' }),
      line(4, { event: 'refused', strategy: 'grid', symbol: 'ETH/EUR' }),
    ];
    await chronicle.keep(lines, []);
    const ids = async (...asked: Parameters<typeof chronicle.lines>): Promise<number[]> =>
      (await chronicle.lines(...asked)).map(({ id }) => id);
    expect(await chronicle.lines({ before: 3, after: 1 }, 10)).toEqual([lines[1]]);
    expect(await ids({}, 2)).toEqual([4, 3]);
    expect(await ids({ before: 3 }, 2)).toEqual([2, 1]);
    expect(await ids({ kinds: ['refused', 'intent-refused'] }, 10)).toEqual([4, 2]);
    expect(await ids({ level: 'warn' }, 10)).toEqual([3, 2]);
    expect(await ids({ from: START + 2, to: START + 4 }, 10)).toEqual([3, 2]);
    expect(await ids({ strategy: 'grid', symbol: 'ETH/EUR' }, 10)).toEqual([4]);
    // What was kept before is not kept twice.
    await chronicle.keep([line(4, { text: 'again' }), line(5)], []);
    expect((await chronicle.lines({}, 2)).map(({ text }) => text)).toEqual(['line 5', 'line 4']);
    await database.close();
  });

  it.each([
    ['strategy', { strategy: 'grid' }, 'event_line_by_strategy'],
    ['strategy, a page further', { strategy: 'grid', before: 9 }, 'event_line_by_strategy'],
    ['kind', { kinds: ['fill'] }, 'event_line_by_event'],
  ])('reads lines by %s from an index', async (_name, filter, index) => {
    const { database } = await ownedDatabase();
    const [sql, ...values] = linesQuery(filter, 10);
    const plan =
      database.engine === 'sqlite'
        ? (await database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)).map(({ detail }) => detail)
        : // A server reads a table that is nearly empty as a whole, so only that there is an index can be seen.
          (await database.all<{ name: string }>('SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema()')).map(
            ({ name }) => name,
          );
    expect(plan.join('; ')).toContain(index);
    await database.close();
  });

  it('tells of a time in no more steps than asked for, each with what was seen first in it', async () => {
    const { database } = await ownedDatabase();
    const chronicle = createChronicle(database);
    const day = Array.from({ length: 1440 }, (_, minute) => point(START + minute * MINUTE_MS));
    await chronicle.keep([], day);
    const hour = await chronicle.equity(START, START + 60 * MINUTE_MS, 480);
    expect(hour.everyMs).toBe(MINUTE_MS);
    expect(hour.steps[0]).toEqual(point(START));
    expect(hour.steps).toHaveLength(60);
    const all = await chronicle.equity(0, Number.MAX_SAFE_INTEGER, 480);
    expect(all.steps.length).toBeLessThanOrEqual(480);
    expect(all.steps.length).toBeGreaterThan(300);
    expect(all.everyMs).toBe(4 * MINUTE_MS);
    expect(all.steps.map(({ at }) => at)).toEqual(all.steps.map(({ at }) => at).toSorted((a, b) => a - b));
    expect(await chronicle.equity(0, START, 480)).toEqual({ everyMs: MINUTE_MS, steps: [] });
    await database.close();
  });

  it('shows the points on both sides of a time, whatever stands between them', async () => {
    const { database } = await ownedDatabase();
    const chronicle = createChronicle(database);
    await chronicle.keep([], [point(START), point(START + 3 * MINUTE_MS + 20_000)]);
    const at = async (time: number): Promise<unknown> => {
      const [{ before, after } = {}] = await chronicle.around([time]);
      return [before?.at, after?.at];
    };
    const [first, last] = [START, START + 3 * MINUTE_MS + 20_000];
    expect(await at(START - 1)).toEqual([undefined, first]);
    expect(await at(START)).toEqual([first, last]);
    expect(await at(last - 1)).toEqual([first, last]);
    expect(await at(last)).toEqual([last, undefined]);
    expect((await chronicle.around([last]))[0]!.before).toEqual({ at: last, worth: point(last).worth, profit: point(last).profit });
    await database.close();
  });

  it('is bounded: old steps become one, and what is very old goes, lines beyond their number at once', async () => {
    const { database } = await ownedDatabase();
    const chronicle = createChronicle(database);
    const hours = (count: number, first: number): EquityStep[] =>
      Array.from({ length: count * 60 }, (_, minute) => point(first + minute * MINUTE_MS));
    const old = START - 40 * DAY_MS;
    await chronicle.keep(
      [line(1, { at: START - 31 * DAY_MS }), line(2)],
      [...hours(3, old), ...hours(2, START - 3 * DAY_MS), ...hours(1, START)],
    );
    await chronicle.thin(START);
    const count = async (from: number, to: number): Promise<number> => (await chronicle.equity(from, to, 10_000)).steps.length;
    expect(await count(old, old + DAY_MS)).toBe(3);
    expect(await count(START - 3 * DAY_MS, START - 2 * DAY_MS)).toBe(12);
    expect(await count(START, START + DAY_MS)).toBe(60);
    expect((await chronicle.lines({}, 10)).map(({ id }) => id)).toEqual([2]);
    await chronicle.keep([line(200_002)], []);
    expect((await chronicle.lines({}, 10)).map(({ id }) => id)).toEqual([200_002]);
    await chronicle.thin(START + 6 * 365 * DAY_MS);
    expect(await count(0, Number.MAX_SAFE_INTEGER)).toBe(0);
    await database.close();
  });
});
