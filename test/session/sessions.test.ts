import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DAY_MS } from '../../src/base/instant.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { writeEnding } from '../../src/session/sessionEnding.ts';
import { writeManifest } from '../../src/session/sessionManifest.ts';
import { partName } from '../../src/session/sessionParts.ts';
import { findSession, newSessionFolder, removeOld, standingOf } from '../../src/session/sessions.ts';
import { processLife } from '../../src/store/processLife.ts';
import { manifestAt, sessionWriter, temporaryFolder } from './recordedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const START = Date.UTC(2026, 10, 20);
const EVENING = Date.UTC(2026, 10, 20, 23, 59, 50);
const state = folder.at('state');

it('sessions are written as long as their own process lives, and not another one of its number', () => {
  const at = join(state, 'sessions', '20261119T000000Z');
  const written = manifestAt(START - 86_400_000);
  mkdirSync(at, { recursive: true });
  for (const [life, how] of [
    [undefined, 'being written'],
    [processLife(process.ppid), 'being written'],
    [`${randomUUID()} 1`, process.platform === 'linux' ? 'crashed' : 'being written'],
  ] as const) {
    writeManifest(at, { ...written, pid: process.ppid, life });
    expect(standingOf(findSession(state, '20261119T000000Z', '/')), life).toBe(how);
  }
  rmSync(at, { recursive: true });
});

it('sessions are kept while the clock is years ahead for a moment: what is kept counts from the day after the last one that has events', () => {
  const own = mkdtempSync(join(folder.path, 'ahead-'));
  const session = (at: number): string => {
    const place = newSessionFolder(own, at);
    sessionWriter(place, new VirtualClock(at), []);
    writeFileSync(join(place, partName(at)), '');
    return place;
  };
  for (const days of [0, 3, 4]) {
    const at = EVENING + days * DAY_MS;
    writeEnding(session(at), { how: 'crashed', at, events: undefined, reason: 'killed' });
  }
  const ahead = Date.UTC(2031, 0, 1);
  // The daemon that runs has begun its part of that day.
  writeFileSync(join(session(EVENING + 5 * DAY_MS), partName(ahead)), '');
  expect(removeOld(own, 4 * DAY_MS, ahead)).toEqual(['20261120T235950Z']);
});
