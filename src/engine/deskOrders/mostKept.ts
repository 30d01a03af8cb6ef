import type { Refusal } from '../refusal.ts';

/** How many orders the desk keeps for a strategy on a symbol. */
export const MOST_KEPT = 200;
/** How many keys of orders that are placed once it keeps. */
export const MOST_KEYS = 10_000;

export const TOO_MANY: Refusal = {
  rule: 'desk-orders',
  message: `the desk keeps ${MOST_KEPT} orders and ${MOST_KEYS} keys for a strategy at most`,
};
