import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { openStore } from '../../src/store/store.ts';
import { Disk } from './disk.ts';

const OPEN_GATE = { pass: () => undefined };

test('what was committed outlives a crash, what was not is gone', async () => {
  const disk = new Disk();
  const connection = disk.connect(OPEN_GATE);
  await connection.exec('CREATE TABLE t(a INTEGER) STRICT');
  await connection.run('INSERT INTO t(a) VALUES (?)', 1);
  await connection.run('BEGIN IMMEDIATE');
  await connection.run('INSERT INTO t(a) VALUES (?)', 2);
  disk.crash();
  expect(disk.read('SELECT a FROM t')).toMatchObject([{ a: 1 }]);
});

test('a process that is gone hears nothing of what it asked for', async () => {
  const disk = new Disk();
  const heard: number[] = [];
  const gate = { pass: (moment: string) => (moment === 'after' ? new Promise<never>(() => undefined) : undefined) };
  void disk
    .connect(gate)
    .exec('CREATE TABLE t(a INTEGER) STRICT')
    .then(() => heard.push(1));
  await new Promise((resolve) => setImmediate(resolve));
  expect(heard).toEqual([]);
  expect(disk.read("SELECT name FROM sqlite_schema WHERE name = 't'")).toHaveLength(1);
});

test('the store opens on it, finds what an earlier life left, and meets a full disk as the driver would tell it', async () => {
  const disk = new Disk();
  const clock = new VirtualClock(0);
  const open = (): Promise<Awaited<ReturnType<typeof openStore>>> =>
    openStore({ path: ':memory:', clock, open: () => Promise.resolve(disk.connect(OPEN_GATE)) });
  const first = await open();
  await first.state.save('s', 'k', 'v');
  const second = await open();
  expect(await second.state.load('s')).toEqual({ k: 'v' });
  disk.fill(true);
  await expect(second.state.save('s', 'k', 'w')).rejects.toMatchObject({
    code: 'store',
    suggestion: expect.stringContaining('Free space') as string,
  });
  disk.fill(false);
  expect(await second.state.load('s')).toEqual({ k: 'v' });
});
