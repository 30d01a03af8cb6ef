import { expect, it } from 'vitest';
import type { Intent } from '../../../src/model/intent.ts';
import type { MoveVenue } from '../../../src/treasury/moves/carrier.ts';
import { withdrawalCarrier } from '../../../src/treasury/moves/withdrawalCarrier.ts';
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
