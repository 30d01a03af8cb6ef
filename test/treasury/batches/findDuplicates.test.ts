import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { DAY_MS } from '../../../src/base/instant.ts';
import { findDuplicates } from '../../../src/treasury/batches/findDuplicates.ts';
import { ACME, batchRowOf, moveOf, moveRowOf, NOW } from './builders.ts';

const EARLIER = { move: 'B-1', reference: 'INV-1', at: NOW - DAY_MS };

describe('findDuplicates', () => {
  it('finds a reference that was used, whatever became of it and however long ago', () => {
    const rows = [batchRowOf({ reference: 'INV-1', amount: dec('9') })];
    for (const state of ['completed', 'declined', 'unknown'] as const) {
      expect(findDuplicates(rows, [moveOf([state])], NOW)).toEqual([{ line: 2, by: 'reference', of: EARLIER }]);
    }
    const old = moveOf(['completed'], { createdAt: NOW - 400 * DAY_MS });
    expect(findDuplicates(rows, [old], NOW)).toMatchObject([{ by: 'reference', of: { at: NOW - 400 * DAY_MS } }]);
  });

  it('finds the same amount to the same place within 90 days, and the newest of several', () => {
    const rows = [batchRowOf({ amount: dec('0.50') })];
    expect(findDuplicates(rows, [moveOf(['completed'])], NOW)).toEqual([{ line: 2, by: 'payment', of: EARLIER }]);
    expect(findDuplicates(rows, [moveOf(['unknown'])], NOW)).toHaveLength(1);
    expect(findDuplicates(rows, [moveOf(['completed'], { createdAt: NOW - 90 * DAY_MS })], NOW)).toHaveLength(1);
    expect(findDuplicates(rows, [moveOf(['completed'], { createdAt: NOW - 90 * DAY_MS - 1 })], NOW)).toEqual([]);
    const older = moveOf(['completed'], { id: 'B-0', createdAt: NOW - 9 * DAY_MS });
    expect(findDuplicates(rows, [moveOf(['completed']), older], NOW)).toMatchObject([{ of: { move: 'B-1' } }]);
  });

  it('takes for no payment what was proven never sent', () => {
    const rows = [batchRowOf()];
    for (const state of ['declined', 'not-sent'] as const) expect(findDuplicates(rows, [moveOf([state])], NOW)).toEqual([]);
    expect(findDuplicates(rows, [moveOf(['waiting'], { state: 'refused' })], NOW)).toEqual([]);
    expect(findDuplicates(rows, [moveOf(['waiting'], { state: 'awaiting-approval' })], NOW)).toHaveLength(1);
  });

  it('tells apart amounts, places and currencies', () => {
    const move = [moveOf(['completed'])];
    expect(findDuplicates([batchRowOf({ amount: dec('0.51') })], move, NOW)).toEqual([]);
    expect(findDuplicates([batchRowOf({ destination: { ...ACME, tag: '1' } })], move, NOW)).toEqual([]);
    const capitals = { ...ACME, address: ACME.address.toUpperCase() };
    expect(findDuplicates([batchRowOf({ destination: capitals })], move, NOW)).toHaveLength(1);
    const fiat = { amount: dec('0.5'), currency: 'EUR' };
    expect(findDuplicates([batchRowOf({ amount: undefined, fiat })], move, NOW)).toEqual([]);
    const inFiat = moveOf(['completed'], { rows: [moveRowOf({ fiat })] });
    expect(findDuplicates([batchRowOf({ amount: undefined, fiat })], [inFiat], NOW)).toHaveLength(1);
  });

  it('takes an address for the same one in whatever case it is written', () => {
    const destination = { currency: 'ETH', network: 'ETH', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', tag: undefined };
    const paid = moveOf(['completed'], { rows: [moveRowOf({ destination, currency: 'ETH' })] });
    const row = (address: string) => [batchRowOf({ destination: { ...destination, address } })];
    expect(findDuplicates(row(destination.address.toLowerCase()), [paid], NOW)).toMatchObject([{ by: 'payment' }]);
    expect(findDuplicates(row(`${destination.address.slice(0, -1)}e`), [paid], NOW)).toEqual([]);
  });

  it('finds the same payment inside of the file, each after the one before it', () => {
    const rows = [batchRowOf({ line: 2, reference: 'a' }), batchRowOf({ line: 3, reference: 'b' }), batchRowOf({ line: 5 })];
    expect(findDuplicates(rows, [], NOW)).toEqual([
      { line: 3, by: 'payment', of: { line: 2 } },
      { line: 5, by: 'payment', of: { line: 3 } },
    ]);
  });
});
