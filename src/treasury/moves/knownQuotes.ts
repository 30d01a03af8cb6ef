import { ZERO } from '../../base/decimal.ts';
import type { MoveRecord } from '../../model/move.ts';
import type { RowQuote } from './carrier.ts';

/** What the payments of a move take, by the fees that are known: the venue is not asked anew before each draft. */
export function knownQuotes({ rows, progress }: Pick<MoveRecord, 'rows' | 'progress'>): readonly RowQuote[] {
  return rows.map(({ amount, currency }, place) => {
    const { fee } = progress[place]!;
    return { leaves: amount.plus(fee ?? ZERO), fee, receives: undefined, receivesCurrency: currency, problem: undefined };
  });
}
