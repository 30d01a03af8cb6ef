import { isSameAddress } from '../../model/plainAddress.ts';

const SHOWN = 4;

/**
 * Whether two different addresses look alike where people look: their first and last four characters are the same. Somebody who makes
 * such an address sends a little from it, and waits until it is copied from the history (address poisoning).
 */
export function isLookAlike(a: string, b: string): boolean {
  return !isSameAddress(a, b) && ends(a) === ends(b);
}

/** What stands before the first `1` of bech32 and after `0x` says nothing of the owner, so the eye goes on from there. */
function ends(address: string): string {
  const text = address.toLowerCase().replace(/^0x|^(?:bc|tb|ltc|addr|addr_test)1[qp]?/, '');
  return `${text.slice(0, SHOWN)} ${text.slice(-SHOWN)}`;
}
