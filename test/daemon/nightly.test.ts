import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { nightly } from '../../src/daemon/nightly.ts';
import { parityProcess } from '../../src/daemon/parity/parityProcess.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const HOUR_MS = 3_600_000;

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

  it('tells why a day has no parity', async () => {
    const state = mkdtempSync(join(tmpdir(), 'sluice-nightly-'));
    const trouble: string[] = [];
    await parityProcess(state, '2026-11-20', (message) => trouble.push(message));
    expect(trouble).toEqual([expect.stringMatching(/^there is no parity of 2026-11-20: .*no session has books of 2026-11-20/)]);
    rmSync(state, { recursive: true });
  });
});
