import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { forgetSessions } from '../../../src/control/page/forgetSessions.ts';
import { sessionFileText } from '../../../src/control/page/sessionFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'forget-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe(forgetSessions, () => {
  it('removes the file, and says how many could have been used', () => {
    const path = join(folder, 'a.dashboard.json');
    const session = { digest: Buffer.alloc(32), leftMs: 1000 };
    writeFileSync(path, sessionFileText({ port: 1, sessions: [session, { ...session, leftMs: 5000 }] }, 0), { mode: 0o600 });
    expect(forgetSessions(path, new VirtualClock(2000))).toBe(1);
    expect(existsSync(path)).toBe(false);
    expect(forgetSessions(path, new VirtualClock(2000))).toBe(0);
  });

  it('says what stays', () => {
    const path = join(folder, 'b.dashboard.json');
    mkdirSync(path);
    expect(() => forgetSessions(path, new VirtualClock(0))).toThrow(/could not be removed/);
  });
});
