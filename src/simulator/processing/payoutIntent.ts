import type { Decimal } from '../../base/decimal.ts';
import { type Instant, isoOf } from '../../base/instant.ts';

export interface PayoutRequest {
  readonly currencyFrom: string;
  readonly amountFrom?: Decimal | undefined;
  readonly amountTo?: Decimal | undefined;
  readonly amountToType?: 'net' | 'gross' | undefined;
  readonly currencyTo: string;
  readonly networkCode: string;
  readonly address: string;
  readonly additionalAddress?: string | undefined;
}

export interface PayoutTerms {
  readonly currencyFrom: string;
  readonly amountFrom: Decimal;
  readonly amountTo: Decimal;
  readonly amountToType: 'net' | 'gross';
  readonly currencyTo: string;
  readonly feeAmount: Decimal;
  readonly feeCurrency: string;
  readonly receivedAmount: Decimal;
}

export type PayoutStatus = 'New' | 'Pending' | 'Processing' | 'Failed' | 'Completed' | 'Cancelled';

/** A payout (001 Payout intent). When it is made for a page, only the wanted fiat amount is known at first. */
export interface PayoutIntent {
  readonly id: string;
  readonly createdOn: Instant;
  readonly customOrderId: string | undefined;
  readonly accountId: string | undefined;
  readonly callbackUrl: string | undefined;
  readonly currencyFrom: string;
  readonly amountFrom: Decimal;
  terms: PayoutTerms | undefined;
  address: string | undefined;
  additionalAddress: string | undefined;
  networkCode: string | undefined;
  quoteValidTo: Instant | undefined;
  transactionId: string | undefined;
  transactionHash: string | undefined;
  status: PayoutStatus;
  statusDescription: string | undefined;
}

export interface PayoutOptions {
  readonly customOrderId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly callbackUrl?: string | undefined;
}

/** What a customer sees of the terms before confirming them. Undefined as long as there are none. */
export function shownTerms({ terms, quoteValidTo, networkCode, address, additionalAddress = '' }: PayoutIntent): string | undefined {
  if (terms === undefined || quoteValidTo === undefined) return undefined;
  const gets = `${terms.receivedAmount.toFixed()} ${terms.currencyTo}`;
  return [isoOf(quoteValidTo), gets, terms.feeAmount.toFixed(), networkCode, address, additionalAddress].join(' ').trim();
}

/** The fields of 001 Payout intent, without the end of the quote. */
export function payoutRecord(payout: PayoutIntent) {
  const { terms } = payout;
  return {
    id: payout.id,
    transactionId: payout.transactionId,
    customOrderId: payout.customOrderId,
    accountId: payout.accountId,
    amountFrom: payout.amountFrom,
    amountTo: terms?.amountTo,
    amountToType: terms?.amountToType,
    feeAmountTo: terms?.feeAmount,
    currencyFrom: payout.currencyFrom,
    currencyTo: terms?.currencyTo,
    merchantConversionCurrencyFrom: terms?.currencyFrom,
    merchantConversionAmountFrom: terms?.amountFrom,
    quoteValidTo: payout.quoteValidTo,
    status: payout.status,
    address: payout.address,
    networkCode: payout.networkCode,
    additionalAddress: payout.additionalAddress,
    transactionHash: payout.transactionHash,
    statusDescription: payout.statusDescription,
  };
}
