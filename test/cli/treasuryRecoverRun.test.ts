import { describe, expect, it } from 'vitest';
import { adviceOn } from '../../src/cli/treasuryRecoverRun.ts';
import type { RecoveredTreasury } from '../../src/daemon/treasury/recoverTreasury.ts';

const AT = Date.UTC(2026, 10, 20);
const FOUND: RecoveredTreasury = {
  database: '/state/treasury.sqlite',
  kept: '/state/kept',
  isEmpty: false,
  wholeAt: AT,
  tornTables: [],
  readUntil: AT - 1000,
  heldMoves: 0,
  enteredMoves: 0,
  coolingEntries: 0,
  coolingUntil: undefined,
  policyVersion: 3,
  lostPolicy: undefined,
  auditRow: 17,
  unread: [],
};

describe(adviceOn, () => {
  it('says what may be missing, and from when on', () => {
    expect(adviceOn(FOUND)).toEqual([
      'version 3 of the policy is in force; one that was published after 2026-11-19T23:59:59.000Z is lost: see `sluice treasury policy show`',
      'the audit log ends with row 17; what came later is lost: `sluice treasury audit verify --anchor FILE` says how much',
    ]);
  });

  it('names the policy that was in force and is lost, by its hash', () => {
    expect(adviceOn({ ...FOUND, policyVersion: undefined, lostPolicy: 'ab12' }).join('\n')).toContain('its SHA-256 is\n  ab12');
  });

  it('names everything that a person must look at', () => {
    const text = adviceOn({
      ...FOUND,
      readUntil: undefined,
      tornTables: ['move_row', 'audit'],
      heldMoves: 2,
      enteredMoves: 4,
      coolingEntries: 5,
      coolingUntil: AT,
      unread: ['hostedPage'],
    }).join('\n');
    for (const words of [
      'rows are missing of move_row, audit',
      'published at any time is lost',
      '5 addresses wait until',
      'nothing more is sent of 2 moves',
      '4 moves were entered',
      'hostedPage was not compared',
    ])
      expect(text).toContain(words);
  });

  it('says that nothing moves where nothing was left', () => {
    const lines = adviceOn({ ...FOUND, isEmpty: true, policyVersion: undefined, auditRow: undefined, readUntil: undefined });
    expect(lines[0]).toContain('nothing was left of it');
    expect(lines[1]).toContain('no policy is in force, so nothing moves');
  });
});
