import { command, requiredOption } from '../command.ts';
import { callbackValue, networkValue } from '../paymentValues.ts';
import { printPayInstructions, qrOption } from '../payInstructions.ts';
import { currencyValue, textValue } from '../values.ts';

export const payAddressesCreate = command({
  name: 'pay addresses create',
  about: 'Make a permanent address for an account of a customer: each deposit to it makes a payment of its own',
  options: {
    currency: requiredOption('--currency <currency>', 'the coin', currencyValue),
    network: requiredOption('--network <network>', 'its network; `pay currencies` lists them', networkValue),
    account: requiredOption('--account <id>', "the customer's account", textValue),
    callbackUrl: requiredOption('--callback-url <url>', 'where notifications are posted to', callbackValue),
    qr: qrOption,
  },
  dryRun: true,
  examples: ['pay addresses create --currency USDT --network ETH --account customer-17 --callback-url https://shop.example/notify --yes'],
  async run({ options: { currency, network, account, callbackUrl, qr } }, shell) {
    const { askInterface } = await import('../askInterface.ts');
    const { printRecord } = await import('../print.ts');
    const { printOutcome } = await import('../printOutcome.ts');
    const { walletColumns } = await import('../walletColumns.ts');
    if (shell.options.dryRun) return printOutcome(shell, { outcome: 'dry-run', currency, network, account, callbackUrl });
    const wallet = await askInterface(shell, 'processing', async ({ ask, agree }) => {
      await agree(`make a permanent address for ${currency} on ${network} for account ${account}?`);
      return ask('paymentAddresses.create', { currency, networkCode: network, accountId: account, callbackUrl });
    });
    printRecord(shell, walletColumns, wallet);
    const { address, tag } = wallet;
    await printPayInstructions(shell, { currency, network, address, tag, amount: undefined }, qr);
  },
});
