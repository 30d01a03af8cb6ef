import type { OrderRequest } from './request.ts';

/** A strategy whose loss is limited takes no risk while its profit can't be told. */
export function isLossUnknown({ seat }: OrderRequest): boolean {
  return seat.isLossUnknown;
}

export function lossUnknownMessage({ seat }: OrderRequest): string {
  return `no book tells the profit of ${seat.name} yet, and its loss is limited`;
}
