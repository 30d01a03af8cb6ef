import { isoOf } from '../base/instant.ts';
import type { OwnerlessTrades, TradedSum } from '../gateway/ownerlessTrades.ts';
import { currenciesOf } from '../model/pair.ts';
import { symbolsOf, type TradedMarkets } from '../model/tradedMarkets.ts';

/** What a recovery has booked in a pair without a strategy, as people are told of it. */
export interface OwnerlessStatus {
  readonly symbol: string;
  readonly since: string;
  /** What was bought and sold, and that it is in no position. */
  readonly found: string;
  /** What to type, in this order, so that it is in a position. */
  readonly commands: readonly string[];
}

/** Enough for any price: the amount is exact, and what the price is off is less than anybody is charged. */
const PRICE_DIGITS = 12;

export function ownerlessStatus(
  { symbol, since, bought, sold }: OwnerlessTrades,
  strategies: Readonly<Record<string, TradedMarkets>>,
): OwnerlessStatus {
  const { base = '', quote = '' } = currenciesOf(symbol) ?? {};
  const sides = [
    { verb: 'bought', sum: bought },
    { verb: 'sold', sum: sold },
  ].filter(({ sum }) => sum.amount.gt(0));
  const done = sides.map(({ verb, sum: { amount } }) => `${amount.toFixed()} ${base} ${verb}`).join(' and ');
  const of = Object.entries(strategies).filter(([, one]) => symbolsOf(one).includes(symbol));
  const chosen = of.length === 1 ? of[0] : undefined;
  const name = chosen?.[0] ?? 'STRATEGY';
  const pair = chosen !== undefined && symbolsOf(chosen[1]).length === 1 ? '' : ` --symbol ${symbol}`;
  return {
    symbol,
    since: isoOf(since),
    found: `the recovery found ${done}, at prices in ${quote} with the fees in them, which are in no strategy's position`,
    commands: sides.map(
      ({ verb, sum }) =>
        `sluice position adjust ${name}${pair} --${verb} ${sum.amount.toFixed()} --price ${priceOf(sum)} --note recovered --yes`,
    ),
  };
}

function priceOf({ amount, value }: TradedSum): string {
  return value.div(amount).toSignificantDigits(PRICE_DIGITS).toFixed();
}
