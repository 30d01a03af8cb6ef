import { describe, expect, it } from 'vitest';
import type { MoveState, RowState } from '../../src/model/move.ts';
import { moveStateOf, OPEN_MOVES } from '../../src/model/moveState.ts';

describe(moveStateOf, () => {
  it.each<[MoveState, readonly RowState[]]>([
    ['sending', ['waiting']],
    ['sending', ['completed', 'sending']],
    ['sending', ['waiting', 'sent', 'declined']],
    ['sent', ['sent', 'completed', 'declined']],
    ['unknown', ['unknown', 'waiting', 'completed']],
    ['completed', ['completed', 'completed']],
    ['partly-completed', ['completed', 'declined']],
    ['partly-completed', ['not-sent', 'completed']],
    ['declined', ['declined', 'not-sent']],
  ])('is %s with rows that are %s', (state, rows) => {
    expect(moveStateOf(rows.map((row) => ({ state: row })))).toBe(state);
  });

  it('is final only when each row is', () => {
    for (const row of ['waiting', 'sending', 'sent', 'unknown'] as const) expect(OPEN_MOVES).toContain(moveStateOf([{ state: row }]));
    for (const row of ['completed', 'declined', 'not-sent'] as const) expect(OPEN_MOVES).not.toContain(moveStateOf([{ state: row }]));
  });
});
