import { assert } from '../../base/assert.ts';
import { seededRandom } from '../../base/random.ts';

/** The primitive polynomial and first direction numbers of each further dimension (Joe and Kuo 2008, set 6.21201). */
const DIRECTIONS: readonly (readonly [coefficients: number, first: readonly number[]])[] = [
  [0, [1]],
  [1, [1, 3]],
  [1, [1, 3, 1]],
  [2, [1, 1, 1]],
  [1, [1, 1, 3, 3]],
  [4, [1, 3, 5, 13]],
  [2, [1, 1, 5, 5, 17]],
  [4, [1, 1, 5, 5, 5]],
  [7, [1, 1, 7, 11, 19]],
  [11, [1, 1, 5, 1, 1]],
  [13, [1, 1, 1, 3, 11]],
  [14, [1, 3, 5, 5, 31]],
  [1, [1, 3, 3, 9, 7, 49]],
  [13, [1, 1, 1, 15, 21, 21]],
  [16, [1, 3, 1, 13, 27, 49]],
  [19, [1, 1, 1, 15, 7, 5]],
  [22, [1, 3, 1, 15, 13, 25]],
  [25, [1, 1, 5, 5, 19, 61]],
  [1, [1, 3, 7, 11, 23, 15, 103]],
  [4, [1, 3, 7, 13, 13, 15, 69]],
];

/** For how many dimensions there are direction numbers. */
export const MOST_SOBOL_DIMENSIONS: number = DIRECTIONS.length + 1;

const BITS = 32;

/**
 * A Sobol sequence: its first 2^k points cover the unit cube evenly, for every k. With a seed it is scrambled (Owen's nested
 * scrambling by the hash of Laine and Karras), which keeps it even and gives another sequence.
 */
export class SobolSequence {
  readonly #directions: readonly Uint32Array[];
  readonly #state: Uint32Array;
  readonly #seeds: readonly number[] | undefined;
  #index = 0;

  constructor(dimensions: number, seed?: string) {
    assert(dimensions >= 1 && dimensions <= MOST_SOBOL_DIMENSIONS, () => `1 to ${MOST_SOBOL_DIMENSIONS} dimensions, not ${dimensions}`);
    this.#directions = Array.from({ length: dimensions }, (_, i) => directionsOf(i));
    this.#state = new Uint32Array(dimensions);
    const random = seededRandom(`${seed}:sobol`);
    this.#seeds = seed === undefined ? undefined : Array.from({ length: dimensions }, () => random.int(2 ** 32));
  }

  /** The next point, with each coordinate in [0, 1). */
  next(): number[] {
    if (this.#index > 0) {
      // Gray code: each step uses one direction, that of the lowest bit that was 0.
      const bit = lowestZero(this.#index - 1);
      for (const [i, directions] of this.#directions.entries()) this.#state[i]! ^= directions[bit]!;
    }
    this.#index++;
    return Array.from(this.#state, (word, i) => (this.#seeds === undefined ? word : scrambled(word, this.#seeds[i]!)) / 2 ** BITS);
  }
}

function directionsOf(dimension: number): Uint32Array {
  const directions = new Uint32Array(BITS);
  if (dimension === 0) return directions.map((_, bit) => 2 ** (BITS - 1 - bit));
  const [coefficients, first] = DIRECTIONS[dimension - 1]!;
  const degree = first.length;
  for (let bit = 0; bit < BITS; bit++) {
    if (bit < degree) {
      directions[bit] = first[bit]! << (BITS - 1 - bit);
      continue;
    }
    let word = directions[bit - degree]! ^ (directions[bit - degree]! >>> degree);
    for (let k = 1; k < degree; k++) if ((coefficients >>> (degree - 1 - k)) & 1) word ^= directions[bit - k]!;
    directions[bit] = word;
  }
  return directions;
}

function lowestZero(value: number): number {
  let bit = 0;
  for (let rest = value; rest & 1; rest >>>= 1) bit++;
  return bit;
}

/** Each bit is flipped by a hash of the bits above it. */
function scrambled(word: number, seed: number): number {
  let x = reversed(word) + seed;
  x ^= Math.imul(x, 0x6c50b47c);
  x ^= Math.imul(x, 0xb82f1e52);
  x ^= Math.imul(x, 0xc7afe638);
  x ^= Math.imul(x, 0x8d22f6e6);
  return reversed(x);
}

function reversed(word: number): number {
  let x = word >>> 0;
  x = ((x >>> 1) & 0x55555555) | ((x & 0x55555555) << 1);
  x = ((x >>> 2) & 0x33333333) | ((x & 0x33333333) << 2);
  x = ((x >>> 4) & 0x0f0f0f0f) | ((x & 0x0f0f0f0f) << 4);
  x = ((x >>> 8) & 0x00ff00ff) | ((x & 0x00ff00ff) << 8);
  return ((x >>> 16) | (x << 16)) >>> 0;
}
