import type { Decimal } from '../../base/decimal.ts';
import { unitsOf } from '../../exchange/units.ts';
import type { Conversion } from '../../model/conversion.ts';
import type { EventBody } from '../../model/event.ts';
import type { Fill } from '../../model/fill.ts';
import { currenciesOf, type Pair } from '../../model/pair.ts';
import { Wallets } from '../../research/backtest/wallets.ts';

export interface OpeningWallets {
  readonly wallets: Wallets;
  /** Moves them by what an earlier life did. */
  restore(piece: EventBody): void;
}

/** The balances that the configuration opens the account with. */
export function openingWallets(balances: Readonly<Record<string, Decimal>>, pairs: readonly Pair[]): OpeningWallets {
  const wallets = new Wallets(
    balances,
    pairs.flatMap(({ base, quote }) => [base, quote]),
  );
  return {
    wallets,
    restore(piece) {
      if (piece.type !== 'restored') return;
      for (const fill of piece.fills) addFill(wallets, fill);
      for (const conversion of piece.conversions) addConversion(wallets, conversion);
    },
  };
}

function addFill(wallets: Wallets, { symbol, side, price, amount, fee, feeCurrency }: Fill): void {
  const { base, quote } = currenciesOf(symbol)!;
  const sign = side === 'Buy' ? 1n : -1n;
  wallets.add(base, sign * unitsOf(amount));
  wallets.add(quote, -sign * unitsOf(amount.times(price)));
  wallets.add(feeCurrency, -unitsOf(fee));
}

function addConversion(wallets: Wallets, { fromCurrency, fromAmount, toCurrency, toAmount }: Conversion): void {
  wallets.add(fromCurrency, -unitsOf(fromAmount));
  wallets.add(toCurrency, unitsOf(toAmount));
}
