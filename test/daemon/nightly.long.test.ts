import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/base/instant.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { nightly } from '../../src/daemon/nightly.ts';
import { nightWork } from '../../src/daemon/nightWork.ts';
import { isCompared, writeParity } from '../../src/research/parity/parityFiles.ts';
import { parityProcess } from '../../src/daemon/parityProcess.ts';
import { newSessionFolder } from '../../src/session/sessions.ts';
import { sessionWriter } from '../session/recordedWorld.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('what is done each night', () => {
  it('is done once a day, for the day that is over, until it is ended', async () => {
    const clock = new VirtualClock(Date.UTC(2026, 10, 20, 22));
    const days: string[] = [];
    const end = nightly(clock, (day) => days.push(day));
    await clock.advance(2 * HOUR_MS, settle);
    expect(days).toEqual([]);
    await clock.advance(HOUR_MS, settle);
    expect(days).toEqual(['2026-11-20']);
    await clock.advance(24 * HOUR_MS, settle);
    expect(days).toEqual(['2026-11-20', '2026-11-21']);
    end();
    await clock.advance(48 * HOUR_MS, settle);
    expect(days).toHaveLength(2);
  });

  it('comes to a day once, though the clock is set back', async () => {
    const clock = new VirtualClock(Date.UTC(2026, 10, 20, 23, 50));
    const days: string[] = [];
    const end = nightly(clock, (day) => days.push(day));
    await clock.advance(HOUR_MS / 6, settle);
    clock.stepWall(-HOUR_MS);
    await clock.advance(HOUR_MS, settle);
    expect(days).toEqual(['2026-11-20']);
    clock.stepWall(-2 * HOUR_MS);
    await clock.advance(3 * HOUR_MS, settle);
    expect(days, 'it was done').toEqual(['2026-11-20']);
    end();
  });

  it('comes soon after midnight though the machine slept', async () => {
    const clock = new VirtualClock(Date.UTC(2026, 10, 20, 12));
    const days: string[] = [];
    const end = nightly(clock, (day) => days.push(day));
    await clock.advance(HOUR_MS, settle);
    clock.stepWall(12 * HOUR_MS);
    await clock.advance(HOUR_MS / 6, settle);
    expect(days).toEqual(['2026-11-20']);
    end();
  });

  it('comes to the day that has just ended when a daemon starts right after midnight', async () => {
    const clock = new VirtualClock(Date.UTC(2026, 10, 21, 0, 1));
    const days: string[] = [];
    const end = nightly(clock, (day) => days.push(day));
    await clock.advance(5 * 60_000, settle);
    expect(days).toEqual(['2026-11-20']);
    end();
  });

  it('is made up for by the next daemon when none ran at that hour, and not a second time', async () => {
    const state = mkdtempSync(join(tmpdir(), 'sluice-nightly-'));
    const clock = new VirtualClock(Date.UTC(2026, 10, 20, 12));
    sessionWriter(newSessionFolder(state, clock.now()), clock, []);
    clock.stepWall(24 * HOUR_MS);
    const started = async (): Promise<string[]> => {
      const trouble: string[] = [];
      const told = new Promise<void>((resolve) => {
        const onTrouble = (message: string): void => (trouble.push(message), resolve());
        const end = nightWork({ state, clock, keepMs: HOUR_MS * 1000, compares: true, onTrouble });
        if (isCompared(state, Date.UTC(2026, 10, 20))) resolve(end());
      });
      await told;
      return trouble;
    };
    expect(await started()).toEqual(['there is no parity of 2026-11-20: no session has books of 2026-11-20']);
    writeParity(state, Date.UTC(2026, 10, 20), []);
    expect(isCompared(state, Date.UTC(2026, 10, 20)), 'the report is younger than the day').toBe(true);
    expect(await started()).toEqual([]);
    utimesSync(join(state, 'parity', '2026-11-20.json'), 0, Date.UTC(2026, 10, 20, 18) / 1000);
    expect(isCompared(state, Date.UTC(2026, 10, 20)), 'a report of half the day').toBe(false);
    rmSync(state, { recursive: true });
  });

  it('compares the day that is over where a daemon ran on it', async () => {
    const state = mkdtempSync(join(tmpdir(), 'sluice-nightly-'));
    const clock = new VirtualClock(Date.UTC(2026, 10, 20, 23, 50));
    sessionWriter(newSessionFolder(state, clock.now()), clock, []);
    const told = new Promise<string>((resolve) => nightWork({ state, clock, keepMs: HOUR_MS * 1000, compares: true, onTrouble: resolve }));
    await clock.advance(HOUR_MS / 3, settle);
    expect(await told).toBe('there is no parity of 2026-11-20: no session has books of 2026-11-20');
    rmSync(state, { recursive: true });
  });

  it('is given up without a word when the daemon ends, which waits for nothing', async () => {
    const state = mkdtempSync(join(tmpdir(), 'sluice-nightly-'));
    const trouble: string[] = [];
    const end = new AbortController();
    const over = parityProcess(state, '2026-11-20', (message) => trouble.push(message), end.signal);
    end.abort();
    await over;
    expect(trouble).toEqual([]);
    rmSync(state, { recursive: true });
  });

  it('tells why a day has no parity', async () => {
    const state = mkdtempSync(join(tmpdir(), 'sluice-nightly-'));
    const trouble: string[] = [];
    await parityProcess(state, '2026-11-20', (message) => trouble.push(message), new AbortController().signal);
    expect(trouble, 'in words').toEqual(['there is no parity of 2026-11-20: no session has books of 2026-11-20']);
    rmSync(state, { recursive: true });
  });
});
