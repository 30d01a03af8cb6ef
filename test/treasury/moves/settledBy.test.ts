import { expect, test } from 'vitest';
import { settledBy } from '../../../src/treasury/moves/settledBy.ts';
import { moveRowOf, RIPPLE } from '../batches/builders.ts';
import { cryptoRow } from '../payments/rows.ts';

const SENT = { state: 'sent', venueId: undefined, fee: undefined, sentAt: 0, evidence: undefined } as const;
const HEX = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const shownAs = (address: string, shown: string, tags: { readonly asked?: string; readonly shown?: string } = {}) =>
  settledBy(
    moveRowOf({ destination: { currency: 'XRP', network: 'XRP', address, tag: tags.asked } }),
    SENT,
    cryptoRow({
      type: 'Send',
      status: 'Completed',
      totalAmount: 1,
      networkCode: 'xrp',
      destinationAddress: shown,
      ...(tags.shown !== undefined && { destinationAdditionalAddress: tags.shown }),
    }),
  );

test('a payment that the venue shows with another address or tag is unknown, and capitals are part of both where they mean something', () => {
  expect(shownAs(HEX, HEX.toUpperCase()).state).toBe('completed');
  expect(shownAs(RIPPLE, RIPPLE, { asked: 'Acme', shown: 'Acme' }).state).toBe('completed');
  expect(shownAs(RIPPLE, RIPPLE.toLowerCase())).toMatchObject({
    state: 'unknown',
    evidence: expect.stringContaining(`the address ${RIPPLE.toLowerCase()} and not ${RIPPLE}`) as string,
  });
  expect(shownAs(RIPPLE, RIPPLE, { asked: 'Acme', shown: 'ACME' }).state).toBe('unknown');
  expect(shownAs(RIPPLE, RIPPLE, { shown: '7' }).evidence).toContain('the tag 7 and not none');
});
