import type { Destination } from '../../model/move.ts';

/** Whether currency, network, address and tag are the same, to the letter. */
export function isSameDestination(a: Destination, b: Destination): boolean {
  return a.currency === b.currency && a.network === b.network && a.address === b.address && a.tag === b.tag;
}
