import { type Decimal, ZERO } from '../base/decimal.ts';
import { isFault } from '../base/fault.ts';
import { HOUR_MS } from '../base/instant.ts';
import type { OwnOrders } from '../gateway/ownOrders.ts';
import type { Copies } from '../gateway/rowCopies.ts';
import type { BalanceLine } from '../ledger/balanceLines.ts';
import { executionPostings } from '../ledger/executionPostings.ts';

type Own = Pick<OwnOrders, 'copies' | 'reread' | 'bookCopies'>;

/** An execution that shows late is the likelier cause: so far back it is looked for first. */
const REREAD_MS = HOUR_MS;

/**
 * A row that stands twice in the list of trades counts once, though two executions may be alike to the last digit. Where the balances have long
 * differed from the ledger by just what the copies of one order would be, they are executions, and are booked. Answers how many were; 0 when the
 * balances say nothing of the kind, when they would fit more than one order, or when the venue does not answer.
 *
 * `compare` compares the balances with the ledger as it is by then, in those currencies that have differed by one amount for long enough.
 */
export async function bookProvenCopies(own: Own, compare: () => Promise<readonly BalanceLine[]>): Promise<number> {
  const orderId = provenOrder(own.copies, await compare());
  if (orderId === undefined) return 0;
  try {
    const late = await own.reread(REREAD_MS);
    if (late.booked > 0) return late.booked;
    // What was read of it may be old by now: a page that had moved shows rows twice, too, and what is booked meanwhile may be the cause.
    return await own.bookCopies(orderId, async () => provenOrder(own.copies, await compare()) === orderId);
  } catch (error) {
    if (!isFault(error) || error.code === 'store' || error.code === 'internal') throw error;
    return 0;
  }
}

function provenOrder(all: ReadonlyMap<string, Copies>, lines: readonly BalanceLine[]): string | undefined {
  if (all.size === 0 || lines.length === 0) return undefined;
  const proven = [...all].filter(([, copies]) => explains(copies, lines));
  return proven.length === 1 ? proven[0]![0] : undefined;
}

/** Whether they are just what every currency that they touch differs by. What was executed before the ledger began is in it already. */
function explains({ executions }: Copies, lines: readonly BalanceLine[]): boolean {
  const postings = executions.flatMap((execution) => executionPostings(execution));
  const sums = new Map<string, { amount: Decimal; rounding: Decimal }>();
  for (const { cause, currency, amount } of postings) {
    const sum = sums.get(currency) ?? { amount: ZERO, rounding: ZERO };
    sums.set(
      currency,
      cause === 'rounding' ? { ...sum, rounding: sum.rounding.plus(amount) } : { ...sum, amount: sum.amount.plus(amount) },
    );
  }
  return [...sums].every(([currency, { amount, rounding }]) => {
    const line = lines.find((one) => one.currency === currency);
    if (line === undefined || line.isExplained || executions.some(({ tradedAt }) => tradedAt <= (line.beganAt ?? -Infinity))) return false;
    return line.difference.minus(amount).abs().lte(line.tolerance.plus(rounding));
  });
}
