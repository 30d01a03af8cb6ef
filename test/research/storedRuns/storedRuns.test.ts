import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { linesOf } from '../../../src/research/storedRuns/linesOf.ts';
import { runEvents } from '../../../src/research/storedRuns/runEvents.ts';
import { runList } from '../../../src/research/storedRuns/runList.ts';
import { runSeries } from '../../../src/research/storedRuns/runSeries.ts';
import { runTrips } from '../../../src/research/storedRuns/runTrips.ts';
import { runOfId, storedRuns } from '../../../src/research/storedRuns/storedRuns.ts';
import { RunFiles } from './runFiles.ts';

const files = new RunFiles();
const short = files.add('short-1', 3);
const long = files.add('long-2', 5000, -7);
utimesSync(join(short, 'manifest.json'), 2000, 2000);
utimesSync(join(long, 'manifest.json'), 1000, 1000);
mkdirSync(join(files.folder, 'empty-3'));
mkdirSync(join(files.folder, 'broken-4'));
writeFileSync(join(files.folder, 'broken-4', 'manifest.json'), '{');
utimesSync(join(files.folder, 'broken-4', 'manifest.json'), 500, 500);
afterAll(() => files.remove());

describe('the runs of a folder', () => {
  it('are listed with their figures, the one that was written last first, and one that can not be read says why', async () => {
    const rows = await runList(files.folder, 10);
    expect(rows.map(({ id }) => id)).toEqual(['short-1', 'long-2', 'broken-4']);
    expect(rows[0]).toMatchObject({
      currency: 'EUR',
      strategies: ['maker'],
      made: [1, 1, 1],
      held: 4,
      profit: [5, 5, 5],
      deepestFall: -0.01,
      fills: 6,
      trips: 3,
      trouble: undefined,
    });
    expect(rows[2]!.trouble).toContain('manifest.json');
    expect(await runList(files.folder, 1)).toHaveLength(1);
    expect(storedRuns(join(files.folder, 'nowhere'))).toEqual([]);
  });

  it('are found by their whole id only, and no id leads out of the folder', () => {
    expect(runOfId(files.folder, 'short-1').folder).toBe(short);
    for (const id of ['short', '../short-1', `${files.folder}/short-1`, '.', '', 'short-1/', 'empty-3'])
      expect(() => runOfId(files.folder, id)).toThrow('there is no run');
  });
});

describe('the samples of a run', () => {
  it('are those of all bands, each once, where they are few', async () => {
    const points = await runSeries(short, {});
    expect(points.map(({ at }) => at)).toEqual([0, 1000, 2000]);
    expect(points[1]).toEqual({ at: 1000, equity: { pessimistic: 101, fitted: 102, optimistic: 103 }, hold: 100, exposure: 7 });
  });

  it(
    'are thinned out evenly where they are many, with the first and the last, and are finer in a narrower span',
    { tags: 'long' },
    async () => {
      const points = await runSeries(long, {});
      expect(points.length).toBeGreaterThan(400);
      expect(points.length).toBeLessThanOrEqual(800);
      expect([points[0]!.at, points.at(-1)!.at]).toEqual([0, 4_999_000]);
      const steps = new Set(points.slice(1, -1).map(({ at }, n) => at - points[n]!.at));
      expect(steps.size).toBe(1);
      const close = await runSeries(long, { from: 100_000, to: 200_000 });
      expect(close.map(({ at }) => at)).toEqual(Array.from({ length: 101 }, (_, n) => 100_000 + n * 1000));
      expect(await runSeries(long, { from: 1e12 })).toEqual([]);
    },
  );
});

describe('the round trips of a run', () => {
  it('come page by page, with their money as text and quotes undone', async () => {
    const first = await runTrips(short, { band: 'fitted', from: 0, limit: 2 });
    expect(first.isMore).toBe(true);
    expect(first.trips[0]).toMatchObject({
      number: 0,
      strategy: 'a "b", c',
      closedAt: undefined,
      heldMs: undefined,
      net: '0.9',
      entryTag: undefined,
    });
    expect(first.trips[1]).toMatchObject({ number: 1, closedAt: '1970-01-01T00:00:01.010Z', heldMs: 10, exitTag: 'out' });
    expect(await runTrips(short, { band: 'fitted', from: 2, limit: 2 })).toMatchObject({ trips: [{ number: 2 }], isMore: false });
  });
});

describe('the events of a run', () => {
  it('are found from any time on, in a file that is longer than one look', async () => {
    for (const at of [0, 1, 777_000, 2_500_500, 4_999_000]) {
      const events = await runEvents(long, { band: 'fitted', at, limit: 3 });
      const from = Math.ceil(at / 1000) * 1000;
      expect(events.map((event) => event.at)).toEqual([from, from + 1000, from + 2000].filter((time) => time < 5_000_000));
      expect(events[0]).toMatchObject({ type: 'place', text: expect.stringContaining('"strategy":"maker"') as string });
    }
    expect(await runEvents(long, { band: 'fitted', at: 1e12, limit: 3 })).toEqual([]);
  });
});

describe('the lines of a file', () => {
  async function all(path: string): Promise<string[]> {
    const lines: string[] = [];
    for await (const line of linesOf(path)) lines.push(line);
    return lines;
  }

  it('are whole across pieces, the last one also without its end, and one without an end is refused', async () => {
    const path = join(files.folder, 'lines');
    const lines = Array.from({ length: 3000 }, (_, n) => `${n} é ${'y'.repeat(n % 90)}`);
    writeFileSync(path, lines.join('\n'));
    expect(await all(path)).toEqual(lines);
    writeFileSync(path, 'z'.repeat(200_000));
    await expect(all(path)).rejects.toMatchObject({ code: 'not-found', message: /has a line of more/ });
    await expect(all(join(files.folder, 'nothing'))).rejects.toMatchObject({ code: 'not-found', message: /nothing/ });
  });
});
