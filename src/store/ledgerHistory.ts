import { type Decimal, ZERO } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { conversionEntries } from '../ledger/conversionEntries.ts';
import { executionPostings } from '../ledger/executionPostings.ts';
import type { Fill } from '../model/fill.ts';
import type { LedgerCause, LedgerEntry, LedgerHistory, LedgerMovement, LedgerPosting } from '../model/ledger.ts';
import type { Session } from './connection.ts';
import { conversionOf, type ConversionRow } from './conversionLog.ts';
import { decimalOf } from './decimalText.ts';
import { type EntryRow, entryOf } from './entryRow.ts';
import { fillPage, type HistoryPlace } from './fillHistory.ts';

/** How many fills are read at once. */
const PAGE_ROWS = 20_000;

/** The causes of which the venue's histories name a fee. */
const WITH_FEES: ReadonlySet<LedgerCause> = new Set(['deposit', 'withdrawal']);

type Reading = Pick<Session, 'get' | 'all'>;

interface MarkRow {
  readonly last_fill: number;
  readonly last_conversion: number;
  /** Null of a ledger that began before this was kept. */
  readonly first_fill: number | null;
}

/** Gives all that the ledger has to `use`. Fills and conversions that its sums do not include yet are counted in. */
export async function withHistory<T>(session: Reading, use: (history: LedgerHistory) => Promise<T>): Promise<T> {
  const mark = (await session.get<MarkRow>('SELECT last_fill, last_conversion, first_fill FROM ledger_mark'))!;
  const entries = [
    ...(await session.all<EntryRow>('SELECT cause, reference, currency, amount, at, note FROM ledger_entry')).map(entryOf),
    ...(await newConversions(session, mark)),
  ];
  if (entries.length === 0 && mark.last_fill === 0 && mark.first_fill === null) throw notBegun();
  const beganAt = Math.max(...entries.filter(({ cause }) => cause === 'opening').map(({ at }) => at), Number.MIN_SAFE_INTEGER);
  const isBefore = ({ cause, at }: LedgerEntry): boolean => cause === 'opening' || at <= beganAt;
  const later = movementsOf(entries.filter((entry) => !isBefore(entry)));
  const first = mark.first_fill ?? 0;
  const movements = (): AsyncGenerator<LedgerMovement> => inOrder(later, fillMovements(session, { at: beganAt, seq: 0 }, first));
  const { sums, rounding } = await sumsOf(session, mark);
  const opening = new Map<string, Decimal>();
  if (mark.first_fill === null) {
    // What was logged after the ledger began, of a time before, can't be told from what was logged before: the sums tell what all of it was.
    for (const [currency, amount] of sums) opening.set(currency, amount);
    for await (const { postings } of movements()) for (const { currency, amount } of postings) add(opening, currency, amount.negated());
  } else {
    for (const { currency, amount } of entries.filter(isBefore)) add(opening, currency, amount);
    for await (const fill of fills(session, { at: Number.MIN_SAFE_INTEGER, seq: 0 }, beganAt, first)) {
      for (const { currency, amount } of postingsOf(fill)) add(opening, currency, amount);
    }
  }
  return use({ beganAt, opening, sums, rounding, movements });
}

function notBegun(): Fault {
  return new Fault('not-found', 'the ledger of this account has not begun', {
    suggestion: '`sluice reconcile` begins it with the balances of the venue; a daemon that trades does so too',
  });
}

function add(sums: Map<string, Decimal>, currency: string, amount: Decimal): void {
  sums.set(currency, amount.plus(sums.get(currency) ?? ZERO));
}

/** The entries of conversions that were logged and not posted yet. */
async function newConversions(session: Reading, { last_conversion: last }: MarkRow): Promise<readonly LedgerEntry[]> {
  const sql = `SELECT * FROM conversion WHERE seq > ?
    AND NOT EXISTS (SELECT 1 FROM ledger_entry WHERE cause = 'conversion' AND reference = conversion.id) ORDER BY seq`;
  return (await session.all<ConversionRow>(sql, last)).flatMap((row) => conversionEntries(conversionOf(row)));
}

/** The sums of the ledger, with what they do not include yet. */
async function sumsOf(
  session: Reading,
  mark: MarkRow,
): Promise<{ readonly sums: Map<string, Decimal>; readonly rounding: Map<string, Decimal> }> {
  const [sums, rounding] = [new Map<string, Decimal>(), new Map<string, Decimal>()];
  const rows = await session.all<{ cause: LedgerCause | 'rounding'; currency: string; amount: string }>(
    'SELECT cause, currency, amount FROM ledger_sum',
  );
  for (const { cause, currency, amount } of rows) {
    add(cause === 'rounding' ? rounding : sums, currency, decimalOf(amount, `the sum of ${cause} in ${currency}`));
  }
  for await (const fill of fills(session, { at: Number.MIN_SAFE_INTEGER, seq: 0 }, Number.MAX_SAFE_INTEGER, mark.last_fill)) {
    for (const { cause, currency, amount } of executionPostings(fill)) add(cause === 'rounding' ? rounding : sums, currency, amount);
  }
  for (const { currency, amount } of await newConversions(session, mark)) add(sums, currency, amount);
  return { sums, rounding };
}

/** Fills from a place on that were logged after `logged`, oldest first; those of the same time by their ids. */
async function* fills(session: Reading, from: HistoryPlace, until: Instant, logged: number): AsyncGenerator<Fill> {
  let place: HistoryPlace | undefined = from;
  let sameTime: Fill[] = [];
  while (place !== undefined) {
    const page: Awaited<ReturnType<typeof fillPage>> = await fillPage(session, place, until, PAGE_ROWS, logged);
    for (const fill of page.fills) {
      if (sameTime.length > 0 && sameTime[0]!.tradedAt !== fill.tradedAt) {
        yield* byId(sameTime);
        sameTime = [];
      }
      sameTime.push(fill);
    }
    place = page.next;
  }
  yield* byId(sameTime);
}

function byId(all: readonly Fill[]): readonly Fill[] {
  return all.length < 2 ? all : all.toSorted((a, b) => order(a.id, b.id));
}

async function* fillMovements(session: Reading, from: HistoryPlace, logged: number): AsyncGenerator<LedgerMovement> {
  for await (const fill of fills(session, from, Number.MAX_SAFE_INTEGER, logged)) {
    yield { cause: 'fill', id: fill.id, at: fill.tradedAt, postings: postingsOf(fill), fill, note: undefined };
  }
}

function postingsOf(fill: Fill): readonly LedgerPosting[] {
  return executionPostings(fill).filter((posting): posting is LedgerPosting => posting.cause !== 'rounding');
}

/** The entries of one cause and reference are one movement, and the fee of a deposit or withdrawal is part of it. */
function movementsOf(entries: readonly LedgerEntry[]): readonly LedgerMovement[] {
  const movements = new Map<string, LedgerMovement>();
  const moved = new Map(entries.filter(({ cause }) => WITH_FEES.has(cause)).map(({ reference, cause }) => [reference, cause]));
  for (const { cause: why, reference: id, currency, amount, at, note } of entries) {
    const cause = ((why === 'fee' ? moved.get(id) : undefined) ?? why) as LedgerMovement['cause'];
    const key = `${cause} ${id}`;
    const known = movements.get(key);
    const postings = [...(known?.postings ?? []), { cause: why, currency, amount }].filter((posting) => !posting.amount.isZero());
    movements.set(key, { cause, id, at: known?.at ?? at, postings, fill: undefined, note });
  }
  return [...movements.values()]
    .filter(({ postings }) => postings.length > 0)
    .map((movement) => ({ ...movement, postings: movement.postings.toSorted(byCurrency) }))
    .toSorted((a, b) => a.at - b.at || order(a.cause, b.cause) || order(a.id, b.id));
}

/** A fee comes after what it was taken for. */
function byCurrency(a: LedgerPosting, b: LedgerPosting): number {
  return order(a.currency, b.currency) || Number(a.cause === 'fee') - Number(b.cause === 'fee');
}

/** Entries come before executions of the same time. */
async function* inOrder(entries: readonly LedgerMovement[], executions: AsyncIterable<LedgerMovement>): AsyncGenerator<LedgerMovement> {
  let next = 0;
  for await (const execution of executions) {
    while (next < entries.length && entries[next]!.at <= execution.at) yield entries[next++]!;
    yield execution;
  }
  yield* entries.slice(next);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
