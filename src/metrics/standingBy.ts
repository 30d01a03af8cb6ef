import { gauge, one } from './metric.ts';

/** One that trades stands by no more. One that waits for its turn says 1, and nothing else. */
export const STANDING_BY = gauge('sluice_standing_by', '1 while it waits until nobody else owns its account, 0 once it owns it', [], () =>
  one(0),
);
