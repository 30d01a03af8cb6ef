import { z } from 'zod';
import { dateTime, mayBeEmpty, optional, text, textOrDigits } from '../wire.ts';
import { optionalDecimal, uuid } from './intentFields.ts';

const retryRecord = z.object({
  id: uuid,
  createdOn: optional(dateTime),
  type: mayBeEmpty(text),
  currencyFrom: mayBeEmpty(text),
  amountFrom: optionalDecimal,
  currencyTo: mayBeEmpty(text),
  amountTo: optionalDecimal,
  quoteValidTo: optional(dateTime),
  status: text,
  failureReason: mayBeEmpty(text),
  address: mayBeEmpty(text),
  additionalAddress: mayBeEmpty(text),
  networkCode: mayBeEmpty(text),
  feeAmount: optionalDecimal,
  externalTransactionId: mayBeEmpty(uuid),
});

const customConversion = z.object({
  id: textOrDigits,
  currencyTo: mayBeEmpty(text),
  amountTo: optionalDecimal,
  processingFeeAmount: optionalDecimal,
  processingFeeCurrency: mayBeEmpty(text),
  status: mayBeEmpty(text),
  failureReason: mayBeEmpty(text),
});

/** A payment intent in a reply (001 Payment intent). A status that the specification does not list must not make it unreadable. */
export const paymentIntent = z.object({
  id: uuid,
  createdOn: optional(dateTime),
  customOrderId: mayBeEmpty(text),
  accountId: mayBeEmpty(text),
  callbackUrl: mayBeEmpty(text),
  amountFrom: optionalDecimal,
  amountTo: optionalDecimal,
  currencyFrom: mayBeEmpty(text),
  currencyTo: mayBeEmpty(text),
  executedAmountTo: optionalDecimal,
  executedCurrencyTo: mayBeEmpty(text),
  receivedAmount: optionalDecimal,
  receivedAmountEquivalent: optionalDecimal,
  receivedEquivalentCurrency: mayBeEmpty(text),
  receivedAmountEquivalentValidTo: optional(dateTime),
  status: text,
  statusDescription: mayBeEmpty(text),
  address: mayBeEmpty(text),
  additionalAddress: mayBeEmpty(text),
  networkCode: mayBeEmpty(text),
  originTransactionId: mayBeEmpty(text),
  transactionHash: mayBeEmpty(text),
  sourceAddress: mayBeEmpty(text),
  processingFeeAmount: optionalDecimal,
  processingFeeCurrency: mayBeEmpty(text),
  retryPaymentIntents: optional(z.array(retryRecord)),
  customConversion: optional(customConversion),
});
