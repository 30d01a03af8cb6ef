import { setImmediate as settle } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { StatementView } from '../../src/control/contract/statementView.ts';
import type { BesideReply } from '../../src/control/besideReply.ts';
import { statementReader } from '../../src/control/statementReader.ts';
import { playedProcesses } from '../loading/playedProcesses.ts';

type StatementWork = Parameters<ReturnType<typeof statementReader>['make']>[0];

const WORK: StatementWork = { place: { path: '/x', server: undefined }, month: '2026-10', currency: undefined, now: 0 };
const VIEW: StatementView = { month: '2026-10', zone: 'UTC', until: '', months: [], currencies: [], csv: '' };
const STAYS = new AbortController().signal;

/** Statements whose processes answer when the test says so. */
function makerOf() {
  const clock = new VirtualClock(0);
  const { started, start } = playedProcesses();
  const statements = statementReader(clock, start);
  const tell = async (process: number, reply: BesideReply<StatementView>): Promise<void> => {
    await settle();
    started[process]!.resolve(reply);
    await settle();
  };
  return { clock, statements, started, tell };
}

it('makes one after the other, each on a process that ends, and passes on why one could not be made', async () => {
  const { statements, started, tell } = makerOf();
  const first = statements.make(WORK, STAYS);
  const second = statements.make(WORK, STAYS).catch((error: unknown) => error);
  await tell(0, { type: 'made', view: VIEW });
  expect(await first).toBe(VIEW);
  await tell(1, { type: 'failed', code: 'not-found', message: 'no books', suggestion: 'reconcile' });
  expect(await second).toMatchObject({ code: 'not-found', message: 'no books', suggestion: 'reconcile' });
  expect(started.map(({ isOver }) => isOver)).toEqual([true, true]);
});

it('gives up what takes too long, whom nobody waits for, and a process that fails, and goes on', async () => {
  const { clock, statements, started, tell } = makerOf();
  const late = statements.make(WORK, STAYS).catch((error: unknown) => error);
  await settle();
  await clock.advance(50_000, settle);
  expect(await late).toMatchObject({ code: 'timeout', suggestion: expect.stringContaining('--month 2026-10') as string });
  const gone = new AbortController();
  const left = statements.make(WORK, gone.signal).catch((error: unknown) => error);
  await settle();
  gone.abort();
  expect(await left).toMatchObject({ code: 'canceled' });
  const failing = statements.make(WORK, STAYS).catch((error: unknown) => error);
  await settle();
  started[2]!.reject(new Error('out of memory'));
  expect(await failing).toMatchObject({ message: 'out of memory' });
  const next = statements.make(WORK, STAYS);
  await tell(3, { type: 'made', view: VIEW });
  expect(await next).toBe(VIEW);
  expect(started.every(({ isOver }) => isOver)).toBe(true);
});

it('lets only so many wait', async () => {
  const { statements } = makerOf();
  for (let n = 0; n < 4; n++) statements.make(WORK, STAYS).catch(() => undefined);
  await expect(statements.make(WORK, STAYS)).rejects.toMatchObject({ code: 'rate-limited' });
});
