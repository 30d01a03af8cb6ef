import { chmodSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { lockHolder, takeProcessLock } from '../../src/store/processLock.ts';
import { codeOf, temporaryFolder } from './builders.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
const clock = { ...systemClock, now: () => Date.UTC(2026, 10, 20, 12) };

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'sluice.db');
});
afterEach(() => folder.remove());

test('the lock is held by one at a time, and the refusal names the holder', { tags: 'long' }, async () => {
  const lock = await takeProcessLock(path, clock);
  const refusal = await takeProcessLock(path, clock).catch((error: unknown) => error);
  expect(isFault(refusal, 'daemon-running')).toBe(true);
  expect(isFault(refusal) && refusal.message).toBe(
    `the database ${path} is in use by process ${process.pid}, since 2026-11-20T12:00:00.000Z`,
  );
  await lock.release();
  await lock.release();
  const next = await takeProcessLock(path, clock);
  await next.release();
});

test('nobody else may read the lock, or one that an earlier version has made', { tags: 'long' }, async () => {
  const lock = await takeProcessLock(path, clock);
  expect(statSync(`${path}.lock`).mode & 0o777).toBe(0o600);
  await lock.release();
  chmodSync(`${path}.lock`, 0o644);
  const next = await takeProcessLock(path, clock);
  expect(statSync(`${path}.lock`).mode & 0o777).toBe(0o600);
  await next.release();
});

test('a link does not lead around the lock', { tags: 'long' }, async () => {
  writeFileSync(path, '');
  const link = join(folder.path, 'link.db');
  symlinkSync(path, link);
  const lock = await takeProcessLock(path, clock);
  expect(await codeOf(takeProcessLock(link, clock))).toBe('daemon-running');
  await lock.release();
});

test('a file in the place of the lock that is none is refused with its name', async () => {
  writeFileSync(`${path}.lock`, 'no database, though long enough to look like one'.repeat(20));
  await expect(takeProcessLock(path, clock)).rejects.toThrow(`the lock ${path}.lock could not be taken`);
});

test('a look at a lock says who has it or had it last, and leaves it as it is', { tags: 'long' }, async () => {
  expect(await lockHolder(path)).toBeUndefined();
  const lock = await takeProcessLock(path, clock);
  const owner = { pid: process.pid, since: Date.UTC(2026, 10, 20, 12) };
  expect(await lockHolder(path)).toEqual({ ...owner, isHeld: true });
  expect(await codeOf(takeProcessLock(path, clock))).toBe('daemon-running');
  await lock.release();
  expect(await lockHolder(path)).toEqual({ ...owner, isHeld: false });
  writeFileSync(`${path}.lock`, 'no database, though long enough to look like one'.repeat(20));
  await expect(lockHolder(path)).rejects.toThrow(`the lock ${path}.lock could not be looked at`);
});
