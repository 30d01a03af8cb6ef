import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { AccountBooks } from '../../src/daemon/accountBooks.ts';
import type { FundsMove } from '../../src/gateway/fundsMoves.ts';
import type { Ledger, LedgerEntry } from '../../src/model/ledger.ts';

const START = Date.parse('2026-11-01T00:00:00Z');

describe(AccountBooks, () => {
  it('books a withdrawal that was on its way at an earlier look, once it has left', async () => {
    const clock = new VirtualClock(START);
    const entries: LedgerEntry[] = [];
    const ledger = {
      sums: () => Promise.resolve({ sums: entries, rounding: {}, newestAt: undefined }),
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
    const books = new AccountBooks({
      ledger,
      state: { load: () => Promise.resolve({}), save: () => Promise.resolve() },
      clock,
      venueNow: () => clock.now(),
      moves: () => Promise.resolve([move()]),
      conversions: () => Promise.resolve([]),
      possible: () => Promise.resolve([]),
      shut: () => Promise.resolve(),
      onTrouble: () => undefined,
    });
    entries.push({ cause: 'opening', reference: 'opening', currency: 'BTC', amount: dec(5), at: START, note: undefined });
    const look = (total: string) =>
      books.look([{ currency: 'BTC', total: dec(total), available: dec(total), locked: dec(0), forWithdrawal: dec(total) } as never]);
    await look('3.999');
    expect(entries).toHaveLength(1);
    isDone = true;
    await clock.advance(60_000, () => Promise.resolve());
    await look('3.999');
    expect(entries.slice(1).map(({ cause, amount }) => `${cause} ${amount.toFixed()}`)).toEqual(['withdrawal -1', 'fee -0.001']);
  });
});
