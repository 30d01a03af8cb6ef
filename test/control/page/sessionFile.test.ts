import { chmodSync, mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../src/base/instant.ts';
import { readSessionFile, type SessionFile, sessionFileText } from '../../../src/control/page/sessionFile.ts';

const NOW = Date.UTC(2026, 10, 30, 12);
const folder = mkdtempSync(join(tmpdir(), 'sessions-'));
afterAll(() => rmSync(folder, { recursive: true }));

const short = { digest: Buffer.alloc(32, 1), leftMs: 3 * DAY_MS };
const wall = { digest: Buffer.alloc(32, 2), leftMs: 20 * DAY_MS };
const FILE: SessionFile = { port: 4780, sessions: [short, wall] };
const TEXT = sessionFileText(FILE, NOW);

let count = 0;
function written(text = TEXT, mode = 0o600): string {
  const path = join(folder, `${++count}.dashboard.json`);
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
  return path;
}

describe(readSessionFile, () => {
  it('reads what was written, as of then, and nothing where there is none', () => {
    expect(readSessionFile(written(), NOW)).toEqual(FILE);
    expect(readSessionFile(join(folder, 'none'), NOW)).toBeUndefined();
  });

  it('has digests in it, and no secret', () => {
    const { sessions } = JSON.parse(TEXT) as { readonly sessions: readonly object[] };
    expect(sessions[0]).toEqual({
      digest: '01'.repeat(32),
      expiresAt: '2026-12-03T12:00:00.000Z',
    });
  });

  it('counts the time between two lives', () => {
    const [later] = readSessionFile(written(), NOW + DAY_MS)!.sessions;
    expect(later).toEqual({ ...short, leftMs: 2 * DAY_MS });
  });

  it('a clock that was set back a little makes no session younger', () => {
    expect(readSessionFile(written(), NOW - 4 * MINUTE_MS)).toEqual(FILE);
  });

  it('a clock that was set back further says nothing of how long ago it was', () => {
    expect(() => readSessionFile(written(), NOW - 6 * MINUTE_MS)).toThrow(
      /written at 2026-11-30T12:00:00.000Z, and the clock says .*11:54/,
    );
  });

  it('a clock that was set forward ends what has run out by then', () => {
    const { sessions } = readSessionFile(written(), NOW + 10 * DAY_MS)!;
    expect(sessions.map(({ leftMs }) => leftMs > 0)).toEqual([false, true]);
  });

  const changed = (change: (one: Record<string, unknown>) => void): string => {
    const file = JSON.parse(TEXT) as { sessions: Record<string, unknown>[] };
    change(file.sessions[0]!);
    return JSON.stringify(file);
  };
  const forged: readonly (readonly [string, string, RegExp])[] = [
    ['that lasts longer than any', changed((one) => (one['expiresAt'] = '2026-12-31T12:00:00.000Z')), /times that none of ours has/],
    ['that had run out by then', changed((one) => (one['expiresAt'] = '2026-11-30T11:59:59.000Z')), /times that none of ours has/],
    ['with a time that is none', changed((one) => (one['expiresAt'] = 'never')), /sessions\.0\.expiresAt: expected an ISO 8601/],
    ['with a short digest', changed((one) => (one['digest'] = '00')), /sessions\.0\.digest/],
    ['that may act', changed((one) => (one['isReadOnly'] = false)), /sessions\.0/],
    ['with another field', changed((one) => (one['name'] = 'x')), /sessions\.0/],
  ];

  it.each(forged)('refuses a session %s', (_what, text, message) => {
    expect(() => readSessionFile(written(text), NOW)).toThrow(message);
  });

  it('refuses a file that is damaged, newer, too long, or of too many', () => {
    expect(() => readSessionFile(written(TEXT.slice(0, -9)), NOW)).toThrow(/it is damaged/);
    expect(() => readSessionFile(written('null'), NOW)).toThrow(/the file/);
    expect(() => readSessionFile(written(TEXT.replace('"version": 1', '"version": 2')), NOW)).toThrow(/of version 2/);
    expect(() => readSessionFile(written(TEXT + ' '.repeat(64 * 1024)), NOW)).toThrow(/expected at most 65536/);
    const many = sessionFileText({ ...FILE, sessions: Array.from({ length: 33 }, () => short) }, NOW);
    expect(() => readSessionFile(written(many), NOW)).toThrow(/sessions: /);
  });

  it('refuses a file that others may use, one of another user, a link and a folder', () => {
    expect(() => readSessionFile(written(TEXT, 0o644), NOW)).toThrow(/others may use it \(mode 644\)/);
    const { getuid } = process;
    process.getuid = () => 54_321;
    try {
      expect(() => readSessionFile(written(), NOW)).toThrow(/belongs to another user/);
    } finally {
      process.getuid = getuid!;
    }
    const link = join(folder, 'link');
    symlinkSync(written(), link);
    expect(() => readSessionFile(link, NOW)).toThrow(/a symbolic link/);
    const inside = join(folder, 'folder');
    mkdirSync(inside);
    expect(() => readSessionFile(inside, NOW)).toThrow(/it is no file/);
  });
});
