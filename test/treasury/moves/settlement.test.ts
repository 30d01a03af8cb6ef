import { describe, expect, it } from 'vitest';
import type { MoveRecord } from '../../../src/model/move.ts';
import { assertMaySettle, type Settlement } from '../../../src/treasury/moves/settlement.ts';
import { aMove } from '../approvals/moves.ts';

const record = { ...aMove({ initiator: 'anna' }), signedWith: 'key-1' } as unknown as MoveRecord;
const by = (person: string, key: string): Settlement =>
  ({ move: record.id, row: 1, state: 'declined', reason: 'x', person, signed: { key, signature: '' } }) as const;

describe(assertMaySettle, () => {
  it('who has asked does not settle it under the name that a later policy gives them, as long as somebody else could', () => {
    const keys = new Map([
      ['ann', ['key-1', 'key-2']],
      ['ben', ['key-3']],
    ]);
    for (const key of ['key-1', 'key-2'])
      expect(() => assertMaySettle(record, by('ann', key), keys)).toThrow(/anna has asked for W-\w+, and who asks does not settle/);
    expect(() => assertMaySettle(record, by('ben', 'key-3'), keys)).not.toThrow();
  });

  it('settles it where nobody else has a key, under the new name too', () => {
    const alone = new Map([
      ['ann', ['key-1']],
      ['robot', []],
    ]);
    expect(() => assertMaySettle(record, by('ann', 'key-1'), alone)).not.toThrow();
  });
});
