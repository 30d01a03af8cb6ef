import type { DryRunReport, MoveReport, RowReport } from '../treasury/moves/moveReport.ts';
import type { Column } from './column.ts';
import { printJson, printRows } from './print.ts';
import { say, type Shell } from './shell.ts';
import { tableOf } from './table.ts';

/** Prints what would come of a move: every row, the balances, and what the policy says. */
export function printDryRun(shell: Shell, to: Shell['out'], report: DryRunReport): void {
  const { output } = shell.options;
  if (output === 'json' || output === 'ndjson') return printJson(shell, report);
  if (output !== 'table') return printRows(shell, DRY_COLUMNS, report.rows);
  const { rows, balances, verdict, rule, policyVersion, why, needs, problems, duplicates } = report;
  to.write(tableOf(DRY_COLUMNS, rows.slice(0, MOST_ROWS), to));
  if (rows.length > MOST_ROWS) to.write(`... and ${rows.length - MOST_ROWS} more; -o csv shows all\n`);
  for (const { currency, leaves, before, after } of balances) {
    to.write(`${currency}: ${leaves} leaves${before === null ? '' : `, ${before} may be withdrawn, ${after} afterwards`}\n`);
  }
  to.write(`policy ${policyVersion}, rule "${rule}": ${VERDICTS[verdict]}${needs.length === 0 ? '' : `, ${needs.join(' and ')}`}\n`);
  for (const reason of why) to.write(`  ${reason}\n`);
  for (const duplicate of duplicates) to.write(`seems to be paid already: ${duplicate}\n`);
  for (const problem of problems) to.write(`problem: ${problem}\n`);
}

/** Prints beside what is signed what a move would cost and bring now, for whoever approves it. */
export function printOutlook(shell: Shell, now: DryRunReport | null): void {
  if (now === null) return say(shell, 'the venue could not be asked for the fee and what arrives');
  if (shell.options.output !== 'table') return;
  say(shell, 'as the venue and the policy say now, which is not signed:');
  printDryRun(shell, shell.err, now);
}

/** Prints where a move stands. */
export function printMove(shell: Shell, move: MoveReport): void {
  const { output } = shell.options;
  if (output === 'json' || output === 'ndjson') return printJson(shell, move);
  if (output !== 'table') return printRows(shell, ROW_COLUMNS, move.rows);
  const { id, kind, state, initiator, createdAt, expiresAt, rule, policyVersion, evidence, approvals, rows } = move;
  shell.out.write(`${id}  ${kind}  ${state}${evidence === null ? '' : `: ${evidence}`}\n`);
  shell.out.write(`asked for by ${initiator} at ${createdAt}; rule "${rule}" of policy ${policyVersion}\n`);
  if (expiresAt !== null)
    shell.out.write(`approvals until ${expiresAt}: ${approvals.map(({ person }) => person).join(', ') || 'none yet'}\n`);
  shell.out.write(tableOf(ROW_COLUMNS, rows.slice(0, MOST_ROWS), shell.out));
  if (rows.length > MOST_ROWS) shell.out.write(`... and ${rows.length - MOST_ROWS} more; -o csv shows all\n`);
}

/** Prints a line for each move. */
export function printMoves(shell: Shell, moves: readonly MoveReport[]): void {
  const { output } = shell.options;
  if (output === 'json' || output === 'ndjson') return printJson(shell, moves);
  printRows(shell, MOVE_COLUMNS, moves);
}

const MOST_ROWS = 50;
const VERDICTS = { allow: 'allowed', approve: 'needs approval', deny: 'REFUSED' } as const;

const DRY_COLUMNS: readonly Column<DryRunReport['rows'][number]>[] = [
  { key: 'row', value: ({ row }) => row },
  { key: 'to', value: ({ to, address }) => to ?? address },
  { key: 'amount', value: ({ amount }) => amount },
  { key: 'currency', value: ({ currency }) => currency },
  { key: 'network', value: ({ network }) => network },
  { key: 'fee', value: ({ fee }) => fee },
  { key: 'leaves', value: ({ leaves }) => leaves },
  { key: 'receives', value: ({ receives }) => receives },
  { key: 'receivesCurrency', title: 'IN', value: ({ receivesCurrency }) => receivesCurrency },
  { key: 'problem', value: ({ problem }) => problem },
];

const ROW_COLUMNS: readonly Column<RowReport>[] = [
  { key: 'row', value: ({ row }) => row },
  { key: 'to', value: ({ to, address }) => to ?? address },
  { key: 'amount', value: ({ amount }) => amount },
  { key: 'currency', value: ({ currency }) => currency },
  { key: 'brings', value: ({ brings }) => brings },
  { key: 'fee', value: ({ fee }) => fee },
  { key: 'state', value: ({ state }) => state },
  { key: 'venueId', value: ({ venueId }) => venueId },
  { key: 'evidence', value: ({ evidence }) => evidence },
  { key: 'reference', value: ({ reference }) => reference },
];

const MOVE_COLUMNS: readonly Column<MoveReport>[] = [
  { key: 'id', value: ({ id }) => id },
  { key: 'kind', value: ({ kind }) => kind },
  { key: 'rows', value: ({ rows }) => rows.length },
  { key: 'state', value: ({ state }) => state },
  { key: 'initiator', title: 'BY', value: ({ initiator }) => initiator },
  { key: 'createdAt', title: 'AT', value: ({ createdAt }) => createdAt },
  { key: 'rule', value: ({ rule }) => rule },
  { key: 'evidence', value: ({ evidence }) => evidence },
];
