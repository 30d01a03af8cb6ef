import type { Column } from '../column.ts';
import { command, flag, option, requiredOption } from '../command.ts';
import type { DepositPlace } from '../depositAddress.ts';
import { networkValue } from '../paymentValues.ts';
import { printPayInstructions, qrOption, uriOf } from '../payInstructions.ts';
import { currencyValue, oneOf, textValue } from '../values.ts';

export const treasuryDepositCrypto = command({
  name: 'treasury deposit crypto',
  about: 'Show the address to which a coin is sent, with its tag and a QR code; one that is not there yet is made',
  options: {
    currency: requiredOption('--currency <currency>', 'the coin', currencyValue),
    network: requiredOption('--network <network>', 'its network', networkValue),
    type: option(
      '--type <type>',
      'Primary, Additional, or UniqueTag: one tag for each --client-tag',
      oneOf('Primary', 'Additional', 'UniqueTag'),
      'Primary',
    ),
    clientTag: option('--client-tag <text>', 'your own name of the address: needed for UniqueTag, not for Primary', textValue),
    new: flag('--new', 'make another one, even when there is one already'),
    qr: qrOption,
  },
  dryRun: true,
  examples: [
    'treasury deposit crypto --currency BTC --network BTC',
    'treasury deposit crypto --currency XRP --network XRP --type UniqueTag --client-tag customer-17 --yes',
  ],
  async run({ options: { qr, ...terms } }, shell) {
    const { depositAddress } = await import('../depositAddress.ts');
    const { printRecord } = await import('../print.ts');
    const place = await depositAddress(shell, terms);
    const { currency, network, address, tag } = place;
    if (address === undefined) return printRecord(shell, columns, place);
    const target = { currency, network, address, tag, amount: undefined };
    printRecord(shell, [...columns, { key: 'uri', value: () => uriOf(target) }], place);
    await printPayInstructions(shell, target, qr);
  },
});

const columns: readonly Column<DepositPlace>[] = [
  { key: 'outcome', value: (place) => place.outcome },
  { key: 'currency', value: (place) => place.currency },
  { key: 'network', value: (place) => place.network },
  { key: 'address', value: (place) => place.address },
  { key: 'tag', value: (place) => place.tag, style: () => 'red' },
  { key: 'tagType', value: (place) => place.tagType },
  { key: 'type', value: (place) => place.type },
  { key: 'clientTag', value: (place) => place.clientTag },
];
