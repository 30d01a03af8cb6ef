import { expect, test } from 'vitest';
import { ZERO } from '../../src/base/decimal.ts';
import { canceledBeside } from '../../src/daemon/canceledBeside.ts';
import type { Journal } from '../../src/model/journal.ts';
import { boundOrder, newIntent, START } from '../store/builders.ts';
import { MemoryStore } from '../store/memoryStore.ts';

const LATER = START + 1000;
const KNOWN_AT = START + 5000;
const REPLACE = { kind: 'replace', targetId: 'order-1', createdAt: START + 500 } as const;
const CANCEL = { kind: 'cancel', targetId: 'order-1', exposure: ZERO } as const;
const NEXT = { venueId: 'order-2', order: boundOrder('order-2', 'p'), replaced: 'order-1' };

/** An order with a replacement of unknown outcome, and a cancel that has failed. */
async function journalWith(canceledAt: number): Promise<Journal> {
  const { journal } = new MemoryStore();
  await journal.begin(newIntent('p'));
  await journal.settle('p', { state: 'acknowledged', at: START, venueId: 'order-1', order: boundOrder('order-1', 'p') });
  await journal.begin(newIntent('r', REPLACE));
  await journal.settle('r', { state: 'unknown', at: LATER });
  await journal.begin(newIntent('c', { ...CANCEL, createdAt: canceledAt }));
  await journal.settle('c', { state: 'rejected', at: LATER });
  return journal;
}

test('an order is to be canceled when its cancel was sent while its replacement was unknown, and not when it was sent before', async () => {
  expect(await canceledBeside(await journalWith(LATER))).toEqual(new Set(['order-1']));
  expect(await canceledBeside(await journalWith(START))).toEqual(new Set());
});

test('the order that came of the replacement is to be canceled until it is over, in a later life too', async () => {
  const journal = await journalWith(LATER);
  await journal.settle('r', { state: 'adopted', at: KNOWN_AT, ...NEXT });
  expect(await canceledBeside(journal)).toEqual(new Set(['order-2']));
  await journal.begin(newIntent('c2', { ...CANCEL, targetId: 'order-2', createdAt: KNOWN_AT + 1 }));
  await journal.settle('c2', { state: 'rejected', at: KNOWN_AT + 2 });
  expect(await canceledBeside(journal)).toEqual(new Set(['order-2']));
  await journal.closeOrder('order-2', 'canceled', KNOWN_AT + 3);
  expect(await canceledBeside(journal)).toEqual(new Set());
});

test('an order that rests as it was, because its replacement did not happen, is to be canceled', async () => {
  const journal = await journalWith(LATER);
  await journal.settle('r', { state: 'rejected', at: KNOWN_AT });
  expect(await canceledBeside(journal)).toEqual(new Set(['order-1']));
  await journal.settle('r', { state: 'adopted', at: KNOWN_AT + 9000, ...NEXT });
  expect(await canceledBeside(journal), 'it took place late').toEqual(new Set(['order-2']));
});

test('a replacement that was sent after the cancel counts, and the order stays', async () => {
  const journal = await journalWith(LATER);
  await journal.settle('r', { state: 'adopted', at: KNOWN_AT, ...NEXT });
  await journal.begin(newIntent('r2', { ...REPLACE, targetId: 'order-2', createdAt: KNOWN_AT + 1 }));
  expect(await canceledBeside(journal)).toEqual(new Set());
  const order = boundOrder('order-3', 'p');
  await journal.settle('r2', { state: 'acknowledged', at: KNOWN_AT + 2, venueId: 'order-3', order, replaced: 'order-2' });
  expect(await canceledBeside(journal)).toEqual(new Set());
});

test('a cancel that failed while nothing was unknown is not repeated here: that is up to whoever sent it', async () => {
  const journal = await journalWith(KNOWN_AT + 1);
  await journal.settle('r', { state: 'adopted', at: KNOWN_AT, ...NEXT });
  await journal.begin(newIntent('c2', { ...CANCEL, targetId: 'order-2', createdAt: KNOWN_AT + 2 }));
  expect(await canceledBeside(journal)).toEqual(new Set());
});

test('a request that was placed twice: the cancel of the second order does not count for the first', async () => {
  const { journal } = new MemoryStore();
  await journal.begin(newIntent('p'));
  await journal.settle('p', { state: 'acknowledged', at: START, venueId: 'order-1', order: boundOrder('order-1', 'p') });
  await journal.bindExtra(boundOrder('twin', 'p'));
  await journal.begin(newIntent('r', REPLACE));
  await journal.settle('r', { state: 'unknown', at: LATER });
  await journal.begin(newIntent('c', { ...CANCEL, targetId: 'twin', createdAt: LATER }));
  expect(await canceledBeside(journal)).toEqual(new Set());
});

/** A clock that was put back by as much between two lives. */
const PUT_BACK_MS = 60_000;

test('a cancel of a later life is newer than the replacement, though the clock was put back', async () => {
  const store = new MemoryStore();
  const { journal } = store;
  await journal.begin(newIntent('p'));
  await journal.settle('p', { state: 'acknowledged', at: START, venueId: 'order-1', order: boundOrder('order-1', 'p') });
  await journal.begin(newIntent('r', REPLACE));
  await journal.settle('r', { state: 'unknown', at: LATER });
  store.restart(LATER - PUT_BACK_MS);
  await journal.begin(newIntent('c', { ...CANCEL, createdAt: LATER - PUT_BACK_MS }));
  await journal.settle('c', { state: 'rejected', at: LATER - PUT_BACK_MS });
  expect(await canceledBeside(journal)).toEqual(new Set(['order-1']));
});

test('what became known in a later life was not known when the order was canceled, though the clock was put back', async () => {
  const store = new MemoryStore();
  const { journal } = store;
  await journal.begin(newIntent('p'));
  await journal.settle('p', { state: 'acknowledged', at: START, venueId: 'order-1', order: boundOrder('order-1', 'p') });
  await journal.begin(newIntent('r', REPLACE));
  await journal.settle('r', { state: 'unknown', at: LATER });
  await journal.begin(newIntent('c', { ...CANCEL, createdAt: LATER }));
  store.restart(LATER - PUT_BACK_MS);
  await journal.settle('r', { state: 'adopted', at: KNOWN_AT - PUT_BACK_MS, ...NEXT });
  expect(await canceledBeside(journal)).toEqual(new Set(['order-2']));
});
