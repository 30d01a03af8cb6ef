import type { ProcessingOperations } from '../../contract/processing.ts';
import { value } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { COINS, FIAT_CURRENCIES } from './coinCatalog.ts';
import { intentHandlers } from './intentHandlers.ts';
import { networkRow } from './networkRow.ts';
import { payoutHandlers } from './payoutHandlers.ts';
import type { ProcessingService } from './processingService.ts';
import { refundHandlers } from './refundHandlers.ts';
import { skipTake } from './skipTake.ts';

/** What the service does for each row of the payment-processing interface (001). */
export function processingHandlers(service: ProcessingService): Handlers<ProcessingOperations> {
  return {
    ...intentHandlers(service),
    ...refundHandlers(service),
    ...payoutHandlers(service),
    'coins.list': () =>
      value(
        FIAT_CURRENCIES.map(({ code, name, isVirtual }) => ({
          fiatCurrency: code,
          fiatCurrencyName: name,
          isVirtual,
          IsTagRequiredForWithdrawals: false,
          coins: COINS.map((coin) => ({ coin: coin.code, name: coin.name, coinNetworks: coin.networks.map(networkRow) })),
        })),
      ),
    'paymentAddresses.create': ({ currency, networkCode, accountId, callbackUrl }) => {
      const wallet = service.intents.permanentAddress(currency, networkCode, accountId, callbackUrl);
      return 'type' in wallet ? wallet : value(wallet);
    },
    'paymentAddresses.search': ({ currency, networkCode, address, accountId, skip, take }) => {
      const wanted = service.book
        .wallets()
        .filter(
          (wallet) =>
            matches(currency, wallet.currency) &&
            matches(networkCode, wallet.networkCode) &&
            matches(address, wallet.address) &&
            matches(accountId, wallet.accountId),
        );
      return value(skipTake(wanted, skip, take));
    },
  };
}

function matches(wanted: string | undefined, held: string | undefined): boolean {
  return wanted === undefined || wanted === held;
}
