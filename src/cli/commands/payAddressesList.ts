import { command, option } from '../command.ts';
import { networkValue } from '../paymentValues.ts';
import { currencyValue, textValue } from '../values.ts';

export const payAddressesList = command({
  name: 'pay addresses list',
  about: 'List permanent addresses, newest first',
  options: {
    currency: option('--currency <currency>', 'only of this coin', currencyValue),
    network: option('--network <network>', 'only on this network', networkValue),
    account: option('--account <id>', "only of this customer's account", textValue),
    address: option('--address <address>', 'only this one', textValue),
  },
  examples: ['pay addresses list', 'pay addresses list --account customer-17 -o json'],
  async run({ options: { currency, network: networkCode, account: accountId, address } }, shell) {
    const { given } = await import('../../treasury/payments/ask.ts');
    const { readWallets } = await import('../../treasury/payments/paymentReads.ts');
    const { askInterface } = await import('../askInterface.ts');
    const { printRows } = await import('../print.ts');
    const { walletColumns } = await import('../walletColumns.ts');
    const filter = given({ currency, networkCode, accountId, address });
    printRows(shell, walletColumns, await askInterface(shell, 'processing', ({ ask }) => readWallets(ask, filter)));
  },
});
