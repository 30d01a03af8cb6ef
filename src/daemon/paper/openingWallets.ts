import type { Decimal } from '../../base/decimal.ts';
import type { Conversion } from '../../model/conversion.ts';
import type { EventBody } from '../../model/event.ts';
import type { Fill } from '../../model/fill.ts';
import { currenciesOf, type Pair } from '../../model/pair.ts';
import { Wallets } from '../../exchange/wallets.ts';

export interface OpeningWallets {
  readonly wallets: Wallets;
  /** Changes them by what an earlier life did. */
  restore(piece: EventBody): void;
}

/** The balances with which the configuration opens the account. */
export function openingWallets(balances: Readonly<Record<string, Decimal>>, pairs: readonly Pair[]): OpeningWallets {
  const wallets = new Wallets(balances, pairs);
  return {
    wallets,
    restore(piece) {
      if (piece.type !== 'restored') return;
      for (const [currency, flow] of Object.entries(piece.sums?.flows ?? {})) add(wallets, currency, flow);
      for (const fill of piece.fills) addFill(wallets, fill);
      for (const conversion of piece.conversions) addConversion(wallets, conversion);
    },
  };
}

function addFill(wallets: Wallets, { symbol, side, price, amount, fee, feeCurrency }: Fill): void {
  const { base, quote } = currenciesOf(symbol)!;
  const value = amount.times(price);
  add(wallets, base, side === 'Buy' ? amount : amount.negated());
  add(wallets, quote, side === 'Buy' ? value.negated() : value);
  add(wallets, feeCurrency, fee.negated());
}

function addConversion(wallets: Wallets, { fromCurrency, fromAmount, toCurrency, toAmount }: Conversion): void {
  add(wallets, fromCurrency, fromAmount.negated());
  add(wallets, toCurrency, toAmount);
}

function add(wallets: Wallets, currency: string, amount: Decimal): void {
  wallets.wallet(currency).total.addDecimal(amount);
}
