import { expect, it } from 'vitest';
import type { Intent } from '../../../src/model/intent.ts';
import type { MoveVenue } from '../../../src/treasury/moves/carrier.ts';
import type { HistoryRow } from '../../../src/treasury/transferReads.ts';
import { shownOf, withdrawalCarrier } from '../../../src/treasury/moves/withdrawalCarrier.ts';
import { moveOf, moveRowOf, RIPPLE } from '../batches/builders.ts';

/** A venue whose journal has one withdrawal of 1 XRP that was never sent, with such a tag. */
function journalWith(tag: string): MoveVenue {
  const body = { currency: 'XRP', networkCode: 'XRP', amount: '1', destinationAddress: RIPPLE, referenceId: 'invoice 7' };
  const intent = { id: 'I-1', state: 'rejected', body: JSON.stringify({ ...body, destinationAdditionalAddress: tag }), createdAt: 5 };
  return {
    journal: () => Promise.resolve({ withReference: () => Promise.resolve([intent as unknown as Intent]) }),
  } as unknown as MoveVenue;
}

it.each([
  ['7', 'declined'],
  ['8', 'waiting'],
])('a request to tag %s leaves a payment to tag 7 %s', async (tag, state) => {
  const destination = { currency: 'XRP', network: 'XRP', address: RIPPLE, tag: '7' };
  const row = moveRowOf({ reference: 'invoice 7', currency: 'XRP', destination });
  const move = moveOf(['waiting'], { kind: 'withdrawal', rows: [{ ...row, amount: row.amount.div(row.amount) }] });
  const [progress] = await withdrawalCarrier(journalWith(tag)).look(move);
  expect(progress!.state).toBe(state);
});

it('goes by the reference first, then by the id that an answer or a person has named', () => {
  const shown = (id: string, referenceId?: string): HistoryRow => ({ id, type: 'Send', referenceId }) as HistoryRow;
  const row = moveRowOf({ reference: 'invoice 7' });
  const named = { ...moveOf(['sent'], {}).progress[0]!, venueId: '1' };
  const idOf = (...history: readonly HistoryRow[]): string | undefined => shownOf(history, row, named)?.id;
  expect(idOf(shown('1', 'theirs'), shown('2', 'invoice 7'))).toBe('2');
  expect(idOf(shown('2', 'invoice 7'), shown('1', 'invoice 7'))).toBe('1');
  expect(idOf(shown('2'), shown('1', 'theirs'))).toBe('1');
  expect(idOf(shown('2', 'theirs'))).toBeUndefined();
});
