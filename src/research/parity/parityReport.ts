import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { type DecisionParity, decisionParity } from './decisionParity.ts';
import { type GapCause, causeOf } from './gapCause.ts';
import { type FillMatch, matchFills, type MatchLimits } from './matchFills.ts';
import type { ParityFill, ParityLife } from './parityLife.ts';

/** How one strategy's backtest compares with reality. Money is in the quote currency of its symbol. */
export interface StrategyParity {
  readonly strategy: string;
  readonly symbol: string;
  readonly decisions: DecisionParity;
  readonly fills: {
    readonly real: number;
    readonly simulated: number;
    /** The share of the simulated amount that was really filled. 1 when nothing was simulated. */
    readonly precision: number;
    /** The share of the really filled amount that the backtest has. 1 when nothing was filled. */
    readonly recall: number;
    /**
     * For the matched fills, in basis points and weighted by amount. Positive means that the simulated price is better for us.
     */
    readonly priceErrorBps: number;
    /** The median time from the real fill to the simulated one. */
    readonly medianDelayMs: number | undefined;
  };
  readonly profit: {
    readonly real: Decimal;
    readonly simulated: Decimal;
    /** Simulated less real. */
    readonly difference: Decimal;
  };
  /** The difference in profit by its causes, which add up to it exactly. */
  readonly gap: Readonly<Record<GapCause, Decimal>>;
}

export interface ParityInput {
  readonly strategy: string;
  readonly symbol: string;
  readonly real: ParityLife;
  readonly simulated: ParityLife;
  /** When the symbol's book was looked at. */
  readonly looks: readonly Instant[];
  /** The price at which the final position is valued. */
  readonly mark: Decimal;
  readonly limits: MatchLimits;
}

/**
 * Compares what a strategy did in one market with what the backtest says that it would have done. A fill's profit is its amount valued at
 * `mark`, less its price and fee. So profits are sums over fills, and their difference is a sum over matches and rests.
 */
export function strategyParity({ strategy, symbol, real, simulated, looks, mark, limits }: ParityInput): StrategyParity {
  const mine = <T extends { readonly strategy: string; readonly symbol: string }>(list: readonly T[]): readonly T[] =>
    list.filter((one) => one.strategy === strategy && one.symbol === symbol);
  const [realFills, simulatedFills] = [mine(real.fills), mine(simulated.fills)];
  const { matches, missed, extra } = matchFills(realFills, simulatedFills, limits);
  const profit = {
    real: sum(realFills.map((fill) => worthOf(fill, fill.amount, mark))),
    simulated: sum(simulatedFills.map((fill) => worthOf(fill, fill.amount, mark))),
  };
  const gap: Record<GapCause, Decimal> = { queue: ZERO, latency: ZERO, 'missed-polls': ZERO, decisions: ZERO, price: ZERO, fees: ZERO };
  const [realOrders, simulatedOrders] = [mine(real.orders), mine(simulated.orders)];
  for (const { fill, amount } of extra) {
    const cause = causeOf(fill, realOrders, looks, limits.windowMs);
    gap[cause] = gap[cause].plus(worthOf(fill, amount, mark));
  }
  for (const { fill, amount } of missed) {
    const cause = causeOf(fill, simulatedOrders, looks, limits.windowMs);
    gap[cause] = gap[cause].minus(worthOf(fill, amount, mark));
  }
  for (const match of matches) {
    gap.price = gap.price.plus(priceGain(match));
    gap.fees = gap.fees.plus(feeShare(match.real, match.amount)).minus(feeShare(match.simulated, match.amount));
  }
  const matched = sum(matches.map(({ amount }) => amount));
  return {
    strategy,
    symbol,
    decisions: decisionParity(mine(real.decisions), mine(simulated.decisions), looks),
    fills: {
      real: realFills.length,
      simulated: simulatedFills.length,
      precision: shareOf(matched, simulatedFills),
      recall: shareOf(matched, realFills),
      priceErrorBps: priceErrorBps(matches),
      medianDelayMs: median(matches.map((match) => match.simulated.at - match.real.at)),
    },
    profit: { ...profit, difference: profit.simulated.minus(profit.real) },
    gap,
  };
}

/** What a fill, or a part of it, earns when it is valued at `mark`. */
function worthOf(fill: ParityFill, amount: Decimal, mark: Decimal): Decimal {
  const gain = fill.side === 'Buy' ? mark.minus(fill.price) : fill.price.minus(mark);
  return gain.times(amount).minus(feeShare(fill, amount));
}

function feeShare({ fee, amount: whole }: ParityFill, amount: Decimal): Decimal {
  return amount.eq(whole) ? fee : fee.times(amount).div(whole);
}

function priceGain({ real, simulated, amount }: FillMatch): Decimal {
  const better = real.side === 'Buy' ? real.price.minus(simulated.price) : simulated.price.minus(real.price);
  return better.times(amount);
}

function priceErrorBps(matches: readonly FillMatch[]): number {
  const value = sum(matches.map(({ real, amount }) => real.price.times(amount)));
  return value.isZero() ? 0 : sum(matches.map(priceGain)).div(value).times(10_000).toNumber();
}

function shareOf(matched: Decimal, fills: readonly ParityFill[]): number {
  const whole = sum(fills.map(({ amount }) => amount));
  return whole.isZero() ? 1 : matched.div(whole).toNumber();
}

function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO);
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
