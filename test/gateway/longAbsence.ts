import { dec } from '../../src/base/decimal.ts';
import { HOUR_MS } from '../../src/base/instant.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { AccountLists } from '../../src/gateway/accountLists.ts';
import { timeOf, type TradeRow } from '../../src/gateway/fillRows.ts';
import { readNewestFirst } from '../../src/gateway/newestFirst.ts';
import { OwnOrders } from '../../src/gateway/ownOrders.ts';
import type { Report } from '../../src/model/event.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { newIntent, START } from '../store/builders.ts';
import { tradeRow } from './tradeRow.ts';

export const VISIBILITY_MS = 15_000;

/** A life that begins ten hours after the watermark, at an account whose trades list is read back for four rows at most. */
export interface LongAbsence {
  readonly clock: VirtualClock;
  readonly store: Store;
  own: OwnOrders;
  /** All that the venue has, in any order. */
  readonly rows: TradeRow[];
  /** What was asked for since the start: spans, and the orders that were read by their id. */
  readonly asked: { spans: number; orders: string[] };
  /** A reading that fails. */
  breaks: ((what: string) => boolean) | undefined;
  heedsTimes: boolean;
  /** How many rows the list is read back for. */
  most: number;
  readonly trouble: string[];
  /** Lanes that are shut for what the lists show. */
  readonly shut: Set<string>;
  /** One round, after a second. */
  round(): Promise<void>;
  rounds(count: number): Promise<void>;
  /** A request of which nobody knows the outcome. */
  unknown(id: string): Promise<void>;
  /** The orders whose executions are booked. */
  booked(): Promise<readonly string[]>;
  watermark(): Promise<number>;
  restart(): void;
}

/** An execution of somebody's order that is as large as an unknown request asks for, or larger. */
export function othersRow(id: string, tradeDate: number, over: Partial<TradeRow> = {}): TradeRow {
  return tradeRow('0.05', { id, openTime: tradeDate - 1000, tradeDate, ...over });
}

export async function longAbsence(): Promise<LongAbsence> {
  const clock = new VirtualClock(START + 10 * HOUR_MS);
  const store = await openStore({ path: ':memory:', clock });
  for (const symbol of ['*', 'beginning']) await store.fillLog.record([], { symbol, at: START });
  const check = (what: string): void => {
    if (bench.breaks?.(what) === true) throw new Error(`${what} could not be read`);
  };
  const between = (from: number, to: number): readonly TradeRow[] =>
    bench.rows.filter((row) => timeOf(row)! >= from && timeOf(row)! <= to).toSorted((a, b) => timeOf(b)! - timeOf(a)!);
  const lists: AccountLists = {
    openOrders: () => Promise.resolve([]),
    trades: async (since) => {
      check('trades');
      const rows = between(since, Infinity);
      return rows.length > bench.most ? endless() : rows;
    },
    tradesOf: async (orderId, since) => {
      bench.asked.orders.push(orderId);
      check(`order ${orderId}`);
      return between(since, Infinity).filter(({ id }) => id === orderId);
    },
    tradesBetween: async (from, to, { most }) => {
      bench.asked.spans++;
      check('span');
      if (!bench.heedsTimes) return 'unheeded';
      const rows = between(from - 1000, to + 1000);
      return rows.length > 3 && most < Infinity ? 'too-many' : rows;
    },
    conversions: () => Promise.resolve([]),
    balances: () => Promise.resolve([]),
    venueOffsetMs: () => 0,
    earliestVenueTime: () => clock.now(),
  };
  const life = (): OwnOrders =>
    new OwnOrders({
      ...store,
      clock,
      lists,
      report: (report: Report) => {
        if (report.type === 'lane-frozen') bench.shut.add(report.lane);
        if (report.type === 'lane-opened') bench.shut.delete(report.lane);
        bench.own.told(report);
      },
      bookContext: () => undefined,
      visibilityMs: VISIBILITY_MS,
      skewMs: 5000,
      closeAfterRounds: 2,
      replacesAtomically: true,
      onTrouble: (message) => bench.trouble.push(message),
    });
  const bench: LongAbsence = {
    clock,
    store,
    own: undefined as unknown as OwnOrders,
    rows: [],
    asked: { spans: 0, orders: [] },
    breaks: undefined,
    heedsTimes: true,
    most: 4,
    trouble: [],
    shut: new Set(),
    round: async () => {
      await clock.advance(1000, () => Promise.resolve());
      await bench.own.round();
    },
    rounds: async (count) => {
      for (let i = 0; i < count; i++) await bench.round();
    },
    unknown: async (id) => {
      const at = clock.now();
      await store.journal.begin(newIntent(id, { fingerprint: 'BTC/EUR Buy Limit 0.01 50000', createdAt: at, venueAt: at, expiresAt: at }));
      await store.journal.settle(id, { state: 'unknown', at });
    },
    booked: async () => (await store.fillLog.fills({})).map(({ fill }) => fill.orderId).sort(),
    watermark: async () => (await store.fillLog.watermark('*'))!,
    restart: () => {
      bench.shut.clear();
      bench.asked.orders.length = 0;
      bench.asked.spans = 0;
      bench.own = life();
    },
  };
  bench.own = life();
  return bench;
}

/** Executions that nobody waits for, one in each quarter of an hour. */
export function manyRows(): TradeRow[] {
  return Array.from({ length: 39 }, (_, i) => othersRow(`other-${i}`, START + ((i + 1) * HOUR_MS) / 4));
}

/** As large as what an unknown request asks for. */
export function twinRow(id: string, tradeDate: number): TradeRow {
  return othersRow(id, tradeDate, { amount: dec('0.01'), status: 'Executed' });
}

/** A list that goes on for ever. */
async function endless(): Promise<never> {
  const readPage = (page: number): Promise<{ items: number[]; total: number }> => Promise.resolve({ items: [page], total: Infinity });
  await readNewestFirst({ readPage, sameItem: (a, b) => a === b, firstPage: 0 }, () => false);
  throw new Error('an endless list was read to its end');
}
