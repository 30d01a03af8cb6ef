import { join } from 'node:path';
import { utimesSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { newSessionFolder, sessionsOfDay, storedSessions } from '../../src/session/sessions.ts';
import { sessionWriter, temporaryFolder } from './recordedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const DAY = Date.UTC(2026, 10, 20);
const DAY_MS = 86_400_000;

describe('the sessions of a day', () => {
  it('are those that something was written to then, whatever times the files of a copy have', async () => {
    const clock = new VirtualClock(DAY + DAY_MS - 5000);
    const at = newSessionFolder(folder.path, clock.now());
    const writer = sessionWriter(at, clock, []);
    for (let sequence = 0; sequence < 10; sequence++) writer.record({ type: 'timer', sequence, at: clock.now() + sequence * 1000 }, []);
    await writer.end('over');
    for (const part of ['2026-11-20.events', '2026-11-21.events']) utimesSync(join(at, part), 0, 0);
    const [session] = storedSessions(folder.path);
    expect(sessionsOfDay(folder.path, DAY - DAY_MS)).toEqual([]);
    expect(sessionsOfDay(folder.path, DAY)).toEqual([session]);
    expect(sessionsOfDay(folder.path, DAY + DAY_MS)).toEqual([session]);
    expect(sessionsOfDay(folder.path, DAY + 2 * DAY_MS)).toEqual([]);
  });
});
