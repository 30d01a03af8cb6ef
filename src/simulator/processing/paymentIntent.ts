import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';

export type IntentStatus =
  | 'New'
  | 'Pending'
  | 'Processing'
  | 'Completed'
  | 'PartiallyCompleted'
  | 'ManualActionRequired'
  | 'Failed'
  | 'ManuallyCompletedWithRefund'
  | 'ManuallyCompletedWithRetry'
  | 'ManuallyCompletedAmountAcceptable'
  | 'CompletedWithExcessRefund';

/** A deposit that has been confirmed. */
export interface Deposit {
  readonly amount: Decimal;
  /** Where a refund goes. It is not shown for an internal transaction. */
  readonly sourceAddress: string;
  /** Undefined for an internal transaction, which has an id of the venue instead (001 Payment intent, `originTransactionId`). */
  readonly transactionHash: string | undefined;
  readonly originTransactionId: string | undefined;
  readonly at: Instant;
}

/** 001 Payment intent, retry record. */
export interface RetryRecord {
  readonly id: string;
  readonly createdOn: Instant;
  readonly type: 'Automatic' | 'Manual';
  readonly amountFrom: Decimal;
  readonly amountTo: Decimal;
  readonly quoteValidTo: Instant | undefined;
  status: 'Pending' | 'Completed' | 'Failed';
  failureReason: string;
  feeAmount: Decimal | undefined;
  /** Where an external processor has executed it. */
  externalTransactionId: string | undefined;
}

/** 001 Payment intent, custom conversion. */
export interface CustomConversion {
  readonly id: string;
  readonly currencyFrom: string;
  readonly amountFrom: Decimal;
  readonly currencyTo: string;
  readonly amountTo: Decimal;
  /** In `currencyTo`. */
  readonly processingFeeAmount: Decimal;
}

export type RefundFlow = 'Full' | 'Excess';

/** 001 Crypto refund. */
export interface CryptoRefund {
  readonly id: string;
  readonly flow: RefundFlow;
  /** What leaves the intent. `amount` is what arrives after the network's fee. */
  readonly totalAmount: Decimal;
  readonly amount: Decimal;
  readonly feeAmount: Decimal;
  destinationAddress: string;
  destinationAdditionalAddress: string | undefined;
  networkCode: string;
  readonly externalTransactionId: string | undefined;
  status: 'Pending' | 'ProcessingRefund' | 'Completed' | 'Failed';
  statusDescription: string | undefined;
}

export interface PaymentIntent {
  readonly id: string;
  readonly createdOn: Instant;
  readonly customOrderId: string | undefined;
  readonly accountId: string | undefined;
  readonly callbackUrl: string | undefined;
  /** `repeat` was made by a deposit to the address of a finished intent, `single-address` by a deposit to a permanent address. */
  readonly flow: 'payment' | 'repeat' | 'single-address';
  /** For a repeat, the intent whose address was paid to again. */
  readonly repeatOf: string | undefined;
  readonly currencyTo: string;
  amountTo: Decimal;
  /** Known once the payer has picked a coin. */
  currencyFrom: string | undefined;
  amountFrom: Decimal | undefined;
  networkCode: string | undefined;
  address: string | undefined;
  additionalAddress: string | undefined;
  additionalAddressType: string | undefined;
  quoteValidTo: Instant | undefined;
  /** The market's rate at the time of the quote. */
  quotedRate: Decimal | undefined;
  status: IntentStatus;
  statusDescription: string | undefined;
  readonly deposits: Deposit[];
  equivalent: { readonly amount: Decimal; readonly currency: string; readonly validTo: Instant } | undefined;
  /** For a repeat: what was received, in fiat money (001 States, repeat deposit). */
  fiatEquivalent: { readonly amount: Decimal; readonly currency: string } | undefined;
  executedAmountTo: Decimal | undefined;
  executedCurrencyTo: string | undefined;
  processingFeeAmount: Decimal | undefined;
  processingFeeCurrency: string | undefined;
  readonly retries: RetryRecord[];
  customConversion: CustomConversion | undefined;
  readonly refunds: CryptoRefund[];
}

export type IntentTerms = Pick<PaymentIntent, 'flow' | 'currencyTo' | 'amountTo'> & Partial<PaymentIntent>;

/** An intent at its beginning, with nothing received and nothing decided. */
export function newIntent(id: string, at: Instant, status: IntentStatus, terms: IntentTerms): PaymentIntent {
  const nothing = {
    customOrderId: undefined,
    accountId: undefined,
    callbackUrl: undefined,
    repeatOf: undefined,
    currencyFrom: undefined,
    amountFrom: undefined,
    networkCode: undefined,
    address: undefined,
    additionalAddress: undefined,
    additionalAddressType: undefined,
    quoteValidTo: undefined,
    quotedRate: undefined,
    statusDescription: undefined,
    equivalent: undefined,
    fiatEquivalent: undefined,
    executedAmountTo: undefined,
    executedCurrencyTo: undefined,
    processingFeeAmount: undefined,
    processingFeeCurrency: undefined,
    customConversion: undefined,
  };
  return { ...nothing, ...terms, id, createdOn: at, status, deposits: [], retries: [], refunds: [] };
}

/** The money of an intent that has neither been credited nor given back yet. */
export function heldBy(intent: { readonly id: string }): string {
  return `intent ${intent.id}`;
}
