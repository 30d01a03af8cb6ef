import { whole } from './kinds.ts';

/**
 * Of as many draws, one lies below the interval of 90 % and one above it. Of fewer than 19, even the least and the greatest hold the
 * next one in less than 90 % of cases ((n - 1) / (n + 1)).
 */
const FEWEST = 20;

/** How often the fitted band is drawn anew. */
export function drawsField(about: string) {
  return whole(
    { about: `${about}; fewer than ${FEWEST} say nothing of 90 %, 0 draws none`, unit: 'draws' },
    { min: FEWEST, max: 1000, orNone: true },
  );
}
