import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dec } from '../../../src/base/decimal.ts';
import { HOUR_MS } from '../../../src/base/instant.ts';
import { quoteOf } from '../../../src/daemon/treasury/quoteOf.ts';
import { moveVenue } from '../../../src/daemon/treasury/moveVenue.ts';
import type { MoveRecord } from '../../../src/model/move.ts';
import { Scheduler } from '../../../src/treasury/schedules/scheduler.ts';
import type { TreasurySchedule } from '../../../src/treasury/schedules/treasurySchedule.ts';
import { moveBench, type MoveBench } from '../moves/moveBench.ts';
import { BTC_ADDRESS } from '../transferBench.ts';
import { scheduleOf } from './scheduleOf.ts';

const SHARED = { zone: 'UTC', least: undefined, atMostPerDay: undefined, missed: 'skip' } as const;
/** Each hour, 102,000 EUR are kept, where 100,000 are. */
export const FLOAT: TreasurySchedule = {
  ...SHARED,
  name: 'payouts',
  timer: scheduleOf('0 * * * *'),
  terms: { type: 'float', keep: { amount: dec(102_000), currency: 'EUR' }, from: 'BTC', slippage: dec('0.01'), by: 'quote' },
};
/** Each hour, what is above 4.9 BTC goes to cold storage, where 5 are. */
export const SWEEP: TreasurySchedule = {
  ...SHARED,
  name: 'cold',
  timer: scheduleOf('0 * * * *'),
  terms: { type: 'sweep', above: { amount: dec('4.9'), currency: 'BTC' }, to: 'cold-1' },
};

/** Schedules with everything real about them but the policy, made anew for each test. */
export const world = {} as {
  folder: string;
  bench: MoveBench;
  moves: Scheduler;
  schedules: readonly TreasurySchedule[];
  /** How far this life's clock is ahead. */
  skewMs: number;
};

/** A moves of this life. */
export function born(): void {
  const venue = moveVenue({
    callsOf: (name) => world.bench.transfers.calls(name as 'exchange'),
    transfersOf: (name) => Promise.resolve(world.bench.transfers.transfers(name as 'exchange')),
    journalOf: () => Promise.resolve(world.bench.transfers.store.journal),
    firstPage: 0,
  });
  world.moves = new Scheduler({
    schedules: world.schedules,
    store: world.bench.store,
    moves: world.bench.moves,
    clock: { now: () => world.bench.transfers.clock.now() + world.skewMs },
    available: async () => (await world.bench.moveOptions.available('withdrawal'))!,
    quote: (from, to, amount) => quoteOf(venue, { from, to, exact: 'to', amount }),
    tell: (message) => void world.bench.told.push(message),
  });
}

export async function restart(): Promise<void> {
  await world.bench.restart();
  born();
}

/** Call it before each test. */
export async function setUp(): Promise<void> {
  world.folder = mkdtempSync(join(tmpdir(), 'sluice-schedules-'));
  world.bench = await moveBench({ database: join(world.folder, 'account.sqlite'), treasury: join(world.folder, 'treasury.sqlite') });
  world.bench.transfers.transfers('exchange');
  const { clock } = world.bench.transfers;
  const entry = {
    id: 'A-1',
    name: 'cold-1',
    destination: { currency: 'BTC', network: 'BTC', address: BTC_ADDRESS, tag: undefined },
    labels: [],
    beneficiary: { firstName: 'Ada', lastName: 'Byron', countryOfBirthCode: 'GB', dateOfBirth: '1915-12-10' },
    requestedBy: 'anna',
    requestedAt: clock.now(),
    approvals: [],
    allowedFrom: clock.now(),
    removedAt: undefined,
  };
  await world.bench.store.book.add(entry, { who: 'anna', what: 'address.requested', subject: 'A-1', before: '', after: '', evidence: '' });
  world.schedules = [FLOAT];
  world.skewMs = 0;
  born();
  // The bench begins at ten sharp.
  await world.bench.transfers.pass(60_000);
}
/** Call it after each test. */
export async function tearDown(): Promise<void> {
  await world.bench.end();
  rmSync(world.folder, { recursive: true });
}

export const run = <T>(work: Promise<T>): Promise<T> => world.bench.transfers.run(work);
export const moves = (): Promise<readonly MoveRecord[]> => world.bench.store.moves.since(0, 100);
export const last = async (name = 'payouts') => world.bench.store.schedules.before(name, Number.MAX_SAFE_INTEGER);
export const round = async (): Promise<void> => {
  await run(world.moves.round());
  await run(world.bench.moves.round());
};
/** Lets the next full hour come, with a round in between and one a little later. */
export const nextHour = async (): Promise<void> => {
  await round();
  const now = world.bench.transfers.clock.now();
  await world.bench.transfers.pass(HOUR_MS - (now % HOUR_MS) + 2000);
  await round();
};
export const settled = async (): Promise<void> => {
  for (const { id } of await world.bench.store.moves.open()) await world.bench.settle(id);
};
