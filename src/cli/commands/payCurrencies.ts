import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import { currencyValue } from '../values.ts';

interface CoinNetworkRow {
  readonly currency: string;
  readonly coin: string;
  readonly network: string;
  readonly networkName: string | undefined;
  readonly addressType: string | undefined;
}

export const payCurrencies = command({
  name: 'pay currencies',
  about: 'List the coins and networks in which customers may pay, and be paid, by fiat currency',
  options: { currency: option('--currency <currency>', 'only for this currency', currencyValue) },
  examples: ['pay currencies', 'pay currencies --currency EUR -o json'],
  async run({ options: { currency } }, shell) {
    const { askInterface } = await import('../askInterface.ts');
    const { printRows } = await import('../print.ts');
    const listed = await askInterface(shell, 'processing', ({ ask }) => ask('coins.list', {}));
    const rows = listed
      .filter(({ fiatCurrency }) => currency === undefined || fiatCurrency.toUpperCase() === currency)
      .flatMap(({ fiatCurrency, coins }) =>
        coins.flatMap(({ coin, coinNetworks }) =>
          coinNetworks.map(({ networkCode: network, networkName, addressType }): CoinNetworkRow => {
            return { currency: fiatCurrency, coin, network, networkName, addressType };
          }),
        ),
      );
    printRows(shell, columns, rows);
  },
});

const columns: readonly Column<CoinNetworkRow>[] = [
  { key: 'currency', value: (row) => row.currency },
  { key: 'coin', value: (row) => row.coin },
  { key: 'network', value: (row) => row.network },
  { key: 'networkName', value: (row) => row.networkName },
  { key: 'addressType', value: (row) => row.addressType },
];
