import { setImmediate as settle } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { StatementView } from '../../src/control/contract/statementView.ts';
import { StatementDesk } from '../../src/control/statementDesk.ts';
import type { StatementReply } from '../../src/control/statementMessages.ts';
import { statementReads } from '../../src/control/statementReads.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { playedProcesses } from '../loading/playedProcesses.ts';

type StatementWork = Parameters<StatementDesk['make']>[0];

const WORK: StatementWork = { path: '/x', month: '2026-10', currency: undefined, now: 0 };
const VIEW: StatementView = { month: '2026-10', zone: 'UTC', until: '', months: [], currencies: [], csv: '' };
const STAYS = new AbortController().signal;

/** A desk whose processes answer when the test says so. */
function deskOf() {
  const clock = new VirtualClock(0);
  const { started, start } = playedProcesses();
  const desk = new StatementDesk(clock, start);
  const tell = async (process: number, reply: StatementReply): Promise<void> => {
    await settle();
    started[process]!.resolve(reply);
    await settle();
  };
  return { clock, desk, started, tell };
}

it('makes one after the other, each on a process that ends, and passes on why one could not be made', async () => {
  const { desk, started, tell } = deskOf();
  const first = desk.make(WORK, STAYS);
  const second = desk.make(WORK, STAYS).catch((error: unknown) => error);
  await tell(0, { type: 'made', view: VIEW });
  expect(await first).toBe(VIEW);
  await tell(1, { type: 'failed', code: 'not-found', message: 'no books', suggestion: 'reconcile' });
  expect(await second).toMatchObject({ code: 'not-found', message: 'no books', suggestion: 'reconcile' });
  expect(started.map(({ isOver }) => isOver)).toEqual([true, true]);
});

it('gives up what takes too long, whom nobody waits for, and a process that fails, and goes on', async () => {
  const { clock, desk, started, tell } = deskOf();
  const late = desk.make(WORK, STAYS).catch((error: unknown) => error);
  await settle();
  await clock.advance(50_000, settle);
  expect(await late).toMatchObject({ code: 'timeout', suggestion: expect.stringContaining('--month 2026-10') as string });
  const gone = new AbortController();
  const left = desk.make(WORK, gone.signal).catch((error: unknown) => error);
  await settle();
  gone.abort();
  expect(await left).toMatchObject({ code: 'canceled' });
  const failing = desk.make(WORK, STAYS).catch((error: unknown) => error);
  await settle();
  started[2]!.reject(new Error('out of memory'));
  expect(await failing).toMatchObject({ message: 'out of memory' });
  const next = desk.make(WORK, STAYS);
  await tell(3, { type: 'made', view: VIEW });
  expect(await next).toBe(VIEW);
  expect(started.every(({ isOver }) => isOver)).toBe(true);
});

it('lets only so many wait', async () => {
  const { desk } = deskOf();
  for (let n = 0; n < 4; n++) desk.make(WORK, STAYS).catch(() => undefined);
  await expect(desk.make(WORK, STAYS)).rejects.toMatchObject({ code: 'rate-limited' });
});

it('books in a Postgres are for the command', async () => {
  const reads = statementReads({ settings: { server: {} } } as unknown as Daemon);
  const asked = async (): Promise<unknown> => reads['statements.show']({ month: '2026-10' }, STAYS);
  await expect(asked()).rejects.toMatchObject({
    code: 'refused',
    message: /Postgres/,
    suggestion: expect.stringContaining('2026-10') as string,
  });
});
