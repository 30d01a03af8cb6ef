import { ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Posting } from '../ledger/executionPostings.ts';
import { OPENING } from '../ledger/opening.ts';
import type { LedgerEntry } from '../model/ledger.ts';
import type { Session } from './connection.ts';

const BEGINNINGS = "SELECT currency, at FROM ledger_entry WHERE cause = 'opening' AND reference = ?";

type Moved = Pick<Posting, 'currency' | 'amount'>;

/** By currency, until when what was done is in its opening balance. */
export async function beginnings(session: Pick<Session, 'all'>): Promise<ReadonlyMap<string, Instant>> {
  const rows = await session.all<{ currency: string; at: Instant }>(BEGINNINGS, OPENING);
  return new Map(rows.map(({ currency, at }) => [currency, at]));
}

/** What was traded before the ledger began is in its opening balances already, however late it shows: the entries take it off them. */
export function takenOff(
  reference: string,
  at: Instant,
  moved: readonly Moved[],
  began: ReadonlyMap<string, Instant>,
): readonly LedgerEntry[] {
  const currencies = [...new Set(moved.map(({ currency }) => currency))].filter((currency) => at <= (began.get(currency) ?? -Infinity));
  return currencies.map((currency) => {
    const amount = moved.reduce((sum, one) => (one.currency === currency ? sum.minus(one.amount) : sum), ZERO);
    return { cause: 'opening', reference, currency, amount, at, note: 'traded before the ledger began, and shown later' };
  });
}
