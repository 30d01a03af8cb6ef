import { setImmediate } from 'node:timers/promises';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { watchKillFile } from '../../src/daemon/killFile.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';

const folder = temporaryFolder();
const path = folder.path('kill');
afterEach(() => rmSync(path, { recursive: true, force: true }));

describe('the kill file', () => {
  it('is seen within 50 ms, once each time that it appears', async () => {
    const { found, pass, end } = watched();
    await pass(1000);
    writeFileSync(path, '');
    await pass(50);
    expect(found).toEqual([false]);
    await pass(1000);
    rmSync(path);
    await pass(50);
    writeFileSync(path, ' flatten\n');
    await pass(50);
    expect(found).toEqual([false, true]);
    end();
    rmSync(path);
    await pass(50);
    writeFileSync(path, '');
    await pass(1000);
    expect(found).toHaveLength(2);
  });

  it('counts when it is there already, and whatever it is', () => {
    mkdirSync(path);
    const { found, end } = watched();
    expect(found).toEqual([false]);
    end();
  });
});

function watched() {
  const clock = new VirtualClock(0);
  const found: boolean[] = [];
  const end = watchKillFile({ path, clock, onFound: (closes) => found.push(closes) });
  return { found, end, pass: (ms: number) => clock.advance(ms, () => setImmediate()) };
}
