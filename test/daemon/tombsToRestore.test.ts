import { expect, it } from 'vitest';
import { tombsToRestore } from '../../src/daemon/tombsToRestore.ts';
import { boundOrder, newIntent, START } from '../store/builders.ts';
import { MemoryStore } from '../store/memoryStore.ts';

const LATER = START + 1000;
const tomb = (over: { orderId?: string; intentId?: string }) => ({ side: 1, lots: 6, lot: '0.01', until: LATER, ...over });
const saved = (...tombs: readonly object[]): string => JSON.stringify(tombs.length === 0 ? {} : { 'BTC/EUR': tombs });
const NOBODY: ReadonlySet<string> = new Set();

/** An order that was taken for not placed, and what it was found to be. */
async function journalOf(orderId: string | undefined): Promise<MemoryStore['journal']> {
  const { journal } = new MemoryStore();
  await journal.begin(newIntent('lost'));
  await journal.settle('lost', { state: 'unknown', at: START });
  await journal.settle('lost', { state: 'not-sent', at: START });
  if (orderId !== undefined) await journal.settle('lost', { state: 'adopted', at: START, order: boundOrder(orderId, 'lost') });
  return journal;
}

it.each([
  ['it has shown', { orderId: 'late', intentId: 'lost' }],
  ['it was only expected', { intentId: 'lost' }],
])('a late order that is over counts no longer, though nobody could save that: %s', async (_what, of) => {
  const journal = await journalOf('late');
  await journal.closeOrder('late', 'canceled', LATER);
  const other = tomb({ intentId: 'another' });
  expect(await tombsToRestore(saved(tomb(of), other), journal, NOBODY)).toBe(saved(other));
  expect(await tombsToRestore(saved(tomb(of)), journal, NOBODY)).toBe('{}');
  expect(await tombsToRestore(saved(tomb(of)), journal, new Set(['late'])), 'it is listed all the same').toBe(saved(tomb(of)));
});

it('an order that is open counts as that, and no longer as what might come of its intent too', async () => {
  const journal = await journalOf('late');
  expect(await tombsToRestore(saved(tomb({ intentId: 'lost' })), journal, new Set(['late']))).toBe('{}');
  const shown = saved(tomb({ intentId: 'lost', orderId: 'late' }));
  expect(await tombsToRestore(shown, journal, new Set(['late'])), 'the engine knows which it restores').toBe(shown);
});

it('what may still turn up counts, and so does what nobody can look up', async () => {
  const journal = await journalOf(undefined);
  for (const text of [saved(tomb({ intentId: 'lost' })), saved(tomb({ orderId: 'x' })), saved(tomb({ intentId: 'x' })), saved(tomb({}))]) {
    expect(await tombsToRestore(text, journal, NOBODY)).toBe(text);
  }
});

it.each([undefined, '', 'null', '7', '{"BTC/EUR":7}', '{"BTC/EUR":[7]}', '{'])('what can not be read stays as it is: %s', async (text) => {
  expect(await tombsToRestore(text, await journalOf('late'), NOBODY)).toBe(text);
});
