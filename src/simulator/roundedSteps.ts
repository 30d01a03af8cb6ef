import type { Decimal } from '../base/decimal.ts';
import { amountOf, bigLotsOf, bigTicksOf, priceOf } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';

interface Asked {
  readonly amount: Decimal;
  readonly price: Decimal | undefined;
}

/** An order as a venue takes it that rounds to its steps instead of refusing. Without a pair it stays as it is. */
export function roundedSteps<T extends Asked>(asked: T, pair: Pair | undefined): T {
  if (pair === undefined) return asked;
  const { grid } = pair;
  return {
    ...asked,
    amount: amountOf(grid, bigLotsOf(grid, asked.amount, 'down')),
    price: asked.price && priceOf(grid, bigTicksOf(grid, asked.price, 'down')),
  };
}
