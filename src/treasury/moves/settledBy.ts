import type { MoveRow, RowProgress } from '../../model/move.ts';
import { isSameAddress } from '../../model/plainAddress.ts';
import type { HistoryRow } from '../transferReads.ts';

/**
 * What the venue's history says of a payment that it has taken. One that it shows with another destination is unknown again: a person
 * must look (000 Crypto transaction).
 */
export function settledBy({ destination }: MoveRow, sent: RowProgress, shown: HistoryRow | undefined): RowProgress {
  if (shown === undefined) return sent;
  const { id: venueId, status, fee, networkTransactionId, networkCode, destinationAddress, destinationAdditionalAddress } = shown;
  const known = { ...sent, venueId, fee: fee ?? sent.fee };
  const other =
    destination === undefined
      ? undefined
      : (differs('address', destination.address, destinationAddress, isSameAddress) ??
        differs('network', destination.network, networkCode, isSameCode) ??
        differs('tag', destination.tag ?? '', destinationAdditionalAddress ?? undefined, isSameText));
  if (other !== undefined)
    return { ...known, state: 'unknown', evidence: `the venue shows ${venueId} with ${other}: ask the venue at once` };
  switch (status.toLowerCase()) {
    case 'completed':
      return { ...known, state: 'completed', evidence: `completed${networkTransactionId ? ` as ${networkTransactionId}` : ''}` };
    case 'declined':
      return { ...known, state: 'declined', evidence: `the venue declined ${venueId}` };
    default:
      return { ...known, evidence: status.toLowerCase() };
  }
}

function differs(
  what: string,
  asked: string,
  shown: string | undefined,
  isSame: (asked: string, shown: string) => boolean,
): string | undefined {
  if (shown === undefined || shown === '' || isSame(asked, shown)) return undefined;
  return `the ${what} ${shown} and not ${asked === '' ? 'none' : asked}`;
}

function isSameCode(asked: string, shown: string): boolean {
  return asked.toLowerCase() === shown.toLowerCase();
}

function isSameText(asked: string, shown: string): boolean {
  return asked === shown;
}
