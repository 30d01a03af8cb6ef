import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/base/instant.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { dailyHead } from '../../../src/daemon/treasury/dailyHead.ts';
import { AT, auditRows } from '../../treasury/audit/rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-head-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [first, second] = auditRows(2);

function life(anchor: string | undefined) {
  const clock = new VirtualClock(AT);
  const told: string[] = [];
  const log = { head: first };
  const tellHead = dailyHead({ store: { auditHead: async () => log.head }, clock, anchor, tell: (message) => told.push(message) });
  return { told, log, tellHead, pass: (ms: number) => clock.advance(ms, () => setImmediate()) };
}

describe(dailyHead, () => {
  it('tells the head once a day, and writes it down', async () => {
    const path = join(folder, 'anchors');
    const { told, log, tellHead, pass } = life(path);
    await tellHead();
    await tellHead();
    log.head = second;
    await pass(DAY_MS);
    await tellHead();
    const lines = [`2026-11-23 1 ${first!.hash}`, `2026-11-24 2 ${second!.hash}`];
    expect(told).toEqual(lines.map((line) => `the head of the audit log: ${line}`));
    expect(readFileSync(path, 'utf8')).toBe(`${lines.join('\n')}\n`);
  });

  it('waits for the first row', async () => {
    const { told, log, tellHead } = life(undefined);
    log.head = undefined;
    await tellHead();
    expect(told).toEqual([]);
    log.head = first;
    await tellHead();
    expect(told).toHaveLength(1);
  });

  it('tells once that the file can not be written, goes on, and writes it as soon as it can', async () => {
    const { told, tellHead } = life(join(folder, 'later', 'anchors'));
    await tellHead();
    await tellHead();
    expect(told).toEqual([expect.stringMatching(/can't be written: .* the head of the audit log is 2026-11-23 1 /)]);
    mkdirSync(join(folder, 'later'));
    await tellHead();
    expect(told[1]).toBe('the head of the audit log could be written down again');
    expect(told[2]).toContain('the head of the audit log: 2026-11-23 1 ');
    expect(readFileSync(join(folder, 'later', 'anchors'), 'utf8')).toContain(first!.hash);
  });
});
