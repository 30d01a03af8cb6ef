import type { Decimal } from '../../base/decimal.ts';
import { type Instant, isoOf } from '../../base/instant.ts';
import type { LedgerCause, LedgerMovement, LedgerPosting } from '../../model/ledger.ts';
import { currenciesOf } from '../../model/pair.ts';
import { type Accounts, accountFor } from './accounts.ts';
import { movementKey } from './movementKey.ts';

/** One account gains so much. `price`: what one of it costs; `total`: what all of it costs. */
export interface BookPosting {
  readonly account: string;
  readonly amount: Decimal;
  readonly currency: string;
  readonly price?: { readonly amount: Decimal; readonly currency: string; readonly of: 'one' | 'total' };
}

/** A transaction of double entry: its postings add up to nothing at their prices. */
export interface BookTransaction {
  readonly at: Instant;
  /** Unique in the books. */
  readonly id: string;
  readonly description: string;
  /** What else is known of it, by name. */
  readonly tags: Readonly<Record<string, string>>;
  readonly postings: readonly BookPosting[];
}

const COUNTERS: Readonly<Record<LedgerCause, keyof Accounts>> = {
  opening: 'opening',
  fill: 'adjustments',
  fee: 'fees',
  conversion: 'adjustments',
  deposit: 'deposits',
  withdrawal: 'withdrawals',
  payment: 'payments',
  adjustment: 'adjustments',
};

export interface TransactionOptions {
  readonly accounts: Accounts;
  /** The currency in which prices are given where one of two is it. */
  readonly currency: string;
  /** What was gained by the movement. */
  readonly gain: Decimal | undefined;
}

/** The transaction of a movement: one for each id of the venue. */
export function bookTransaction(movement: LedgerMovement, { accounts, currency: home, gain }: TransactionOptions): BookTransaction {
  const { at, fill, note } = movement;
  const traded = movement.postings.filter(({ cause }) => cause === 'fill' || cause === 'conversion');
  const others = movement.postings.filter((posting) => !traded.includes(posting) || traded.length !== 2);
  const postings = [
    ...(traded.length === 2 ? tradePostings(movement, traded as [LedgerPosting, LedgerPosting], accounts, home) : []),
    ...others.flatMap((posting) => plainPostings(posting, accounts)),
    ...(gain === undefined ? [] : gainPostings(gain, accounts, home)),
  ];
  const id = movementKey(movement);
  const known = { id, at: isoOf(at), order: fill?.orderId, strategy: fill?.strategy, tag: fill?.tag, note };
  const tags = Object.fromEntries(
    Object.entries(known).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
  return { at, id, description: descriptionOf(movement), tags, postings };
}

/** Opening balances: what the wallet had when the books, or this export of them, begin. */
export function openingTransaction(at: Instant, balances: ReadonlyMap<string, Decimal>, accounts: Accounts): BookTransaction {
  const postings = [...balances]
    .filter(([, amount]) => !amount.isZero())
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([currency, amount]) => plainPostings({ cause: 'opening', currency, amount }, accounts));
  return { at, id: 'opening', description: 'Opening balances', tags: { id: 'opening', at: isoOf(at) }, postings };
}

/** The price stands at the currency that is bought or sold; of a conversion, at the one that is not the home currency. */
function tradePostings(
  { fill }: LedgerMovement,
  [a, b]: readonly [LedgerPosting, LedgerPosting],
  accounts: Accounts,
  home: string,
): readonly BookPosting[] {
  const base = fill === undefined ? undefined : currenciesOf(fill.symbol)?.base;
  const isFirst = base === undefined ? a.currency !== home && (b.currency === home || a.amount.gt(0)) : a.currency === base;
  const [priced, other] = isFirst ? [a, b] : [b, a];
  const price =
    fill === undefined
      ? ({ amount: other.amount.abs(), currency: other.currency, of: 'total' } as const)
      : ({ amount: fill.price, currency: other.currency, of: 'one' } as const);
  return [{ ...walletPosting(priced, accounts), price }, walletPosting(other, accounts)];
}

function plainPostings(posting: LedgerPosting, accounts: Accounts): readonly BookPosting[] {
  const { cause, currency, amount } = posting;
  return [
    { account: accountFor(accounts, COUNTERS[cause], currency), currency, amount: amount.negated() },
    walletPosting(posting, accounts),
  ];
}

function walletPosting({ currency, amount }: LedgerPosting, accounts: Accounts): BookPosting {
  return { account: accountFor(accounts, 'wallet', currency), currency, amount };
}

function gainPostings(gain: Decimal, accounts: Accounts, currency: string): readonly BookPosting[] {
  return [
    { account: accountFor(accounts, 'gains', currency), currency, amount: gain.negated() },
    { account: accountFor(accounts, 'gainsAgainst', currency), currency, amount: gain },
  ];
}

function descriptionOf({ cause, fill, postings }: LedgerMovement): string {
  if (fill !== undefined) return fill.amount.isZero() ? `Fee of ${fill.symbol}` : `${fill.side} ${fill.symbol}`;
  if (cause === 'conversion') {
    const [to, from] = [postings.find(({ amount }) => amount.gt(0)), postings.find(({ amount }) => amount.lt(0))];
    return `Conversion${from === undefined ? '' : ` of ${from.currency}`}${to === undefined ? '' : ` into ${to.currency}`}`;
  }
  return `${cause[0]!.toUpperCase()}${cause.slice(1)} of ${[...new Set(postings.map(({ currency }) => currency))].join(', ')}`;
}
