import { whole } from './kinds.ts';

/** The interval leaves out 5 % of the draws at each end. With so many draws that is one, and with fewer it is less than one. */
const FEWEST = 20;

/** How often the fitted band is drawn anew. */
export function drawsField(about: string) {
  return whole(
    { about: `${about}; at least ${FEWEST}, of which one lies beyond each end; 0 draws none`, unit: 'draws' },
    { min: FEWEST, max: 1000, orNone: true },
  );
}
