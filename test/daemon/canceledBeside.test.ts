import { expect, test } from 'vitest';
import { ZERO } from '../../src/base/decimal.ts';
import { canceledBeside, goneOnAs } from '../../src/daemon/canceledBeside.ts';
import { boundOrder, newIntent, START } from '../store/builders.ts';
import { MemoryStore } from '../store/memoryStore.ts';

const LATER = START + 1000;
const REPLACE = { kind: 'replace', targetId: 'order-1', createdAt: START + 500 } as const;
const CANCEL = { kind: 'cancel', targetId: 'order-1', exposure: ZERO } as const;

/** An order with a replacement of unknown outcome, and a cancel of that time. */
async function journalWith(canceledAt: number): Promise<MemoryStore['journal']> {
  const { journal } = new MemoryStore();
  await journal.begin(newIntent('p'));
  await journal.settle('p', { state: 'acknowledged', at: START, venueId: 'order-1', order: boundOrder('order-1', 'p') });
  if (canceledAt < LATER) await journal.begin(newIntent('c', { ...CANCEL, createdAt: canceledAt }));
  await journal.begin(newIntent('r', REPLACE));
  await journal.settle('r', { state: 'unknown', at: LATER });
  if (canceledAt >= LATER) await journal.begin(newIntent('c', { ...CANCEL, createdAt: canceledAt }));
  await journal.settle('c', { state: 'rejected', at: LATER });
  return journal;
}

test('an order that was canceled beside its replacement is known, and one that was canceled before it is none', async () => {
  const journal = await journalWith(LATER);
  expect(await canceledBeside(journal)).toEqual(['r']);
  expect(await goneOnAs(['r'], journal)).toEqual(new Set(['order-1']));
  expect(await canceledBeside(await journalWith(START))).toEqual([]);
});

test('what the order goes on as is known once the replacement was found', async () => {
  const journal = await journalWith(LATER);
  const order = boundOrder('order-2', 'p');
  await journal.settle('r', { state: 'adopted', at: LATER, venueId: 'order-2', order, replaced: 'order-1' });
  expect(await canceledBeside(journal)).toEqual([]);
  expect(await goneOnAs(['r'], journal)).toEqual(new Set(['order-2']));
});

test('an order whose replacement has not happened is as it was: its cancel was of that', async () => {
  const journal = await journalWith(LATER);
  await journal.settle('r', { state: 'rejected', at: LATER });
  expect(await goneOnAs(['r'], journal)).toEqual(new Set());
});
