import { type Decimal, dec } from '../../base/decimal.ts';
import type { AddressFormat } from '../addresses/addressFormat.ts';
import { algorandAddress } from '../addresses/algorandAddress.ts';
import { BITCOIN, bitcoinAddress, LITECOIN } from '../addresses/bitcoinAddress.ts';
import { ethereumAddress } from '../addresses/ethereumAddress.ts';
import { rippleAddress } from '../addresses/rippleAddress.ts';
import { solanaAddress } from '../addresses/solanaAddress.ts';
import { stellarAddress } from '../addresses/stellarAddress.ts';
import { tronAddress } from '../addresses/tronAddress.ts';

/** How many addresses an account may have, and what tells payments to one address apart (000 Network). */
export type NetworkAddressType = 'Single' | 'Multiple' | 'MultipleWithTag' | 'MultipleWithMemo' | 'MultipleWithNote';

export type TagType = 'Tag' | 'Memo' | 'Note';

/** One network by which a currency can come in and go out. The figures are the simulator's own (docs/assumptions.md). */
export interface SimulatedNetwork {
  readonly code: string;
  readonly name: string;
  readonly addressType: NetworkAddressType;
  readonly isTagRequired: boolean;
  readonly format: AddressFormat;
  /** The fee for one withdrawal. */
  readonly fee: Decimal;
  readonly minWithdrawal: Decimal;
  /** Whether one transaction can pay many receivers, so that a whole batch costs one fee (000 Mass withdrawal, fee rule). */
  readonly isMultiDestination: boolean;
}

const ERC20 = network('ETH', 'Ethereum', ethereumAddress, '0.001', '0.005');

const NETWORKS: Readonly<Record<string, readonly SimulatedNetwork[]>> = {
  BTC: [network('BTC', 'Bitcoin', bitcoinAddress(BITCOIN), '0.0002', '0.0005', { isMultiDestination: true })],
  LTC: [network('LTC', 'Litecoin', bitcoinAddress(LITECOIN), '0.001', '0.01', { isMultiDestination: true })],
  ETH: [ERC20],
  SOL: [network('SOL', 'Solana', solanaAddress, '0.01', '0.05')],
  USDT: [
    { ...ERC20, name: 'Ethereum (ERC20)', addressType: 'Single', fee: dec(4), minWithdrawal: dec(10) },
    network('TRX', 'Tron (TRC20)', tronAddress, '1', '5'),
  ],
  XRP: [network('XRP', 'XRP Ledger', rippleAddress, '0.25', '1', { addressType: 'MultipleWithTag' })],
  XLM: [network('XLM', 'Stellar', stellarAddress, '0.02', '1', { addressType: 'MultipleWithMemo', isTagRequired: true })],
  ALGO: [network('ALGO', 'Algorand', algorandAddress, '0.01', '1', { addressType: 'MultipleWithNote' })],
};

/** The networks of a crypto currency. A made-up currency has a network of its own, with addresses like Ethereum's. */
export function networksOf(currency: string): readonly SimulatedNetwork[] {
  return NETWORKS[currency] ?? [network(currency, currency, ethereumAddress, '0.01', '0.05')];
}

export function tagTypeOf({ addressType }: SimulatedNetwork): TagType | undefined {
  switch (addressType) {
    case 'MultipleWithTag':
      return 'Tag';
    case 'MultipleWithMemo':
      return 'Memo';
    case 'MultipleWithNote':
      return 'Note';
    case 'Single':
    case 'Multiple':
      return undefined;
  }
}

/** What is wrong with a tag on the network, or undefined. XRP has 32-bit numbers, Stellar short texts, and Algorand longer ones. */
export function tagFault(network: SimulatedNetwork, tag: string): string | undefined {
  const bytes = Buffer.byteLength(tag);
  switch (tagTypeOf(network)) {
    case 'Tag':
      return /^\d{1,10}$/.test(tag) && Number(tag) < 2 ** 32 ? undefined : 'must be a whole number below 4294967296';
    case 'Memo':
      return bytes <= 28 ? undefined : 'must have at most 28 bytes';
    case 'Note':
      return bytes <= 1024 ? undefined : 'must have at most 1024 bytes';
    case undefined:
      return `must be empty: network ${network.code} has no tags`;
  }
}

function network(
  code: string,
  name: string,
  format: AddressFormat,
  fee: string,
  minWithdrawal: string,
  more: Partial<SimulatedNetwork> = {},
): SimulatedNetwork {
  const common = { addressType: 'Multiple', isTagRequired: false, isMultiDestination: false } as const;
  return { code, name, format, fee: dec(fee), minWithdrawal: dec(minWithdrawal), ...common, ...more };
}
