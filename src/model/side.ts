import type { Side } from './grid.ts';

export const BUY = 0;
export const SELL = 1;

export function sideOf(side: number): Side {
  return side === BUY ? 'Buy' : 'Sell';
}

export function sideCode(side: Side): number {
  return side === 'Buy' ? BUY : SELL;
}
