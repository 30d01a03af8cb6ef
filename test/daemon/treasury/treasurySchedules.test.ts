import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { treasurySchedules } from '../../../src/daemon/treasury/treasurySchedules.ts';
import { loadSettings } from '../../../src/settings/loadSettings.ts';
import { scheduleText } from '../../../src/treasury/schedules/treasurySchedule.ts';
import { temporaryFolder } from '../../cli/temporaryFolder.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

async function schedulesOf(...lines: string[]) {
  const file = folder.path('treasury.yaml');
  writeFileSync(file, ['treasury:', '  schedules:', ...lines.map((line) => `    ${line}`)].join('\n'));
  return treasurySchedules(await loadSettings({ file, env: {} }));
}

describe(treasurySchedules, () => {
  it('reads floats and sweeps of a configuration', async () => {
    const [float, sweep] = await schedulesOf(
      'payouts: { at: every 1h, keep: 20000 EUR, from: BTC, atMostPerDay: 5000 EUR, least: 50 EUR }',
      'cold: { at: 0 9 * * 5, zone: Europe/Berlin, above: 2 BTC, to: cold-1, missed: once }',
    );
    expect(float).toMatchObject({
      name: 'payouts',
      zone: 'UTC',
      missed: 'skip',
      timer: { text: 'every 1h' },
      terms: { type: 'float', from: 'BTC' },
    });
    expect(scheduleText(float!)).toBe(
      'keep 20000 EUR, convert what is missing from BTC by the better of quote and book, at most 5000 EUR a day, at least 50 EUR at a time',
    );
    expect(sweep).toMatchObject({ name: 'cold', zone: 'Europe/Berlin', missed: 'once', terms: { type: 'sweep', to: 'cold-1' } });
    expect(new Date(sweep!.timer.next(Date.UTC(2026, 10, 23))!).toISOString()).toBe('2026-11-27T08:00:00.000Z');
  });

  it('has none where none is configured', async () => {
    expect(treasurySchedules(await loadSettings({ env: {} }))).toEqual([]);
  });

  it.each([
    ['x: { at: 0 9 * * 5, keep: 5 EUR, to: cold-1 }', 'needs keep and from, or above and to, and not both'],
    ['x: { at: 0 9 * * 5, keep: 5 EUR, from: BTC, above: 1 BTC, to: cold-1 }', 'needs keep and from'],
    ['x: { at: 0 9 * * 5 }', 'needs keep and from'],
    ['x: { at: 0 9 * * 5, keep: 5 EUR, from: EUR }', "EUR can't be converted into itself"],
    ['x: { at: 0 9 * * 5, keep: 5 EUR, from: BTC, least: 1 BTC }', 'expected an amount of EUR'],
    ['x: { at: 0 9 * * 5, above: 1 BTC, to: cold-1, atMostPerDay: 1 EUR }', 'expected an amount of BTC'],
    ['x: { at: every 10s, above: 1 BTC, to: cold-1 }', 'due once a minute at most'],
    ["x: { at: '*/10 * * * * *', above: 1 BTC, to: cold-1 }", 'due once a minute at most'],
    ['x: { at: fridays, above: 1 BTC, to: cold-1 }', 'a cron expression like 0 9 * * 5'],
    ['x: { at: 0 9 * * 5, zone: Europe/Nowhere, above: 1 BTC, to: cold-1 }', 'an IANA time zone'],
    ["'1x': { at: 0 9 * * 5, above: 1 BTC, to: cold-1 }", 'a name of letters, digits, - and _'],
  ])('refuses %s', async (line, words) => {
    await expect(schedulesOf(line)).rejects.toMatchObject({ code: 'configuration', message: expect.stringContaining(words) as string });
  });
});
