import type { InterfaceName } from '../../contract/operation.ts';
import type { MoveKind } from '../../model/move.ts';

/** Whose account a kind of move takes from. */
export function interfaceOf(kind: MoveKind): InterfaceName {
  if (kind === 'page-refund') return 'hostedPage';
  return kind === 'payout' || kind === 'refund' ? 'processing' : 'exchange';
}
