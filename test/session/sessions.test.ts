import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeManifest } from '../../src/session/sessionManifest.ts';
import { findSession, standingOf } from '../../src/session/sessions.ts';
import { processLife } from '../../src/store/processLife.ts';
import { manifestAt, temporaryFolder } from './recordedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const START = Date.UTC(2026, 10, 20);
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
