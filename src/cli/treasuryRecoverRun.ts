import { isoOf } from '../base/instant.ts';
import { systemClock } from '../base/systemClock.ts';
import { type RecoveredTreasury, recoverTreasury } from '../daemon/treasury/recoverTreasury.ts';
import type { Column } from './column.ts';
import { settingsOf } from './configFile.ts';
import { printRecord } from './print.ts';
import { say, type Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';

/** Rebuilds the treasury's database of the state directory. Undefined when it is whole. */
export async function recoverTreasuryOf(shell: Shell, sinceMs: number): Promise<RecoveredTreasury | undefined> {
  const settings = await settingsOf(shell);
  const { inTurn } = await import('../daemon/inTurn.ts');
  return inTurn(systemClock, () =>
    recoverTreasury({
      settings,
      env: shell.env,
      state: stateOf(shell, settings),
      accounts: shell.options.accounts,
      clock: systemClock,
      sinceMs,
      onProgress: (message) => say(shell, message),
    }),
  );
}

/** What a person must look at is said after the facts. */
export function printRecoveredTreasury(shell: Shell, found: RecoveredTreasury): void {
  printRecord<RecoveredTreasury>(shell, COLUMNS, found);
  for (const line of adviceOn(found)) say(shell, line);
}

/** What to look at, in the order in which it matters. */
export function adviceOn(found: RecoveredTreasury): readonly string[] {
  const {
    isEmpty,
    tornTables,
    readUntil,
    heldMoves,
    enteredMoves,
    coolingEntries,
    coolingUntil,
    policyVersion,
    lostPolicy,
    auditRow,
    unread,
  } = found;
  const after = readUntil === undefined ? 'at any time' : `after ${isoOf(readUntil)}`;
  const lines: string[] = [];
  if (isEmpty) lines.push('nothing was left of it: address book, policy, approvals and audit log are empty');
  if (tornTables.length > 0) lines.push(`rows are missing of ${tornTables.join(', ')}`);
  if (lostPolicy !== undefined) {
    lines.push(
      'the policy that was in force is lost, so nothing moves, by `sluice api` neither: publish that file anew with',
      '  `sluice treasury policy publish FILE`; its SHA-256 is',
      `  ${lostPolicy}`,
    );
  } else
    lines.push(
      policyVersion === undefined
        ? 'no policy is in force, so nothing moves: publish it anew with `sluice treasury policy publish FILE`'
        : `version ${policyVersion} of the policy is in force; one that was published ${after} is lost: see \`sluice treasury policy show\``,
    );
  if (coolingEntries > 0) {
    lines.push(
      `${coolingEntries} addresses wait until ${isoOf(coolingUntil!)}: what was removed ${after} is back in the book, so look with`,
      '  `sluice treasury book list` and remove with `sluice treasury book remove NAME --reason TEXT --yes`',
    );
  }
  if (heldMoves > 0) lines.push(`nothing more is sent of ${heldMoves} moves that were open: see \`sluice treasury list\``);
  if (enteredMoves > 0)
    lines.push(`${enteredMoves} moves were entered whose record was lost, asked for by \`recovered\`: see \`sluice treasury list\``);
  if (auditRow !== undefined)
    lines.push(
      `the audit log ends with row ${auditRow}; what came later is lost: \`sluice treasury audit verify --anchor FILE\` says how much`,
    );
  for (const name of unread) lines.push(`${name} was not compared: no account is named there`);
  return lines;
}

const COLUMNS: readonly Column<RecoveredTreasury>[] = [
  { key: 'database', value: ({ database }) => database },
  { key: 'kept', value: ({ kept }) => kept },
  { key: 'fromNothing', value: ({ isEmpty }) => (isEmpty ? 'yes' : 'no') },
  { key: 'wholeAt', kind: 'time', value: ({ wholeAt }) => wholeAt },
  { key: 'readUntil', kind: 'time', value: ({ readUntil }) => readUntil },
  { key: 'tornTables', value: ({ tornTables }) => tornTables.join(' ') },
  { key: 'heldMoves', kind: 'number', value: ({ heldMoves }) => heldMoves },
  { key: 'enteredMoves', kind: 'number', value: ({ enteredMoves }) => enteredMoves },
  { key: 'coolingEntries', kind: 'number', value: ({ coolingEntries }) => coolingEntries },
  { key: 'policyVersion', kind: 'number', value: ({ policyVersion }) => policyVersion },
  { key: 'auditRow', kind: 'number', value: ({ auditRow }) => auditRow },
];
