import { addressNetworkOf, type AddressNetwork } from '../../addresses/addressNetwork.ts';
import { present } from '../../base/assert.ts';
import { type Decimal, dec } from '../../base/decimal.ts';
import { manyAddresses, type NetworkAddressType } from '../networkAddressType.ts';

export interface CoinNetwork extends AddressNetwork {
  readonly name: string;
  readonly addressType: NetworkAddressType;
  /** The fee for a refund or a payout, in the coin. */
  readonly feeAmount: Decimal;
  /** Payments on it are emulated (001 Sandbox). */
  readonly test: boolean;
}

export interface Coin {
  readonly code: string;
  readonly name: string;
  readonly decimals: number;
  /** The price in euro where the venue has no market for it. */
  readonly euro: Decimal;
  /** The first one is the default. */
  readonly networks: readonly CoinNetwork[];
}

export interface FiatCurrency {
  readonly code: string;
  readonly name: string;
  readonly isVirtual: boolean;
  readonly decimals: number;
  readonly euro: Decimal;
}

/** A virtual currency allows quotes in a currency that is not real fiat money (001 Coin listing). */
export const FIAT_CURRENCIES: readonly FiatCurrency[] = [
  { code: 'EUR', name: 'Euro', isVirtual: false, decimals: 2, euro: dec(1) },
  { code: 'USD', name: 'US dollar', isVirtual: false, decimals: 2, euro: dec('0.92593') },
  { code: 'GBP', name: 'Pound sterling', isVirtual: false, decimals: 2, euro: dec('1.17') },
  { code: 'VPT', name: 'Virtual points', isVirtual: true, decimals: 2, euro: dec('0.01') },
];

/** The coins of the sandbox's table. Its networks come first, then the real ones (001 Sandbox). */
export const COINS: readonly Coin[] = [
  coin('USDT', 'Tether', '0.92593', [
    network('BNB_TEST', 'BNB Smart Chain testnet', '1'),
    network('ETH', 'Ethereum', '4'),
    network('TRX', 'TRON', '1'),
  ]),
  coin('BTC', 'Bitcoin', '61250', [network('BTC_TEST', 'Bitcoin testnet', '0.00005'), network('BTC', 'Bitcoin', '0.00005')]),
  coin('ETH', 'Ethereum', '2150', [network('BNB_TEST', 'BNB Smart Chain testnet', '0.0005'), network('ETH', 'Ethereum', '0.001')]),
  coin('XRP', 'XRP', '0.5321', [network('XRP_TEST', 'XRP Ledger testnet', '0.1'), network('XRP', 'XRP Ledger', '0.1')]),
  coin('ADA', 'Cardano', '0.36', [
    network('ADA_TEST', 'Cardano testnet', '0.2'),
    network('BNB_TEST', 'BNB Smart Chain testnet', '0.2'),
    network('ADA', 'Cardano', '0.2'),
  ]),
];

export function coinOf(code: string): Coin | undefined {
  return COINS.find((coin) => coin.code === code);
}

export function fiatOf(code: string): FiatCurrency | undefined {
  return FIAT_CURRENCIES.find((fiat) => fiat.code === code);
}

export function networkOf(coin: Coin, code: string | undefined): CoinNetwork | undefined {
  return code === undefined ? coin.networks[0] : coin.networks.find((network) => network.code === code);
}

/** How many decimals an amount may have in a coin or a fiat currency. Undefined for anything else. */
export function decimalsOf(code: string): number | undefined {
  return (coinOf(code) ?? fiatOf(code))?.decimals;
}

function coin(code: string, name: string, euro: string, networks: readonly CoinNetwork[]): Coin {
  return { code, name, decimals: 8, euro: dec(euro), networks };
}

function network(code: string, name: string, feeAmount: string): CoinNetwork {
  const addresses = present(addressNetworkOf(code), `network ${code}`);
  return { ...addresses, name, addressType: manyAddresses(addresses), feeAmount: dec(feeAmount), test: code.endsWith('_TEST') };
}
