import { type Decimal, ZERO } from '../../../src/base/decimal.ts';
import { type Instant, isoOf } from '../../../src/base/instant.ts';
import type { AddressEntry } from '../../../src/model/addressEntry.ts';
import type { MoveRecord } from '../../../src/model/move.ts';
import type { Truth } from '../../../src/simulator/truth.ts';

/** What the treasury must have kept to, whatever became of its processes. */
export interface OutflowTerms {
  readonly windowMs: number;
  /** The most that may leave in a window, fees aside. */
  readonly limit: Decimal;
}

/** So long may a request be on its way: the venue's time of a payment may be later than the time at which it was allowed. */
const ON_ITS_WAY_MS = 60_000;

/**
 * Invariant 11, by the venue's hidden truth and what is on the disk: what leaves in a window keeps to the limit, it goes to destinations that
 * were allowed when it was sent, and an approved payment is paid once at most. Answers what is broken.
 */
export function brokenOutflows(
  { transactions }: Pick<Truth, 'transactions'>,
  moves: readonly MoveRecord[],
  book: readonly AddressEntry[],
  { windowMs, limit }: OutflowTerms,
): readonly string[] {
  const paid = transactions.filter(({ type, status }) => type === 'Send' && status !== 'Declined');
  const broken: string[] = [];
  for (const { createdAt, destinationAddress, net, referenceId } of paid) {
    const what = `${net.toFixed()} of ${isoOf(createdAt)} (${referenceId ?? 'without a reference'})`;
    const inWindow = paid.filter((one) => one.createdAt <= createdAt && one.createdAt > createdAt - windowMs + ON_ITS_WAY_MS);
    const sum = inWindow.reduce<Decimal>((total, one) => total.plus(one.net), ZERO);
    if (sum.gt(limit)) broken.push(`limit: with ${what}, ${sum.toFixed()} have left`);
    if (!book.some((entry) => entry.destination.address === destinationAddress && wasAllowed(entry, createdAt))) {
      broken.push(`destination: ${what} went to ${destinationAddress}`);
    }
    const rows = moves.flatMap((move) => move.rows.filter(({ reference }) => reference === referenceId));
    if (rows.length !== 1 || !rows[0]!.amount.eq(net)) broken.push(`order: ${what} was never approved`);
    if (paid.filter((one) => one.referenceId === referenceId).length > 1) broken.push(`once: ${what} was paid again`);
  }
  return broken;
}

function wasAllowed({ allowedFrom, removedAt }: AddressEntry, at: Instant): boolean {
  return allowedFrom !== undefined && at >= allowedFrom && (removedAt === undefined || at <= removedAt + ON_ITS_WAY_MS);
}
