import type { Instant } from '../../base/instant.ts';
import type { AddressEntry } from '../../model/addressEntry.ts';
import type { Destination, MoveRecord, MoveState } from '../../model/move.ts';
import type { BookEntry } from '../../policy/policyRequest.ts';
import type { PolicyRow } from './readPolicyRows.ts';

const NEVER_LEFT: readonly MoveState[] = ['refused', 'declined', 'canceled', 'expired'];

/** The payments of moves, oldest first, as a policy is asked about them: with what was known of their destinations when they were made. */
export function rowsOfMoves(moves: readonly MoveRecord[], entries: readonly AddressEntry[]): readonly PolicyRow[] {
  const proven = new Set<string>();
  return moves.flatMap(({ id, kind, initiator, createdAt, state, rows, progress }) =>
    rows.map(({ currency, amount, destination, conversion, target, terms }, i): PolicyRow => {
      const entry = entryAt(createdAt, destination, entries, proven);
      if (destination !== undefined && progress[i]?.state === 'completed') proven.add(keyOf(destination));
      const into = conversion === undefined ? undefined : target;
      const shared = { kind, currency, amount, fee: progress[i]?.fee, destination, into, entry, initiator };
      const request = { ...shared, link: terms?.refundFlow !== undefined, at: createdAt };
      const hasLeft = !NEVER_LEFT.includes(state) && progress[i]?.state !== 'declined' && progress[i]?.state !== 'not-sent';
      return { line: i + 1, move: id, hasLeft, request };
    }),
  );
}

/** The entry as it was then. */
function entryAt(
  at: Instant,
  destination: Destination | undefined,
  entries: readonly AddressEntry[],
  proven: ReadonlySet<string>,
): BookEntry | undefined {
  if (destination === undefined) return undefined;
  const key = keyOf(destination);
  const entry = entries.find((one) => keyOf(one.destination) === key && one.requestedAt <= at && (one.removedAt ?? Infinity) > at);
  if (entry === undefined) return undefined;
  const { name, labels, allowedFrom } = entry;
  const state = allowedFrom === undefined ? 'requested' : allowedFrom > at ? 'cooling' : 'allowed';
  return { name, labels, state, allowedFrom, isProven: proven.has(key) };
}

function keyOf({ currency, network, address, tag }: Destination): string {
  return JSON.stringify([currency, network, address, tag ?? null]);
}
