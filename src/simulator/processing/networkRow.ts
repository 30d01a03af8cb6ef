import type { CoinNetwork } from './coinCatalog.ts';

/** A network as the interface lists it (001 Coin listing). `at` is its place in the list, counted from 0. */
export function networkRow({ code, name, addressType, isTagRequired }: CoinNetwork, at: number) {
  return { addressType, IsTagRequiredForWithdrawals: isTagRequired, networkCode: code, networkName: name, order: at + 1 };
}
