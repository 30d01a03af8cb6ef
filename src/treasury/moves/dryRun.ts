import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { MoveKind, MoveRecord, MoveRow } from '../../model/move.ts';
import { type Duplicate, findDuplicates, type NewPayment, placeOf } from '../batches/findDuplicates.ts';
import type { Carriers, RowQuote } from './carrier.ts';
import type { AskedMove, MoveDecision, MovePolicy } from './moveDecision.ts';

export interface DryRunOptions {
  readonly carriers: Carriers;
  readonly policy: Pick<MovePolicy, 'decide'>;
  /** What may be withdrawn of each currency, by the venue. Undefined where the interface does not show it. */
  readonly available: (kind: MoveKind) => Promise<ReadonlyMap<string, Decimal> | undefined>;
  readonly at: Instant;
  /** Moves among which duplicates are looked for. */
  readonly earlier: readonly MoveRecord[];
}

export interface DryRow {
  readonly row: MoveRow;
  readonly quote: RowQuote;
}

/** A balance as it would be. */
export interface BalanceAfter {
  readonly currency: string;
  readonly leaves: Decimal;
  /** Undefined where the interface does not show its balances. */
  readonly before: Decimal | undefined;
  readonly after: Decimal | undefined;
}

/** What would come of a move. */
export interface DryRun {
  readonly rows: readonly DryRow[];
  readonly balances: readonly BalanceAfter[];
  readonly decision: MoveDecision;
  /** Payments that were made before, or seem to be. Their lines are numbers of rows, from 1 on. */
  readonly duplicates: readonly Duplicate[];
  /** Why it can't be done, by row. */
  readonly problems: readonly string[];
}

export async function dryRun(move: AskedMove, { carriers, policy, available, at, earlier }: DryRunOptions): Promise<DryRun> {
  const quotes = await carriers[move.kind].quote(move.rows);
  const rows = move.rows.map((row, i) => ({ row, quote: quotes[i]! }));
  const balances = balancesAfter(rows, await available(move.kind));
  const decision = await policy.decide(move, quotes, at);
  const duplicates = findDuplicates(newPayments(move), earlier, at);
  return { rows, balances, decision, duplicates, problems: [...problemsOf(rows), ...usedBefore(duplicates), ...shortOf(balances)] };
}

function balancesAfter(rows: readonly DryRow[], available: ReadonlyMap<string, Decimal> | undefined): readonly BalanceAfter[] {
  const leaving = new Map<string, Decimal>();
  for (const { row, quote } of rows) leaving.set(row.currency, (leaving.get(row.currency) ?? ZERO).plus(quote.leaves));
  return [...leaving].map(([currency, leaves]) => {
    const before = available === undefined ? undefined : (available.get(currency) ?? ZERO);
    return { currency, leaves, before, after: before?.minus(leaves) };
  });
}

function problemsOf(rows: readonly DryRow[]): readonly string[] {
  const of = (place: number): string => (rows.length === 1 ? '' : `row ${place + 1}: `);
  return rows.flatMap(({ quote: { problem } }, place) => (problem === undefined ? [] : [`${of(place)}${problem}`]));
}

function shortOf(balances: readonly BalanceAfter[]): readonly string[] {
  return balances
    .filter(({ after }) => after?.isNegative() === true && !after.isZero())
    .map(({ currency, leaves, before }) => `${leaves.toFixed()} ${currency} would leave, and ${before!.toFixed()} may be withdrawn`);
}

function newPayments({ kind, rows }: AskedMove): readonly NewPayment[] {
  return rows.flatMap((row, i) => {
    const destination = placeOf(kind, row);
    const { reference, amount, fiat, currency } = row;
    return destination === undefined ? [] : [{ line: i + 1, reference, destination, amount, fiat, currency }];
  });
}

function usedBefore(duplicates: readonly Duplicate[]): readonly string[] {
  return duplicates.flatMap(({ line, by, of }) =>
    by === 'reference' && 'move' in of ? [`row ${line}: its reference ${of.reference} was used before, by ${of.move}`] : [],
  );
}
