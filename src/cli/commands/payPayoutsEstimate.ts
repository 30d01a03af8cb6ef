import { Fault } from '../../base/fault.ts';
import type { Reply } from '../../contract/operation.ts';
import type { processing } from '../../contract/processing.ts';
import type { Column } from '../column.ts';
import { command, option, requiredOption } from '../command.ts';
import { networkValue } from '../paymentValues.ts';
import { amountValue, currencyValue, oneOf, textValue } from '../values.ts';

export const payPayoutsEstimate = command({
  name: 'pay payouts estimate',
  about: 'Show what a payout would take, cost and bring; nothing is sent',
  options: {
    from: requiredOption('--from <currency>', 'the fiat balance that it is taken from', currencyValue),
    to: requiredOption('--to <currency>', 'the coin that is paid out', currencyValue),
    fromAmount: option('--from-amount <amount>', 'how much is taken; or else --to-amount', amountValue),
    toAmount: option('--to-amount <amount>', 'how much is paid out', amountValue),
    feeMode: option('--fee-mode <mode>', 'with --to-amount: gross takes the fee out of it, net adds it on top', oneOf('gross', 'net')),
    network: requiredOption('--network <network>', 'the network of the coin', networkValue),
    address: requiredOption('--address <address>', 'where it would go', textValue),
    tag: option('--tag <tag>', 'tag, memo or note of the address', textValue),
  },
  examples: [
    'pay payouts estimate --from EUR --from-amount 100 --to USDT --network ETH --address 0x52908400098527886E0F7030069857D2E4169EE7',
    'pay payouts estimate --from EUR --to USDT --to-amount 100 --fee-mode net --network ETH --address 0x52908400098527886E0F7030069857D2E4169EE7',
  ],
  async run({ options: { from, to, fromAmount, toAmount, feeMode, network, address, tag } }, shell) {
    if ((fromAmount === undefined) === (toAmount === undefined)) {
      throw new Fault('usage', 'give exactly one of --from-amount and --to-amount');
    }
    if (feeMode !== undefined && toAmount === undefined) throw new Fault('usage', '--fee-mode goes only with --to-amount');
    const { given } = await import('../../treasury/payments/ask.ts');
    const { askInterface } = await import('../askInterface.ts');
    const { printRecord } = await import('../print.ts');
    const texts = given({
      currencyFrom: from,
      amountFrom: fromAmount,
      amountTo: toAmount,
      amountToType: feeMode,
      currencyTo: to,
      networkCode: network,
      address,
      additionalAddress: tag,
    });
    printRecord(shell, columns, await askInterface(shell, 'processing', ({ ask }) => ask('payouts.estimate', texts)));
  },
});

const columns: readonly Column<Reply<(typeof processing)['payouts.estimate']>>[] = [
  { key: 'fromCurrency', value: (row) => row.currencyFrom },
  { key: 'fromAmount', kind: 'number', value: (row) => row.amountFrom },
  { key: 'toCurrency', value: (row) => row.currencyTo },
  { key: 'toAmount', kind: 'number', value: (row) => row.amountTo },
  { key: 'feeMode', value: (row) => row.amountToType },
  { key: 'fee', kind: 'number', value: (row) => row.feeAmount },
  { key: 'feeCurrency', value: (row) => row.feeCurrency },
  { key: 'arrives', kind: 'number', value: (row) => row.receivedAmount },
];
