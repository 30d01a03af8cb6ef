import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { writeEnding } from '../../src/session/sessionEnding.ts';
import { partName } from '../../src/session/sessionParts.ts';
import { newSessionFolder, removeOld } from '../../src/session/sessions.ts';
import { sessionWriter, temporaryFolder } from './recordedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const START = Date.UTC(2026, 10, 20, 23, 59, 50);
const DAY_MS = 86_400_000;

it('sessions are kept while the clock is years ahead for a moment: what is kept counts from the day after the last one that has events', () => {
  const state = mkdtempSync(join(folder.path, 'ahead-'));
  const session = (at: number): string => {
    const place = newSessionFolder(state, at);
    sessionWriter(place, new VirtualClock(at), []);
    writeFileSync(join(place, partName(at)), '');
    return place;
  };
  for (const days of [0, 3, 4]) {
    const at = START + days * DAY_MS;
    writeEnding(session(at), { how: 'crashed', at, events: undefined, reason: 'killed' });
  }
  const ahead = Date.UTC(2031, 0, 1);
  // The daemon that runs has begun its part of that day.
  writeFileSync(join(session(START + 5 * DAY_MS), partName(ahead)), '');
  expect(removeOld(state, 4 * DAY_MS, ahead)).toEqual(['20261120T235950Z']);
});
