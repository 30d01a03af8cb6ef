import fc from 'fast-check';

/**
 * The value of a JSON number as one canonical text, computed with whole numbers alone: the oracle for everything that reads or
 * writes decimals. `1e-8`, `0.00000001` and `0.10e-7` are all `1e-8`; every zero is `0e0`.
 */
export function canonical(text: string): string {
  const match = /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) throw new TypeError(`${text} is no number`);
  const [, sign, whole, fraction, exponent = '0'] = match;
  let units = BigInt(`${whole}${fraction}`);
  if (units === 0n) return '0e0';
  let power = BigInt(exponent) - BigInt(fraction!.length);
  while (units % 10n === 0n) {
    units /= 10n;
    power += 1n;
  }
  return `${sign}${units}e${power}`;
}

/** Texts of JSON numbers of up to 40 digits, in every notation that JSON has. */
export const jsonNumberText: fc.Arbitrary<string> = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: fc.oneof(fc.constantFrom('0', '1', '9007199254740993'), fc.bigInt({ min: 0n, max: 10n ** 22n }).map(String)),
    fraction: fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,18}$/), fc.constant('.00000001'), fc.constant('.10')),
    exponent: fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?[0-2]?\d$/)),
  })
  .map(({ sign, whole, fraction, exponent }) => `${sign}${whole}${fraction}${exponent}`);

/** Numbers of which other programs have lost digits. */
export const PITFALLS: readonly string[] = [
  '0',
  '-0',
  '0.0',
  '1e-8',
  '1E-8',
  '0.00000001',
  '1e21',
  '1e+21',
  '1000000000000000000000',
  '0.1',
  '0.30000000000000004',
  '9007199254740993',
  '-9223372036854775808',
  '18446744073709551615',
  '1234567890123456789012345678901234567890',
  '0.1234567890123456789012345678901234567891',
  '12345678901234567890.12345678901234567891',
  '61249.90',
  '1e0',
  '123e-2',
];
