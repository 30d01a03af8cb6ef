import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import { bookProvenCopies } from '../../src/daemon/bookProvenCopies.ts';
import { fillOf, keyedRows } from '../../src/gateway/fillRows.ts';
import type { Copies } from '../../src/gateway/rowCopies.ts';
import type { BalanceLine } from '../../src/ledger/balanceLines.ts';
import { TRADED_AT, tradeRow } from '../gateway/tradeRow.ts';

/** A purchase of 0.01 BTC for 500 EUR with a fee of 0.0001 BTC, so many times over. */
function copiesOf(id: string, times = 1): Copies {
  const keyed = keyedRows([tradeRow('0.01', { id })])[0]!;
  const { amount, price, fee, feeCurrency } = keyed.row;
  const execution = fillOf(keyed.key, { row: keyed, amount, price: price!, fee: fee!, feeCurrency: feeCurrency! }, undefined, 0);
  return { executions: Array.from({ length: times }, () => execution), listed: amount.times(times + 1) };
}

const line = (currency: string, difference: string, over: Partial<BalanceLine> = {}): BalanceLine => ({
  currency,
  ledger: dec(0),
  venue: dec(difference),
  difference: dec(difference),
  tolerance: dec(0),
  isExplained: difference === '0',
  possibly: undefined,
  beganAt: TRADED_AT - 1,
  ...over,
});

const LINES = [line('BTC', '0.0099'), line('ETH', '3'), line('EUR', '-500')];

interface Tried {
  /** What the last hour, read again, has that was not booked. */
  readonly late?: number;
  /** What the look at the order has booked before its copies are judged. */
  readonly found?: number;
  /** The differences by then. */
  readonly later?: readonly BalanceLine[];
  readonly failure?: Fault;
}

/** Which orders were booked as they are listed, with those copies and differences. */
async function bookedOf(
  all: readonly (readonly [string, Copies])[],
  lines: readonly BalanceLine[],
  { late = 0, found = 0, later = lines, failure }: Tried = {},
): Promise<readonly string[]> {
  const booked: string[] = [];
  const copies = new Map(all);
  const compared = [lines, later];
  const own = {
    copies,
    reread: () => Promise.resolve({ rows: 9, booked: late }),
    bookCopies: async (orderId: string, isProven: (of: Copies) => Promise<boolean>) => {
      if (failure !== undefined) throw failure;
      if (found > 0 || !(await isProven(copies.get(orderId)!))) return found;
      booked.push(orderId);
      return 1;
    },
  };
  const count = await bookProvenCopies(own, () => Promise.resolve(compared.shift() ?? later));
  expect(count).toBe(late + found + booked.length);
  return booked;
}

describe(bookProvenCopies, () => {
  it('takes copies for executions when both currencies differ by just that, whatever else differs', async () => {
    expect(await bookedOf([['7', copiesOf('7')]], LINES)).toEqual(['7']);
  });

  it.each([
    ['another amount', [line('BTC', '0.01'), line('EUR', '-500')]],
    ['one currency alone', [line('BTC', '0.0099'), line('EUR', '0')]],
    ['a currency that the account does not have', [line('BTC', '0.0099')]],
    ['the other direction', [line('BTC', '-0.0099'), line('EUR', '500')]],
    ['what may come of a transfer', [line('BTC', '0.0099', { isExplained: true, possibly: 'transfer 1' }), line('EUR', '-500')]],
    ['an execution before the ledger began', LINES.map((one) => ({ ...one, beganAt: TRADED_AT }))],
  ])('leaves it at one with %s', async (_, lines) => {
    expect(await bookedOf([['7', copiesOf('7')]], lines)).toEqual([]);
  });

  it('allows for what the venue has rounded', async () => {
    const lines = [line('BTC', '0.0099'), line('EUR', '-500.000000004', { tolerance: dec('0.000000005') })];
    expect(await bookedOf([['7', copiesOf('7')]], lines)).toEqual(['7']);
  });

  it('takes all copies of an order or none', async () => {
    expect(await bookedOf([['7', copiesOf('7', 2)]], LINES)).toEqual([]);
    expect(await bookedOf([['7', copiesOf('7', 2)]], [line('BTC', '0.0198'), line('EUR', '-1000')])).toEqual(['7']);
  });

  it('chooses between no two orders that would both explain it', async () => {
    const both: readonly (readonly [string, Copies])[] = [
      ['7', copiesOf('7')],
      ['8', copiesOf('8')],
    ];
    expect(await bookedOf(both, LINES)).toEqual([]);
    expect(await bookedOf([both[0]!, ['8', copiesOf('8', 2)]], LINES)).toEqual(['7']);
  });

  it('books no copy where the last hour or the order, read again, has what was missing, or the ledger has it by then', async () => {
    expect(await bookedOf([['7', copiesOf('7')]], LINES, { late: 1 })).toEqual([]);
    expect(await bookedOf([['7', copiesOf('7')]], LINES, { found: 1 })).toEqual([]);
    expect(await bookedOf([['7', copiesOf('7')]], LINES, { later: [line('BTC', '0'), line('EUR', '0')] })).toEqual([]);
  });

  it('leaves it for the next comparison when the venue does not answer, and is silent about no fault of our own', async () => {
    expect(await bookedOf([['7', copiesOf('7')]], LINES, { failure: new Fault('network', 'connection refused') })).toEqual([]);
    const full = bookedOf([['7', copiesOf('7')]], LINES, { failure: new Fault('store', 'the disk is full') });
    await expect(full).rejects.toThrow('the disk is full');
  });
});
