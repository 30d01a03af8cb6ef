import type { EngineState } from '../engineState.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';

/** A strategy whose loss is limited takes no risk while its profit can't be told. */
export function isLossUnknown({ seat }: OrderRequest): boolean {
  return seat.isLossUnknown;
}

export function lossUnknownMessage({ seat }: OrderRequest): string {
  return messageOf(seat.name);
}

/** The same of a conversion. Undefined where its profit can be told, or its loss is not limited. */
export function conversionLossUnknown({ strategy }: ConversionRequest, state: EngineState): string | undefined {
  return state.seatsOf(strategy).some((seat) => seat.isLossUnknown) ? messageOf(strategy) : undefined;
}

function messageOf(strategy: string): string {
  return `no book tells the profit of ${strategy} yet, and its loss is limited`;
}
