import { type Decimal, minDecimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Fill } from '../model/fill.ts';
import type { FillLog, StateStore } from '../model/journal.ts';
import { currenciesOf } from '../model/pair.ts';

/** What was bought or sold, in base currency, and what that came to in quote currency. Fees in one of the two are in it. */
export interface TradedSum {
  readonly amount: Decimal;
  readonly value: Decimal;
}

/** What a recovery has booked in a pair and what is in no strategy's position yet. */
export interface OwnerlessTrades {
  readonly symbol: string;
  /** When it was recovered. */
  readonly since: Instant;
  readonly bought: TradedSum;
  readonly sold: TradedSum;
}

type Memory = { readonly state: StateStore; readonly fillLog: Pick<FillLog, 'fills' | 'entriesSince'> };

/** The scope in the state store that names the pairs in which a recovery has booked executions that belong to no strategy. */
const SCOPE = 'ownerless';
const OVER = '';
const NOTHING: TradedSum = { amount: ZERO, value: ZERO };

/** When a pair was recovered, and the times of the first and the last execution that belonged to no strategy. */
interface Noted {
  readonly at: Instant;
  readonly from: Instant;
  readonly to: Instant;
}

/** Notes which executions a recovery has booked without a strategy: they are told until somebody has them. */
export async function noteOwnerless(state: StateStore, fills: readonly Fill[], at: Instant): Promise<void> {
  const before = await noted(state);
  const ownerless = fills.filter(({ strategy }) => strategy === undefined);
  for (const [symbol, rows] of Map.groupBy(ownerless, (fill) => fill.symbol)) {
    const times = rows.map(({ tradedAt }) => tradedAt);
    const earlier = before.get(symbol) ?? { at, from: Infinity, to: 0 };
    const all: Noted = { at: earlier.at, from: Math.min(earlier.from, ...times), to: Math.max(earlier.to, ...times) };
    await state.save(SCOPE, symbol, JSON.stringify(all));
  }
}

/** Nothing more is told of a pair. */
export async function leaveOwnerless(state: StateStore, symbol: string): Promise<void> {
  await state.save(SCOPE, symbol, OVER);
}

/**
 * What recoveries have booked and what belongs to no strategy yet, by pair. It gets less by orders that are given to a strategy, and by
 * corrections of positions in that pair since the recovery.
 */
export async function ownerlessTrades({ state, fillLog }: Memory): Promise<readonly OwnerlessTrades[]> {
  const left: OwnerlessTrades[] = [];
  for (const [symbol, { at, from, to }] of await noted(state)) {
    const fills = (await fillLog.fills({ symbol, from, to })).map(({ fill }) => fill).filter(({ strategy }) => strategy === undefined);
    const entries = (await fillLog.entriesSince(at)).filter((entry) => entry.symbol === symbol && entry.cause === 'correction');
    const entered = (sign: 1 | -1): Decimal => {
      return entries.reduce((sum, { amount }) => (amount.times(sign).isPositive() ? sum.plus(amount.abs()) : sum), ZERO);
    };
    const bought = without(sumOf(fills, 'Buy'), entered(1));
    const sold = without(sumOf(fills, 'Sell'), entered(-1));
    if (bought.amount.gt(0) || sold.amount.gt(0)) left.push({ symbol, since: at, bought, sold });
  }
  return left;
}

function sumOf(fills: readonly Fill[], side: Fill['side']): TradedSum {
  const sign = side === 'Buy' ? 1 : -1;
  return fills.reduce(({ amount, value }, fill) => {
    if (fill.side !== side) return { amount, value };
    const { base, quote } = currenciesOf(fill.symbol) ?? {};
    const ofBase = fill.feeCurrency === base ? fill.fee.times(sign) : ZERO;
    const ofQuote = fill.feeCurrency === quote ? fill.fee.times(sign) : ZERO;
    return { amount: amount.plus(fill.amount).minus(ofBase), value: value.plus(fill.price.times(fill.amount)).plus(ofQuote) };
  }, NOTHING);
}

/** What is left at the same average price. */
function without({ amount, value }: TradedSum, entered: Decimal): TradedSum {
  const left = amount.minus(minDecimal(amount, entered));
  return left.isZero() ? NOTHING : { amount: left, value: value.times(left).div(amount) };
}

async function noted(state: StateStore): Promise<ReadonlyMap<string, Noted>> {
  const rows = Object.entries(await state.load(SCOPE)).filter(([, value]) => value !== OVER);
  return new Map(rows.map(([symbol, value]) => [symbol, JSON.parse(value) as Noted]));
}
