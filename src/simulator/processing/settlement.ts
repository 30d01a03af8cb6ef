import { present } from '../../base/assert.ts';
import { type Decimal, minDecimal, ZERO } from '../../base/decimal.ts';
import { decimalsOf, fiatOf } from './coinCatalog.ts';
import { feeFor, fixedFeeOf, rulesFor } from './merchantSettings.ts';
import { heldBy, type PaymentIntent } from './paymentIntent.ts';
import type { PaymentNotices } from './paymentNotices.ts';
import { newUuid, type ProcessingWorld, valueIn } from './processingWorld.ts';

const DOWN = 1;
const UP = 0;

/** What an amount in the deposit currency comes to in the requested currency. */
export type Worth = (amount: Decimal) => Decimal;

/** Values by the terms of the quote: the expected amount is worth exactly the requested amount. */
export function worthByQuote({ amountFrom, amountTo, currencyTo }: { amountFrom: Decimal; amountTo: Decimal; currencyTo: string }): Worth {
  const decimals = present(decimalsOf(currencyTo), currencyTo);
  return (amount) => (amount.eq(amountFrom) ? amountTo : amount.times(amountTo).div(amountFrom).toDecimalPlaces(decimals, DOWN));
}

/** Values at the current market price. */
export function worthNow(world: ProcessingWorld, intent: PaymentIntent): Worth {
  const currencyFrom = present(intent.currencyFrom, 'currencyFrom');
  const decimals = present(decimalsOf(intent.currencyTo), intent.currencyTo);
  return (amount) => present(valueIn(world, amount, currencyFrom, intent.currencyTo), 'price').toDecimalPlaces(decimals, DOWN);
}

/** What an amount of the deposit's coin is worth in fiat money: in the requested currency if that is fiat, else in the merchant's. */
export function fiatWorth(
  world: ProcessingWorld,
  { currencyFrom, currencyTo }: PaymentIntent,
  amount: Decimal,
): { amount: Decimal; currency: string } {
  const currency = fiatOf(currencyTo)?.code ?? world.fiatCurrency;
  const worth = present(valueIn(world, amount, present(currencyFrom, 'currencyFrom'), currency), 'price');
  return { amount: worth.toDecimalPlaces(present(decimalsOf(currency), currency), DOWN), currency };
}

/** The id of a retry at the external processor, where the merchant has one. */
export function externalIdOf(world: ProcessingWorld, { accountId, currencyFrom }: PaymentIntent): string | undefined {
  return rulesFor(world.settings, accountId, currencyFrom).externalProcessor ? newUuid(world.random) : undefined;
}

/**
 * Credits the merchant with a share of what an intent holds, after deducting fees deposit by deposit, and converts it into the
 * merchant's own currency where one is set. Where conversion is disabled, the currency of the deposit is credited.
 */
export function settle(world: ProcessingWorld, notices: PaymentNotices, intent: PaymentIntent, share: Decimal, worth: Worth): void {
  const { ledger, fee } = world;
  const currencyFrom = present(intent.currencyFrom, 'currencyFrom');
  const rules = rulesFor(world.settings, intent.accountId, currencyFrom);
  const converts = rules.conversion && currencyFrom !== intent.currencyTo;
  const currency = converts ? intent.currencyTo : currencyFrom;
  const valueOf: Worth = converts ? worth : (amount) => amount;
  const decimals = present(decimalsOf(currency), currency);
  const fixed = present(valueIn(world, fixedFeeOf(fee, intent.currencyTo), intent.currencyTo, currency), 'price').toDecimalPlaces(
    decimals,
    UP,
  );

  let taken = ZERO;
  let fees = ZERO;
  for (const deposit of intent.deposits) {
    const before = valueOf(taken);
    taken = minDecimal(share, taken.plus(deposit.amount));
    fees = fees.plus(feeFor(valueOf(taken).minus(before), fee.percent, fixed, decimals));
  }
  const total = valueOf(share);
  if (converts) ledger.move(heldBy(intent), 'converter', currencyFrom, share);
  const payer = converts ? 'converter' : heldBy(intent);
  ledger.move(payer, 'fees', currency, fees);
  ledger.move(payer, 'merchant', currency, total.minus(fees));
  intent.processingFeeAmount = fees;
  intent.processingFeeCurrency = currency;
  intent.executedAmountTo = total.minus(fees);
  intent.executedCurrencyTo = currency;
  if (rules.merchantCurrency !== undefined) convertForMerchant(world, notices, intent, rules.merchantCurrency);
}

/** Converts into the currency that the merchant wants to hold (001 Payment intent, custom conversion). */
function convertForMerchant(world: ProcessingWorld, notices: PaymentNotices, intent: PaymentIntent, currencyTo: string): void {
  const currencyFrom = present(intent.executedCurrencyTo, 'executedCurrencyTo');
  const amountFrom = present(intent.executedAmountTo, 'executedAmountTo');
  const worth = valueIn(world, amountFrom, currencyFrom, currencyTo);
  const decimals = decimalsOf(currencyTo);
  if (currencyFrom === currencyTo || amountFrom.isZero() || worth === undefined || decimals === undefined) return;
  const converted = worth.toDecimalPlaces(decimals, DOWN);
  const processingFeeAmount = feeFor(converted, world.fee.conversion ?? ZERO, ZERO, decimals);
  const amountTo = converted.minus(processingFeeAmount);
  world.ledger.move('merchant', 'converter', currencyFrom, amountFrom);
  world.ledger.move('converter', 'merchant', currencyTo, amountTo);
  world.ledger.move('converter', 'fees', currencyTo, processingFeeAmount);
  intent.customConversion = { id: newUuid(world.random), currencyFrom, amountFrom, currencyTo, amountTo, processingFeeAmount };
  intent.executedAmountTo = amountTo;
  intent.executedCurrencyTo = currencyTo;
  notices.conversion(intent, intent.customConversion);
}
