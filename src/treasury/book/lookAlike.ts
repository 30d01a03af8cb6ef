const SHOWN = 4;

/**
 * Whether two different addresses look alike where people look: their first and last four characters are the same. Somebody who makes
 * such an address sends a little from it, and waits until it is copied from the history (address poisoning).
 */
export function isLookAlike(a: string, b: string): boolean {
  return !isSameAddress(a, b) && ends(a) === ends(b);
}

/** Whether two texts are one address. Hexadecimal and bech32 are the same in capitals. */
export function isSameAddress(a: string, b: string): boolean {
  return a === b || (isCaseless(a) && isCaseless(b) && a.toLowerCase() === b.toLowerCase());
}

/** What stands before the first `1` of bech32 and after `0x` says nothing of the owner, so the eye goes on from there. */
function ends(address: string): string {
  const text = address.toLowerCase().replace(/^0x|^(?:bc|tb|ltc|addr|addr_test)1[qp]?/, '');
  return `${text.slice(0, SHOWN)} ${text.slice(-SHOWN)}`;
}

function isCaseless(address: string): boolean {
  return /^0x[0-9a-f]+$/i.test(address) || /^(?:bc1|tb1|ltc1|addr1|addr_test1)[0-9a-z]+$/i.test(address);
}
