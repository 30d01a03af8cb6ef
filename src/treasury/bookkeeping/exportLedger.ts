import { type Decimal, ZERO } from '../../base/decimal.ts';
import { Fault } from '../../base/fault.ts';
import { DAY_MS, type Instant, isoOf } from '../../base/instant.ts';
import type { LedgerHistory, LedgerMovement } from '../../model/ledger.ts';
import { dayNamer } from '../statements/monthRange.ts';
import { type Accounts, accountFor } from './accounts.ts';
import type { Assertion, BookFormat } from './bookFormat.ts';
import { bookTransaction, type BookTransaction, openingTransaction } from './bookTransaction.ts';
import { type GainsOptions, gainsOf } from './gains.ts';
import { movementKey } from './movementKey.ts';

export interface ExportOptions {
  readonly format: BookFormat;
  /** From then on; what was before is in the opening balances. Default is the beginning of the books. */
  readonly from: Instant | undefined;
  /** Before then. Default is everything. */
  readonly to: Instant | undefined;
  readonly zone: string;
  readonly accounts: Accounts;
  /** The currency of the person who keeps the books. */
  readonly currency: string;
  /** Books the gains. */
  readonly gains: Omit<GainsOptions, 'currency'> | undefined;
}

/**
 * Writes the books piece by piece: a transaction for each id of the venue, in a fixed order, with what the wallet must have at the end of each
 * month and at the end. The same books give the same bytes. The last assertion is of the sums that the ledger keeps beside its rows, so that a
 * row that was changed is found by whatever checks the export.
 */
export async function* exportLedger(history: LedgerHistory, options: ExportOptions): AsyncGenerator<string> {
  const { to = Infinity, zone, format, currency } = options;
  const from = Math.max(options.from ?? -Infinity, history.beganAt);
  if (from >= to) {
    throw new Fault('not-found', `the books begin on ${isoOf(history.beganAt)}, and nothing is before ${isoOf(to)}`, {
      suggestion: 'name a later --to',
    });
  }
  const gains = options.gains === undefined ? undefined : await gainsOf(history, { ...options.gains, currency });
  const written = (movement: LedgerMovement): BookTransaction =>
    bookTransaction(movement, { ...options, gain: gains?.get(movementKey(movement)) });
  const opening = await balancesAt(history, from);
  const beginning = openingTransaction(from, opening, options.accounts);
  const [accounts, currencies] = [new Set<string>(), new Set([currency])];
  const note = ({ postings }: BookTransaction): void => {
    for (const posting of postings) {
      accounts.add(posting.account);
      currencies.add(posting.currency);
    }
  };
  note(beginning);
  for await (const movement of history.movements()) if (movement.at >= from && movement.at < to) note(written(movement));
  const dayOf = dayNamer(zone);
  yield format.heading({ day: dayOf(from), accounts: [...accounts].toSorted(), currencies: [...currencies].toSorted(), currency });
  if (beginning.postings.length > 0) yield format.transaction(dayOf(from), beginning);

  const balances = new Map(opening);
  let day = dayOf(from);
  const assertions = (): string => format.assertions(day, dayAfter(day), assertionsOf(balances, options.accounts));
  for await (const movement of history.movements()) {
    if (movement.at < from || movement.at >= to) continue;
    const today = dayOf(movement.at);
    if (today.slice(0, 7) !== day.slice(0, 7)) yield atMonthEnd(format, day, balances, options.accounts);
    day = today;
    for (const { currency: each, amount } of movement.postings) balances.set(each, amount.plus(balances.get(each) ?? ZERO));
    yield format.transaction(day, written(movement));
  }
  if (options.to === undefined)
    for (const each of new Set([...balances.keys(), ...history.sums.keys()])) balances.set(each, history.sums.get(each) ?? ZERO);
  yield assertions();
}

/** What the wallet has right before a time. */
async function balancesAt(history: LedgerHistory, at: Instant): Promise<ReadonlyMap<string, Decimal>> {
  const balances = new Map(history.opening);
  if (at <= history.beganAt) return balances;
  for await (const movement of history.movements()) {
    if (movement.at >= at) break;
    for (const { currency, amount } of movement.postings) balances.set(currency, amount.plus(balances.get(currency) ?? ZERO));
  }
  return balances;
}

function atMonthEnd(format: BookFormat, day: string, balances: ReadonlyMap<string, Decimal>, accounts: Accounts): string {
  const last = lastOfMonth(day);
  return format.assertions(last, dayAfter(last), assertionsOf(balances, accounts));
}

/** One for each account and currency. Where several currencies are in one account, each has its own. */
function assertionsOf(balances: ReadonlyMap<string, Decimal>, accounts: Accounts): readonly Assertion[] {
  return [...balances]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => ({ account: accountFor(accounts, 'wallet', currency), currency, amount }));
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}

function lastOfMonth(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
