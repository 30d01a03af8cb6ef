import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { AccountBooks, type AccountBooksOptions } from '../../src/daemon/accountBooks.ts';
import type { FundsMove } from '../../src/gateway/fundsMoves.ts';
import type { Balance } from '../../src/model/balance.ts';
import type { Ledger, LedgerEntry } from '../../src/model/ledger.ts';
import { until } from '../until.ts';

const START = Date.parse('2026-11-01T00:00:00Z');

function booksOf(
  clock: VirtualClock,
  ledger: Ledger,
  moves: () => readonly FundsMove[] = () => [],
  over: Partial<AccountBooksOptions> = {},
): AccountBooks {
  return new AccountBooks({
    ledger,
    state: { load: () => Promise.resolve({}), save: () => Promise.resolve() },
    clock,
    venueNow: () => clock.now(),
    moves: () => Promise.resolve(moves()),
    conversions: () => Promise.resolve([]),
    possible: () => Promise.resolve([]),
    bookProven: () => Promise.resolve(0),
    shut: () => Promise.resolve(),
    onTrouble: () => undefined,
    ...over,
  });
}

const balance = (currency: string, total: string): Balance => ({ currency, total: dec(total), available: dec(total) });

describe(AccountBooks, () => {
  it('begins with no look during which an execution was booked, since the balance may have it or not', async () => {
    const clock = new VirtualClock(START);
    const entries: LedgerEntry[] = [];
    let fresh: number | undefined;
    const ledger = {
      sums: () => {
        const oldestNewAt = fresh;
        fresh = undefined;
        return Promise.resolve({ sums: entries, rounding: {}, newestAt: undefined, oldestNewAt, beganAt: new Map() });
      },
      post: (more: readonly LedgerEntry[]) => Promise.resolve(void entries.push(...more)),
      recordBalances: () => Promise.resolve(),
    } as unknown as Ledger;
    const books = booksOf(clock, ledger);
    const look = async (total: string, meanwhile?: () => void): Promise<void> => {
      await books.beforeReading();
      meanwhile?.();
      await books.look([balance('BTC', total)]);
    };
    const booked = (): void => {
      fresh = clock.now();
    };
    await look('5', booked);
    await clock.advance(16_000, () => Promise.resolve());
    await look('5', booked);
    await clock.advance(10_000, () => Promise.resolve());
    await look('4');
    expect(entries).toEqual([]);
    await clock.advance(16_000, () => Promise.resolve());
    await look('4');
    expect(entries).toMatchObject([{ cause: 'opening', currency: 'BTC', at: START + 34_000 }]);
  });

  it('books a withdrawal that was on its way at an earlier look, once it has left', async () => {
    const clock = new VirtualClock(START);
    const entries: LedgerEntry[] = [];
    const ledger = {
      sums: () => Promise.resolve({ sums: entries, rounding: {}, newestAt: undefined, oldestNewAt: undefined, beganAt: new Map() }),
      post: (more: readonly LedgerEntry[]) => Promise.resolve(void entries.push(...more)),
      recordBalances: () => Promise.resolve(),
    } as unknown as Ledger;
    let isDone = false;
    const move = (): FundsMove => ({
      id: 'crypto 7',
      cause: 'withdrawal',
      currency: 'BTC',
      amount: dec('-1'),
      fee: dec('0.001'),
      isDone,
      at: clock.now(),
    });
    const books = booksOf(clock, ledger, () => [move()]);
    entries.push({ cause: 'opening', reference: 'opening', currency: 'BTC', amount: dec(5), at: START, note: undefined });
    const look = (total: string) => books.look([balance('BTC', total)]);
    await look('3.999');
    expect(entries).toHaveLength(1);
    isDone = true;
    await clock.advance(60_000, () => Promise.resolve());
    await look('3.999');
    expect(entries.slice(1).map(({ cause, amount }) => `${cause} ${amount.toFixed()}`)).toEqual(['withdrawal -1', 'fee -0.001']);
  });

  it('takes what rounding explains for no difference, where an order of unknown outcome hangs on it', async () => {
    const entries: LedgerEntry[] = [
      { cause: 'opening', reference: 'opening', currency: 'BTC', amount: dec(5), at: START, note: undefined },
      { cause: 'opening', reference: 'opening', currency: 'EUR', amount: dec(9), at: START, note: undefined },
    ];
    const sums = { sums: entries, rounding: { BTC: dec('0.00000002') }, newestAt: undefined, oldestNewAt: undefined };
    const ledger = { sums: () => Promise.resolve({ ...sums, beganAt: new Map([['BTC', START]]) }) } as unknown as Ledger;
    const books = booksOf(new VirtualClock(START), ledger, () => [], {});
    const balances = [balance('BTC', '5.00000001'), balance('EUR', '8.99')];
    const found = (await books.differences(balances, START + 1))!;
    expect([found.get('BTC')!.toFixed(), found.get('EUR')!.toFixed()]).toEqual(['0', '-0.01']);
  });

  it('tells a difference once, also where two comparisons meet while copies are looked for', async () => {
    const clock = new VirtualClock(START);
    const entries: LedgerEntry[] = [
      { cause: 'opening', reference: 'opening', currency: 'BTC', amount: dec(5), at: START, note: undefined },
    ];
    const ledger = {
      sums: () => Promise.resolve({ sums: entries, rounding: {}, newestAt: undefined, oldestNewAt: undefined, beganAt: new Map() }),
      post: () => Promise.resolve(0),
      recordBalances: () => Promise.resolve(),
    } as unknown as Ledger;
    const told: string[] = [];
    let waiting: (() => void) | undefined;
    const bookProven = (): Promise<number> => new Promise((resolve) => (waiting = () => resolve(0)));
    const books = booksOf(clock, ledger, () => [], { onTrouble: (message) => void told.push(message), bookProven });
    const look = () => books.look([balance('BTC', '5.5')]);
    for (let i = 0; i < 2; i++) {
      await look();
      await clock.advance(30_000, () => Promise.resolve());
    }
    const both = [look(), look()];
    for (const _ of both) {
      await until(() => waiting !== undefined);
      const answer = waiting!;
      waiting = undefined;
      answer();
    }
    await Promise.all(both);
    expect(told).toEqual([expect.stringContaining('a difference of +0.5 BTC')]);
  });
});
