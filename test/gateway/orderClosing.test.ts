import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { TradeRow } from '../../src/gateway/fillRows.ts';
import { FrozenLanes } from '../../src/gateway/frozenLanes.ts';
import { orderFingerprint } from '../../src/gateway/fingerprint.ts';
import { OrderClosing } from '../../src/gateway/orderClosing.ts';
import type { Report } from '../../src/model/event.ts';
import type { FillLog, Journal } from '../../src/model/journal.ts';
import type { Database } from '../../src/store/database.ts';
import { createJournal } from '../../src/store/journal.ts';
import { SentMarks } from '../../src/store/sentMarks.ts';
import { boundOrder, loggedFill, newIntent, ownedDatabase, START } from '../store/builders.ts';
import { tradeRow } from './tradeRow.ts';

const ORDER = '17';
const clock = new VirtualClock(START + 1000);
let database: Database;
let journal: Journal;

beforeEach(async () => {
  const owned = await ownedDatabase();
  ({ database } = owned);
  journal = createJournal(database, owned.epoch, new SentMarks(':memory:', { epoch: owned.epoch, token: '' }), clock, 8);
  await journal.begin(newIntent('placed', { fingerprint: shape('50000') }));
  await journal.settle('placed', { state: 'acknowledged', at: START, venueId: ORDER, order: boundOrder(ORDER, 'placed') });
});
afterEach(() => database.close());

function shape(price: string): string {
  return orderFingerprint({ symbol: 'BTC/EUR', side: 'Buy', type: 'Limit', amount: dec('0.01'), price: dec(price) });
}

/** A replacement that keeps the order's id and asks for 0.01 to be open. The journal takes nothing to be executed before. */
async function replace(state: 'acknowledged' | 'rejected'): Promise<void> {
  await journal.begin(newIntent('replacing', { kind: 'replace', targetId: ORDER, fingerprint: shape('49000') }));
  const moved = { venueId: ORDER, replaced: ORDER, order: boundOrder(ORDER, 'placed', { price: dec('49000') }) };
  await journal.settle('replacing', { state, at: START, ...(state === 'acknowledged' && moved) });
}

/** One reading that does not list the order. Answers how it was closed, if it was. */
async function closedBy(booked: string, rows: readonly TradeRow[] = []): Promise<string | undefined> {
  const reports: Report[] = [];
  const fills = async () => [loggedFill('fill-1', { orderId: ORDER, amount: dec(booked) })];
  const closing = new OrderClosing({
    journal,
    fillLog: { fills } as unknown as FillLog,
    clock,
    report: (report) => reports.push(report),
    visibilityMs: 15_000,
    closeAfterRounds: 3,
    lookAgain: async () => 0,
    witness: { since: () => ({ at: START, others: ZERO, before: undefined }), over: async () => new Set() },
    frozen: new FrozenLanes({ journal, report: () => undefined }),
  });
  await closing.close(await journal.openOrders(), [], rows);
  const end = (await journal.order(ORDER))!.end;
  expect(reports.length).toBe(end === undefined ? 0 : 1);
  return end;
}

describe('an order that left the list, of which the reading has no row', () => {
  it('is over when all of it is booked', async () => {
    expect(await closedBy('0.01')).toBe('filled');
  });

  it('is waited for when a part is missing', async () => {
    expect(await closedBy('0.009')).toBeUndefined();
  });
});

describe('an order that was replaced under its id', () => {
  const parts = [tradeRow('0.01', { id: ORDER })];

  it('is not over when as much is booked as it is taken to have: what was executed before may not have been seen', async () => {
    await replace('acknowledged');
    expect(await closedBy('0.01', parts)).toBeUndefined();
  });

  it('is over when as much is booked as all its requests have asked for', async () => {
    await replace('acknowledged');
    expect(await closedBy('0.02', parts)).toBe('filled');
  });

  it('is what it was when the replacement was refused', async () => {
    await replace('rejected');
    expect(await closedBy('0.01', parts)).toBe('filled');
  });
});
