import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowState } from '../../../src/model/move.ts';
import { retryFailed } from '../../../src/treasury/batches/retryFailed.ts';
import { moveOf } from './builders.ts';

const ALL: readonly RowState[] = ['waiting', 'sending', 'sent', 'unknown', 'completed', 'declined', 'not-sent'];

describe('retryFailed', () => {
  it('makes rows of what is proven unsent, and names the rest that may still be paid', () => {
    const { rows, left } = retryFailed(moveOf(ALL));
    expect(rows.map(({ reference }) => reference)).toEqual(['INV-1-retry-1', 'INV-6-retry-1', 'INV-7-retry-1']);
    expect(left).toEqual([
      { reference: 'INV-2', state: 'sending' },
      { reference: 'INV-3', state: 'sent' },
      { reference: 'INV-4', state: 'unknown' },
    ]);
  });

  it('leaves out what waits while its move may still be sent', () => {
    expect(retryFailed(moveOf(['waiting', 'declined'], { state: 'sending' }))).toMatchObject({
      rows: [{ reference: 'INV-2-retry-1' }],
      left: [{ reference: 'INV-1', state: 'waiting' }],
    });
  });

  it("takes only the venue's own word of what was open in a backup", () => {
    const move = moveOf(['waiting', 'declined', 'declined'], { state: 'canceled', isOfBackup: true });
    const progress = move.progress.with(2, { ...move.progress[2]!, sentAt: 1 });
    expect(retryFailed({ ...move, progress })).toMatchObject({
      rows: [{ reference: 'INV-3-retry-1' }],
      left: [{ reference: 'INV-1' }, { reference: 'INV-2' }],
    });
  });

  it('gives the same references when it is done twice, and others for a retry of the retry', () => {
    const first = retryFailed(moveOf(['declined']));
    expect(retryFailed(moveOf(['declined']))).toEqual(first);
    const again = retryFailed(moveOf(['not-sent'], { rows: first.rows }));
    expect(again.rows.map(({ reference }) => reference)).toEqual(['INV-1-retry-2']);
  });

  it('never takes a row that may have been paid', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...ALL), { minLength: 1 }),
        fc.constantFrom('unknown', 'sent', 'completed', 'canceled'),
        (states, state) => {
          const move = moveOf(states, { state });
          const taken = new Set(retryFailed(move).rows.map(({ reference }) => reference.replace(/-retry-1$/, '')));
          for (const [at, row] of move.rows.entries()) {
            if (['sending', 'sent', 'unknown', 'completed'].includes(states[at]!)) expect(taken.has(row.reference)).toBe(false);
          }
        },
      ),
    );
  });
});
