import { assertEcho } from '../gateway/echo.ts';
import type { Journal } from '../model/journal.ts';
import { kindOf, type TransferKind } from './transferKinds.ts';
import type { TransferRequest } from './transferRequest.ts';

/**
 * Throws a `Fault` `echo-mismatch` when the venue's answer names the id of another one that is bound already, whatever else it says: an answer
 * that belongs to another request must not make two payments of ours one of the venue's.
 */
export async function assertUnbound({ kind, target }: TransferRequest, venueId: string | undefined, journal: Journal): Promise<void> {
  // Without an id of its own it has that of what it is about, and a venue may keep the id of an order that is replaced.
  if (kind.id === undefined || venueId === undefined || (kind.trades === true && target !== undefined)) return;
  for (const id of venueId.split(',')) {
    const holder = await holderOf(kind, id, journal);
    assertEcho(holder === undefined ? undefined : `the venue answered with another ${kind.what}: ${id} belongs to ${holder} already`);
  }
}

async function holderOf(kind: TransferKind, id: string, journal: Journal): Promise<string | undefined> {
  const transfer = (await journal.boundTo(id)).find((one) => sharesIds(kindOf(one), kind));
  if (transfer !== undefined) return `transfer ${transfer.id}`;
  if (kind.foundBy === 'conversions') return (await journal.converted([id]))[0]?.id;
  return kind.trades === true ? (await journal.order(id))?.intentId : undefined;
}

/** Whether two kinds get their ids from one counter of the venue: a batch may have the number of a withdrawal. */
function sharesIds(one: TransferKind, other: TransferKind): boolean {
  return one.foundBy === other.foundBy && one.id === other.id && one.trades === other.trades;
}
