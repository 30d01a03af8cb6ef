import { isoOf } from '../../../src/base/instant.ts';
import { decodeExactly } from '../../../src/client/replyDecoder.ts';
import { processing } from '../../../src/contract/processing.ts';
import type { PaymentRow } from '../../../src/treasury/transferReads.ts';

/** Rows as the venue sends them, read by the contract's own schemas. Times are milliseconds; amounts are numbers of the wire. */

type Members = Readonly<Record<string, unknown>>;

export function paymentRow({ createdOn = 0, ...members }: Members & { readonly createdOn?: number }): PaymentRow {
  const whole = { id: uuid(1), createdOn: isoOf(createdOn), status: 'Pending', currencyFrom: 'USDT', currencyTo: 'EUR', ...members };
  return decodeExactly(processing['paymentIntents.get'].reply.body, JSON.stringify(whole)) as PaymentRow;
}

/** A UUID with this number at its end. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
