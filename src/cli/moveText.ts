import { amountText } from '../base/moneyText.ts';
import { ZERO } from '../base/decimal.ts';
import { firstLines } from '../base/firstLines.ts';
import { lostTransferOf } from '../treasury/moves/lostTransferText.ts';
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
  for (const line of firstLines(duplicates.map((duplicate) => `seems to be paid already: ${duplicate}`))) to.write(`${line}\n`);
  for (const line of firstLines(problems.map((problem) => `problem: ${problem}`))) to.write(`${line}\n`);
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
  const { id, kind, state, initiator, createdAt, expiresAt, rule, policyVersion, evidence, needs, approvals, rows } = move;
  shell.out.write(`${id}  ${kind}  ${state}${evidence === null ? '' : `: ${evidence}`}\n`);
  shell.out.write(`asked for by ${initiator} at ${createdAt}; rule "${rule}" of policy ${policyVersion}\n`);
  if (expiresAt !== null)
    shell.out.write(
      `approvals until ${expiresAt}, ${needs.join(' and ') || 'of nobody'}: ${approvals.map(({ person }) => person).join(', ') || 'none yet'}\n`,
    );
  shell.out.write(tableOf(ROW_COLUMNS, rows.slice(0, MOST_ROWS), shell.out));
  if (rows.length > MOST_ROWS) shell.out.write(`... and ${rows.length - MOST_ROWS} more; -o csv shows all\n`);
  for (const advice of new Set(rows.flatMap((row) => adviceOf(id, row)))) shell.out.write(`${advice}\n`);
}

/** What a person has to look at where nobody knows what came of a payment, and what to type then. */
function adviceOf(id: string, { row, state, evidence }: RowReport): readonly string[] {
  if (state !== 'unknown') return [];
  const intent = lostTransferOf(evidence);
  if (intent === undefined)
    return [
      `row ${row}: ask the venue; what it says, \`sluice treasury settle ${id} --row ${row} --completed\` or \`--declined\` writes down`,
    ];
  return [
    `transfer ${intent} is looked for at the venue and never sent again; nothing else goes to its place meanwhile`,
    `  where the venue has it: \`sluice orders resolve ${intent} --adopt VENUE-ID\`; where it never had it, and only then: \`--not-placed\``,
  ];
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
  { key: 'fee', value: ({ fee }) => fee, short: ({ fee }) => shortFee(fee) },
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
  { key: 'fee', value: ({ fee }) => fee, short: ({ fee }) => shortFee(fee) },
  { key: 'state', value: ({ state }) => state },
  { key: 'venueId', value: ({ venueId }) => venueId },
  { key: 'evidence', value: ({ evidence }) => evidence },
  { key: 'reference', value: ({ reference }) => reference },
];

/** Without digits that only come from a division. */
function shortFee(fee: string | null): string | undefined {
  return fee === null ? undefined : amountText(fee);
}

/** What leaves, by currency. */
function totalsOf(rows: readonly RowReport[]): string {
  const byCurrency = [...Map.groupBy(rows, ({ currency }) => currency)];
  return byCurrency
    .map(([currency, group]) => `${group.reduce((sum, { amount }) => sum.plus(amount), ZERO).toFixed()} ${currency}`)
    .join(', ');
}

/** Where it goes: where there are several places, only how many. For a conversion, it is what it brings. */
function placesOf(rows: readonly RowReport[]): string | null {
  const places = [...new Set(rows.map(({ to, address, brings }) => brings ?? to ?? address))];
  return places.length > 1 ? `${places.length} places` : (places[0] ?? null);
}

const MOVE_COLUMNS: readonly Column<MoveReport>[] = [
  { key: 'id', value: ({ id }) => id },
  { key: 'kind', value: ({ kind }) => kind },
  { key: 'rows', value: ({ rows }) => rows.length },
  { key: 'amount', value: ({ rows }) => totalsOf(rows) },
  { key: 'to', value: ({ rows }) => placesOf(rows) },
  { key: 'state', value: ({ state }) => state },
  { key: 'initiator', title: 'BY', value: ({ initiator }) => initiator },
  { key: 'createdAt', title: 'AT', value: ({ createdAt }) => createdAt },
  { key: 'rule', value: ({ rule }) => rule },
  { key: 'evidence', value: ({ evidence }) => evidence },
];
