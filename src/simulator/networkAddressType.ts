import type { AddressNetwork } from '../addresses/addressNetwork.ts';

/** How many addresses an account may have, and what tells payments to one address apart (000 Network, 001 Coin listing). */
export type NetworkAddressType = 'Single' | 'Multiple' | 'MultipleWithTag' | 'MultipleWithMemo' | 'MultipleWithNote';

const WITH_TAGS = { Tag: 'MultipleWithTag', Memo: 'MultipleWithMemo', Note: 'MultipleWithNote' } as const;

/** The type of a network where an account may have many addresses. */
export function manyAddresses({ tagType }: AddressNetwork): NetworkAddressType {
  return tagType === undefined ? 'Multiple' : WITH_TAGS[tagType];
}
