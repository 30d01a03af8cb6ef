import { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import { HELD_KINDS } from '../heldSteps.ts';
import type { Venue } from '../venue.ts';
import { type ControlRoute, route } from './controlRoute.ts';

/** Holds transactions where they are: a review, a network or a provider that does not answer. */
export function stepRoutes(venue: Venue): readonly ControlRoute[] {
  const { steps } = venue;
  const state = (): object => ({ kinds: steps.kinds, waiting: steps.waiting });
  return [
    route('GET', '/holds', 'what is held, and which transactions wait', z.object({}), state),
    route(
      'PUT',
      '/holds',
      'hold these kinds of transactions where they are from now on, and no others',
      z.object({ kinds: z.array(z.enum(HELD_KINDS, { error: `expected one of ${HELD_KINDS.join(', ')}` })) }),
      ({ kinds }) => {
        steps.hold(kinds);
        return state();
      },
    ),
    route('POST', '/holds/{id}/release', 'let a transaction that waits go one step further', z.object({}), (_, id) => {
      venue.catchUp();
      if (!steps.release(id, venue.now())) throw new Fault('not-found', `no step of ${id} waits`);
      return state();
    }),
  ];
}
