import { isoOf } from '../../../src/base/instant.ts';
import { decodeExactly } from '../../../src/client/replyDecoder.ts';
import { exchange } from '../../../src/contract/exchange.ts';
import { processing } from '../../../src/contract/processing.ts';
import type { AddressRow } from '../../../src/treasury/payments/depositLines.ts';
import type { FiatRow } from '../../../src/treasury/payments/depositReads.ts';
import type { WalletRow } from '../../../src/treasury/payments/paymentReads.ts';
import type { HistoryRow, PaymentRow, PayoutRow } from '../../../src/treasury/transferReads.ts';

/** Rows as the venue sends them, read by the contract's own schemas. Times are milliseconds; amounts are numbers of the wire. */

type Members = Readonly<Record<string, unknown>>;

export function paymentRow({ createdOn = 0, ...members }: Members & { readonly createdOn?: number }): PaymentRow {
  const whole = { id: uuid(1), createdOn: isoOf(createdOn), status: 'Pending', currencyFrom: 'USDT', currencyTo: 'EUR', ...members };
  return decodeExactly(processing['paymentIntents.get'].reply.body, JSON.stringify(whole)) as PaymentRow;
}

export function payoutRow(members: Members): PayoutRow {
  return decodeExactly(
    processing['payouts.get'].reply.body,
    JSON.stringify({ id: uuid(900), currencyTo: 'USDT', ...members }),
  ) as PayoutRow;
}

export function walletRow(members: Members): WalletRow {
  const whole = { currency: 'USDT', networkCode: 'ETH', accountId: 'c-1', address: '0xw', ...members };
  return (decodeExactly(processing['paymentAddresses.search'].reply.body, JSON.stringify([whole])) as WalletRow[])[0]!;
}

export function fiatRow({ createdOn = 0, ...members }: Members & { readonly createdOn?: number }): FiatRow {
  const whole = { id: '40000', type: 'Deposit', currency: 'EUR', createdOn: isoOf(createdOn), executedAmount: 0, ...members };
  const body = JSON.stringify({ total: 1, data: [whole] });
  return (decodeExactly(exchange['fiatTransactions.list'].reply.body, body) as { data: FiatRow[] }).data[0]!;
}

export function cryptoRow({ createdOn = 0, ...members }: Members & { readonly createdOn?: number }): HistoryRow {
  const whole = { id: '70000', type: 'Receive', currency: 'BTC', createdOn: isoOf(createdOn), executedAmount: 0, ...members };
  const body = JSON.stringify({ total: 1, data: [whole] });
  return (decodeExactly(exchange['transactions.list'].reply.body, body) as { data: HistoryRow[] }).data[0]!;
}

export function addressRow(members: Members): AddressRow {
  const whole = { currency: 'BTC', networkCode: 'BTC', address: 'bc1', type: 'Primary', ...members };
  return (decodeExactly(exchange['depositAddresses.list'].reply.body, JSON.stringify([whole])) as AddressRow[])[0]!;
}

/** A UUID with this number at its end. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
