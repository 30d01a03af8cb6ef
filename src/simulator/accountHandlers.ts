import { type Decimal } from '../base/decimal.ts';
import type { ExchangeOperations } from '../contract/exchange.ts';
import { value } from './answer.ts';
import { networksOf, type SimulatedNetwork } from './funding/networks.ts';
import type { Handlers } from './handlers.ts';
import { usdValue } from './usdValue.ts';
import type { Venue } from './venue.ts';

/** Currencies and wallets (000 Currencies, 000 Wallet balance). */
export function accountHandlers(venue: Venue): Handlers<Pick<ExchangeOperations, 'currencies.list' | 'balances.list'>> {
  const byCode = new Map(venue.catalog.currencies.map((currency) => [currency.code, currency]));
  const usd = (currency: string, amount: Decimal): Decimal => usdValue(venue, currency, amount).toDecimalPlaces(2, 1);
  return {
    'currencies.list': () =>
      value(
        venue.catalog.currencies
          .filter(({ code }) => !venue.region.restricted.includes(code))
          .map(({ code, type }) => ({ currency: code, type, networks: type === 'Fiat' ? undefined : networksOf(code).map(networkRow) })),
      ),
    'balances.list': () =>
      value(
        venue.user.balances().map(({ currency, total, available }) => ({
          name: byCode.get(currency)?.name,
          type: byCode.get(currency)?.type,
          currency,
          totalBalance: total,
          availableBalance: available,
          totalBalanceUsd: usd(currency, total),
          availableBalanceUsd: usd(currency, available),
          availableWithdrawalBalance: venue.withdrawable(currency),
          availableWithdrawalBalanceUsd: usd(currency, venue.withdrawable(currency)),
        })),
      ),
  };
}

function networkRow({ addressType, isTagRequired, code, name }: SimulatedNetwork) {
  return { addressType, IsTagRequiredForWithdrawals: isTagRequired, IsTagRequiredForWithdrawal: undefined, code, name };
}
