/** An address in one spelling: hexadecimal and bech32 are the same in capitals, and everywhere else a capital is another character. */
export function plainAddress(address: string): string {
  const isCaseless = /^0x[0-9a-f]+$/i.test(address) || /^(?:bc1|tb1|ltc1|addr1|addr_test1)[0-9a-z]+$/i.test(address);
  return isCaseless ? address.toLowerCase() : address;
}

/** Whether two texts are surely one address. */
export function isSameAddress(a: string, b: string): boolean {
  return plainAddress(a) === plainAddress(b);
}
