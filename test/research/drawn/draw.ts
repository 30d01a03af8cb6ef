import type { Random } from '../../../src/base/random.ts';

/** True with this probability. */
export function isDrawn(random: Random, probability: number): boolean {
  return random.next() < probability;
}

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[random.int(from.length)]!;
}

/** A whole number between two bounds, both included. */
export function between(random: Random, least: number, most: number): number {
  return least + random.int(most - least + 1);
}

/** A whole number from 1 up, with all sizes equally likely, so that small numbers are as frequent as large ones. */
export function ofAnySize(random: Random, least: number, most: number): number {
  let doublings = 0;
  while (least * 2 ** (doublings + 1) <= most) doublings++;
  const size = least * 2 ** random.int(doublings + 1);
  return Math.min(most, size + random.int(size));
}
