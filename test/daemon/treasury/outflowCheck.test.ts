import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { HOUR_MS } from '../../../src/base/instant.ts';
import type { AddressEntry } from '../../../src/model/addressEntry.ts';
import type { MoveRecord } from '../../../src/model/move.ts';
import type { Truth } from '../../../src/simulator/truth.ts';
import { btcRow } from '../../treasury/moves/moveBench.ts';
import { BTC_ADDRESS } from '../../treasury/transferBench.ts';
import { brokenOutflows } from './outflowCheck.ts';

const START = Date.UTC(2026, 10, 20);
const TERMS = { windowMs: HOUR_MS, limit: dec('0.01') };
const BOOK = [{ destination: { address: BTC_ADDRESS }, allowedFrom: START, removedAt: START + 5 * HOUR_MS }] as unknown as AddressEntry[];
const MOVES = ['W-1', 'W-2'].map((reference) => ({ rows: [btcRow(reference, '0.006')] })) as unknown as MoveRecord[];

interface Paid {
  readonly referenceId: string;
  readonly atMs: number;
  readonly net?: string;
}

function broken(...paid: readonly Paid[]): readonly string[] {
  const transactions = paid.map(({ referenceId, atMs, net = '0.006' }) => {
    return { type: 'Send', status: 'Completed', createdAt: START + atMs, destinationAddress: BTC_ADDRESS, net: dec(net), referenceId };
  });
  const found = brokenOutflows({ transactions } as unknown as Truth, MOVES, BOOK, TERMS);
  return found.map((one) => one.split(':')[0]!);
}

describe(brokenOutflows.name, () => {
  it('finds nothing in what keeps to the terms', () => {
    expect(broken({ referenceId: 'W-1', atMs: 0 }, { referenceId: 'W-2', atMs: HOUR_MS })).toEqual([]);
  });

  it('finds more in a window than may leave', () => {
    expect(broken({ referenceId: 'W-1', atMs: 0 }, { referenceId: 'W-2', atMs: HOUR_MS / 2 })).toEqual(['limit']);
  });

  it('finds what went to an address before it was allowed, and after it was taken out of the book', () => {
    expect(broken({ referenceId: 'W-1', atMs: -1 })).toEqual(['destination']);
    expect(broken({ referenceId: 'W-1', atMs: 6 * HOUR_MS })).toEqual(['destination']);
  });

  it('finds what nobody has approved, and another amount', () => {
    expect(broken({ referenceId: 'W-3', atMs: 0 })).toEqual(['order']);
    expect(broken({ referenceId: 'W-1', atMs: 0, net: '0.007' })).toEqual(['order']);
  });

  it('finds what was paid twice', () => {
    expect(broken({ referenceId: 'W-1', atMs: 0 }, { referenceId: 'W-1', atMs: 2 * HOUR_MS })).toEqual(['once', 'once']);
  });
});
