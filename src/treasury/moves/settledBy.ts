import type { MoveRow, RowProgress } from '../../model/move.ts';
import type { HistoryRow } from '../transferReads.ts';
import { otherDestination } from './otherDestination.ts';

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
      : otherDestination(destination, { address: destinationAddress, network: networkCode, tag: destinationAdditionalAddress });
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
