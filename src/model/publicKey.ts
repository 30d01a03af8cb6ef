import { base64 } from '@scure/base';
import { assert } from '../base/assert.ts';

const SCHEME = 'ed25519:';
const BYTES = 32;

/**
 * What is wrong with the text of a public key; undefined for a good one. A good one is `ed25519:` and the base64 of 32 bytes that are
 * the one encoding of a point of the curve (RFC 8032, 5.1.3). Points of small order are refused: anybody could sign for them.
 */
export function publicKeyProblem(text: string): string | undefined {
  if (!text.startsWith(SCHEME)) return `expected a public key like ${SCHEME}BASE64, as \`sluice treasury key show\` prints it`;
  const bytes = decoded(text);
  if (bytes === undefined) return `expected ${SCHEME} and the base64 of ${BYTES} bytes`;
  return pointProblem(bytes);
}

/** The 32 bytes of a public key that `publicKeyProblem` has nothing against. */
export function publicKeyBytes(text: string): Uint8Array {
  const problem = publicKeyProblem(text);
  assert(problem === undefined, () => `${text}: ${problem}`);
  return decoded(text)!;
}

export function publicKeyText(bytes: Uint8Array): string {
  return SCHEME + base64.encode(bytes);
}

/** Only the one canonical base64 of the bytes is taken, so that a key has one text. */
function decoded(text: string): Uint8Array | undefined {
  try {
    const bytes = base64.decode(text.slice(SCHEME.length));
    return bytes.length === BYTES ? bytes : undefined;
  } catch {
    return undefined;
  }
}

const P = 2n ** 255n - 19n;
/** The constant of the curve: -121665/121666. */
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

function pointProblem(bytes: Uint8Array): string | undefined {
  const y = yOf(bytes);
  if (y >= P) return 'is no public key: its number is too large for the curve';
  const square = (y * y) % P;
  const u = modulo(square - 1n);
  const v = modulo(D * square + 1n);
  // An x with x² = u/v exists exactly when u·v is a square.
  if (power(u * v, (P - 1n) / 2n) > 1n) return 'is no public key: no point of the curve has this number';
  return isOfSmallOrder(y, square) ? 'is no public key: it belongs to nobody, since its point has a small order' : undefined;
}

/** The first 255 bits, lowest first. The last bit is the sign of x. */
function yOf(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte, at) => sum + (BigInt(at === BYTES - 1 ? byte & 0x7f : byte) << BigInt(8 * at)), 0n);
}

/** Order 1 and 2: y is 1 or -1. Order 4: y is 0. Order 8: its double has y 0, which is D·y⁴ + 2·y² = 1. */
function isOfSmallOrder(y: bigint, square: bigint): boolean {
  return y === 0n || square === 1n || modulo(D * square * square + 2n * square - 1n) === 0n;
}

function modulo(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let factor = modulo(base), left = exponent; left > 0n; left >>= 1n, factor = (factor * factor) % P) {
    if ((left & 1n) === 1n) result = (result * factor) % P;
  }
  return result;
}
