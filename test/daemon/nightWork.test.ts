import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { nightWork } from '../../src/daemon/nightWork.ts';
import { newSessionFolder } from '../../src/session/sessions.ts';
import { sessionWriter } from '../session/recordedWorld.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const processes = (): number => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

it('compares no day on which no daemon ran: the first one may start right after midnight', async () => {
  const state = mkdtempSync(join(tmpdir(), 'sluice-night-work-'));
  const clock = new VirtualClock(Date.UTC(2026, 10, 21, 0, 1));
  sessionWriter(newSessionFolder(state, clock.now()), clock, []);
  const trouble: string[] = [];
  const before = processes();
  const end = nightWork({ state, clock, keepMs: 86_400_000, compares: true, onTrouble: (message) => trouble.push(message) });
  await clock.advance(5 * 60_000, settle);
  expect(processes(), 'nothing is compared').toBe(before);
  expect(trouble).toEqual([]);
  end();
  rmSync(state, { recursive: true });
});
