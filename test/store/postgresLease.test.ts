import { expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { PostgresLease } from '../../src/store/postgresLease.ts';
import type { PostgresSession } from '../../src/store/postgresSession.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('tells once for each reason that it is not renewed, however long that lasts, and that it is renewed again', async () => {
  const clock = new VirtualClock(0);
  const told: unknown[] = [];
  let wrong: string | undefined;
  const session = {
    isOpen: true,
    several: () => Promise.resolve(),
    end: () => Promise.resolve(),
    close: () => Promise.resolve(),
    one: () => (wrong === undefined ? Promise.resolve({ rowCount: 1, rows: [{ asked: '[]' }] }) : Promise.reject(new Error(wrong))),
  } as unknown as PostgresSession;
  const lease = await PostgresLease.take({
    holder: 'us',
    open: () => Promise.resolve(session),
    clock,
    what: 'the store S',
    onTrouble: (...trouble) => told.push(trouble),
    onLost: () => undefined,
  });
  await clock.advance(10_000, settle);
  expect(told).toEqual([]);
  wrong = 'connect ECONNREFUSED';
  await clock.advance(60_000, settle);
  expect(told).toEqual([['the lease of the store S could not be renewed: connect ECONNREFUSED', 'the lease of the store S']]);
  wrong = 'the database system is starting up';
  await clock.advance(10_000, settle);
  wrong = undefined;
  await clock.advance(10_000, settle);
  expect(told.slice(1)).toEqual([
    ['the lease of the store S could not be renewed: the database system is starting up', 'the lease of the store S'],
    ['the lease of the store S is renewed again', 'the lease of the store S', true],
  ]);
  await lease.release();
});
