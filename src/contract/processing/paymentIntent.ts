import { z } from 'zod';
import { dateTime, optional, text } from '../wire.ts';
import { optionalDecimal, uuid } from './intentFields.ts';

const retryRecord = z.object({
  id: uuid,
  createdOn: optional(dateTime),
  type: optional(text),
  currencyFrom: optional(text),
  amountFrom: optionalDecimal,
  currencyTo: optional(text),
  amountTo: optionalDecimal,
  quoteValidTo: optional(dateTime),
  status: text,
  failureReason: optional(text),
  address: optional(text),
  additionalAddress: optional(text),
  networkCode: optional(text),
  feeAmount: optionalDecimal,
  externalTransactionId: optional(uuid),
});

const customConversion = z.object({
  id: text,
  currencyTo: optional(text),
  amountTo: optionalDecimal,
  processingFeeAmount: optionalDecimal,
  processingFeeCurrency: optional(text),
  status: optional(text),
  failureReason: optional(text),
});

/** A payment intent in a reply (001 Payment intent). A status that the specification does not list must not make it unreadable. */
export const paymentIntent = z.object({
  id: uuid,
  createdOn: optional(dateTime),
  customOrderId: optional(text),
  accountId: optional(text),
  callbackUrl: optional(text),
  amountFrom: optionalDecimal,
  amountTo: optionalDecimal,
  currencyFrom: optional(text),
  currencyTo: optional(text),
  executedAmountTo: optionalDecimal,
  executedCurrencyTo: optional(text),
  receivedAmount: optionalDecimal,
  receivedAmountEquivalent: optionalDecimal,
  receivedEquivalentCurrency: optional(text),
  receivedAmountEquivalentValidTo: optional(dateTime),
  status: text,
  statusDescription: optional(text),
  address: optional(text),
  additionalAddress: optional(text),
  networkCode: optional(text),
  originTransactionId: optional(text),
  transactionHash: optional(text),
  sourceAddress: optional(text),
  processingFeeAmount: optionalDecimal,
  processingFeeCurrency: optional(text),
  retryPaymentIntents: optional(z.array(retryRecord)),
  customConversion: optional(customConversion),
});
