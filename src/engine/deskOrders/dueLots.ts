import type { EngineState } from '../engineState.ts';
import { mostLots } from '../worstTicks.ts';
import type { Leg } from './deskOrder.ts';
import type { Work } from './work.ts';

/**
 * How much of what is `left` the next part of a worked order should be, at a price. 0: it waits. What stays behind can be cut into parts
 * again, none below the least order. Where nothing can be cut so, what fits is sent, and less than the least order is left in the end.
 */
export function dueLots(leg: Leg, work: Work, left: number, ticks: number, state: EngineState): number {
  const { market } = leg.order;
  const { least } = market;
  const wanted = wantedLots(leg, work, left, state.now);
  if (wanted < least) return 0;
  const most = mostLots(market, ticks, state);
  if (left - wanted < least && left <= most) return left;
  const fitting = Math.min(wanted, most);
  const partsAfter = Math.max(1, Math.ceil((left - fitting) / most));
  const cut = Math.min(fitting, left - partsAfter * least);
  return cut < least ? fitting : cut;
}

/** Whether a part could be sent now, if its price allowed it. */
export function isDue(leg: Leg, work: Work, left: number, now: number): boolean {
  return wantedLots(leg, work, left, now) >= leg.order.market.least;
}

function wantedLots(leg: Leg, { terms, state }: Work, left: number, now: number): number {
  const { order } = leg;
  switch (terms.kind) {
    case 'twap': {
      const slice = sliceAt(order.placedAt, terms.sliceMs, now);
      const slicesLeft = terms.slices - slice;
      // In the last slice there is no later one to which anything could be left.
      if (slicesLeft <= 1) return left;
      if (slice === state.slice) return 0;
      return Math.min(left, Math.max(order.market.least, Math.ceil(left / slicesLeft)));
    }
    case 'pov':
      return Math.min(left, Math.floor(state.counted * terms.share) - leg.lots);
    case 'iceberg':
      return Math.min(left, terms.showLots);
    case 'peg':
      return left;
  }
}

/** The number of a TWAP's slice, from 0. */
export function sliceAt(placedAt: number, sliceMs: number, now: number): number {
  return Math.max(0, Math.floor((now - placedAt) / sliceMs));
}
