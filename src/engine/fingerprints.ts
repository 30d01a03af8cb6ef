import type { Random } from '../base/random.ts';

/** The most lots by which an amount is lowered to make an order recognisable. */
const MOST_LOTS = 64;
/** An amount is lowered by at most one part in this many. */
const LEAST_SHARE = 1000;

/**
 * Makes an order recognisable by its shape, since the venue takes no id of ours. The amount is lowered by 1 to 64 lots, but never
 * by more than 0.1 % and never below `least`, so no limit is exceeded. Round amounts are left to people. An order too coarse for
 * this keeps its amount; its lane has one unresolved intent at a time anyway.
 */
export function recognisableLots(lots: number, least: number, taken: (lots: number) => boolean, random: Random): number {
  const room = Math.min(nonceRoom(lots), lots - least);
  if (room <= 0) return lots;
  const start = random.int(room);
  for (let i = 0; i < room; i++) {
    const candidate = lots - 1 - ((start + i) % room);
    if (!taken(candidate)) return candidate;
  }
  return lots;
}

/** By how many lots an amount may have been lowered. */
export function nonceRoom(lots: number): number {
  return Math.min(MOST_LOTS, Math.floor(lots / LEAST_SHARE));
}
