import { addressNetworkOf, type AddressNetwork } from '../../addresses/addressNetwork.ts';
import { ethereumAddress } from '../../addresses/ethereumAddress.ts';
import { type Decimal, dec } from '../../base/decimal.ts';
import { manyAddresses, type NetworkAddressType } from '../networkAddressType.ts';

/** One network by which a currency can come in and go out. The figures are the simulator's own (docs/assumptions.md). */
export interface SimulatedNetwork extends AddressNetwork {
  readonly name: string;
  readonly addressType: NetworkAddressType;
  /** The fee for one withdrawal. */
  readonly fee: Decimal;
  readonly minWithdrawal: Decimal;
  /** Whether one transaction can pay many receivers, so that a whole batch costs one fee (000 Mass withdrawal, fee rule). */
  readonly isMultiDestination: boolean;
}

const ERC20 = network('ETH', 'Ethereum', '0.001', '0.005');

const NETWORKS: Readonly<Record<string, readonly SimulatedNetwork[]>> = {
  BTC: [network('BTC', 'Bitcoin', '0.0002', '0.0005', true)],
  LTC: [network('LTC', 'Litecoin', '0.001', '0.01', true)],
  ETH: [ERC20],
  SOL: [network('SOL', 'Solana', '0.01', '0.05')],
  USDT: [
    { ...ERC20, name: 'Ethereum (ERC20)', addressType: 'Single', fee: dec(4), minWithdrawal: dec(10) },
    network('TRX', 'Tron (TRC20)', '1', '5'),
  ],
  XRP: [network('XRP', 'XRP Ledger', '0.25', '1')],
  XLM: [network('XLM', 'Stellar', '0.02', '1')],
  ALGO: [network('ALGO', 'Algorand', '0.01', '1')],
};

/** The networks of a crypto currency. A made-up currency has a network of its own, with addresses like Ethereum's. */
export function networksOf(currency: string): readonly SimulatedNetwork[] {
  return NETWORKS[currency] ?? [network(currency, currency, '0.01', '0.05')];
}

function network(code: string, name: string, fee: string, minWithdrawal: string, isMultiDestination = false): SimulatedNetwork {
  const addresses = addressNetworkOf(code) ?? { code, format: ethereumAddress, tagType: undefined, isTagRequired: false };
  const addressType = manyAddresses(addresses);
  return { ...addresses, name, addressType, fee: dec(fee), minWithdrawal: dec(minWithdrawal), isMultiDestination };
}
