import type { Conversion } from '../../model/conversion.ts';
import type { Fill } from '../../model/fill.ts';
import type { Pair } from '../../model/pair.ts';
import { sideToGive } from './bookLeg.ts';
import type { Trade } from './trade.ts';

/** Books an execution of a trade's leg, once. A fee in a third currency is in no sum. */
export function bookLegFill(trade: Trade, fill: Fill, pair: Pair): void {
  const { id, side, price, amount, fee, feeCurrency } = fill;
  const at = trade.steps.findIndex((_, i) => sideToGive(pair, trade.route[i]!, trade.route[i + 1]!) === side);
  const step = trade.steps[at];
  if (step === undefined || trade.booked.includes(id)) return;
  trade.booked.push(id);
  const value = price.times(amount);
  const [gives, brings] = side === 'Sell' ? [amount, value] : [value, amount];
  const [given, received] = side === 'Sell' ? [pair.base, pair.quote] : [pair.quote, pair.base];
  step.gave = step.gave.plus(gives).plus(feeCurrency === given ? fee : 0);
  step.brought = step.brought.plus(brings).minus(feeCurrency === received ? fee : 0);
}

/** Books a conversion of a trade, once. */
export function bookLegConversion(trade: Trade, { id, fromAmount, toAmount }: Conversion): void {
  if (trade.booked.includes(id)) return;
  trade.booked.push(id);
  const step = trade.steps[0]!;
  step.gave = step.gave.plus(fromAmount);
  step.brought = step.brought.plus(toAmount);
}
