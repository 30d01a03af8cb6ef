import { type Decimal, ZERO } from '../base/decimal.ts';
import { isFault } from '../base/fault.ts';
import type { OwnOrders } from '../gateway/ownOrders.ts';
import type { Copies } from '../gateway/rowCopies.ts';
import type { BalanceLine } from '../ledger/balanceLines.ts';
import { executionPostings } from '../ledger/executionPostings.ts';

type Own = Pick<OwnOrders, 'copies' | 'lookAt' | 'settleExecutions'>;

/**
 * A row that stands twice in the list of trades counts once, though two executions may be alike to the last digit. Where the balances differ from
 * the ledger by just what the copies of one order would be, they are executions, and are booked. Answers how many were; 0 when the balances say
 * nothing of the kind, when they would fit more than one order, or when the venue does not answer.
 */
export async function bookProvenCopies(own: Own, lines: readonly BalanceLine[]): Promise<number> {
  const orderId = provenOrder(own.copies, lines);
  if (orderId === undefined) return 0;
  try {
    // What was read of it may be old by now: a page that had moved shows rows twice, too.
    await own.lookAt(orderId);
    if (provenOrder(own.copies, lines) !== orderId) return 0;
    return (await own.settleExecutions(orderId, 'as-listed')).newFills;
  } catch (error) {
    if (!isFault(error) || error.code === 'store' || error.code === 'internal') throw error;
    return 0;
  }
}

function provenOrder(all: ReadonlyMap<string, Copies>, lines: readonly BalanceLine[]): string | undefined {
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
