import type { MoveRecord, MoveRow, RowState } from '../../model/move.ts';
import { wasNeverSent } from './wasNeverSent.ts';

/** A new batch of what has failed of an old one, and what is left out of it. */
export interface Retry {
  readonly rows: readonly MoveRow[];
  /** Rows that may have been paid, or may still be. */
  readonly left: readonly { readonly reference: string; readonly state: RowState }[];
}

/**
 * The rows of a move that are proven unsent, each with a new reference: the venue never takes one twice. The same row always gets the same
 * one, so that a batch that is tried again twice is refused the second time. A row that is unknown, on its way or paid is never among them.
 */
export function retryFailed(move: MoveRecord): Retry {
  const failed = move.rows.filter((_, place) => wasNeverSent(move, place));
  return {
    rows: failed.map((row) => ({ ...row, reference: nextReference(row.reference) })),
    left: move.rows.flatMap(({ reference }, place) => {
      const { state } = move.progress[place]!;
      return state === 'completed' || wasNeverSent(move, place) ? [] : [{ reference, state }];
    }),
  };
}

/** `INV-17` becomes `INV-17-retry-1`, and that `INV-17-retry-2`. */
function nextReference(reference: string): string {
  const [, base, number] = /^(.*)-retry-(\d{1,6})$/s.exec(reference) ?? [undefined, reference, '0'];
  return `${base}-retry-${Number(number) + 1}`;
}
