import { beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { MINUTE_MS } from '../../src/base/instant.ts';
import { type BalanceLook, BalanceRecorder } from '../../src/daemon/balanceRecorder.ts';

let kept: string[];
let recorder: BalanceRecorder;

beforeEach(() => {
  kept = [];
  recorder = new BalanceRecorder({
    recordBalances: async (records) => {
      kept.push(...records.map(({ currency, total, at }) => `${currency} ${total.toFixed()} at ${at / MINUTE_MS}`));
    },
  });
});

/** A look at a minute, at which the ledger explains nothing unless it is said. */
function look(minute: number, balances: Readonly<Record<string, string>>, over: Partial<BalanceLook> = {}): Promise<void> {
  const totals = Object.entries(balances).map(([currency, amount]) => ({ currency, total: dec(amount) }));
  return recorder.look({ at: minute * MINUTE_MS, balances: totals, lines: [], newestAt: undefined, leaving: new Map(), ...over });
}

describe('BalanceRecorder', () => {
  it('keeps a balance that two looks in a row have shown, with the time of the first', async () => {
    for (const [minute, amount] of ['5', '6', '7', '7', '7'].entries()) await look(minute, { EUR: amount });
    expect(kept).toEqual(['EUR 7 at 2']);
  });

  it('keeps it again after ten minutes, and each currency by itself', async () => {
    for (let minute = 0; minute < 25; minute++) await look(minute, { EUR: '5', USD: String(Math.min(minute, 5)) });
    expect(kept).toEqual(['EUR 5 at 0', 'USD 5 at 5', 'EUR 5 at 10', 'USD 5 at 15', 'EUR 5 at 20']);
  });

  it('keeps one that never stands still with the time of the newest execution, when the ledger explains it to the last digit', async () => {
    const line = (difference: string) => ({ lines: [{ currency: 'EUR', difference: dec(difference) }] });
    await look(0, { EUR: '1' }, { ...line('0.00000001'), newestAt: 0 });
    await look(1, { EUR: '2' }, { ...line('0'), newestAt: 0.5 * MINUTE_MS });
    await look(2, { EUR: '3' }, { ...line('0'), newestAt: 1.5 * MINUTE_MS });
    await look(12, { EUR: '4' }, { ...line('0'), newestAt: 11 * MINUTE_MS });
    expect(kept).toEqual(['EUR 2 at 0.5', 'EUR 4 at 11']);
  });

  it('keeps none of a currency while something of it is on its way out', async () => {
    for (let minute = 0; minute < 3; minute++) await look(minute, { EUR: '5' }, { leaving: new Map([['EUR', dec('1')]]) });
    expect(kept).toEqual([]);
    await look(3, { EUR: '5' });
    expect(kept).toEqual(['EUR 5 at 2']);
  });
});
