import type { CheckProblem, CheckReport, TrialOrder, TrialRow } from '../research/check/checkReport.ts';
import { plainLine } from '../base/plainText.ts';
import type { Column } from './column.ts';
import { printJson, printRows } from './print.ts';
import { say, type Shell } from './shell.ts';

/** Prints what a check has found: problems, or else what the strategy did in each market and the first orders. */
export function printCheck(shell: Shell, file: string, report: CheckReport): void {
  const { output } = shell.options;
  if (output === 'json' || output === 'ndjson') {
    printJson(shell, { file, result: report.problems.length === 0 ? 'ok' : 'failed', ...report });
    return;
  }
  if (report.problems.length > 0) {
    // A table would cut the texts at the edge of the terminal.
    if (output === 'table') for (const problem of report.problems) shell.out.write(problemText(problem));
    else printRows(shell, PROBLEMS, report.problems);
    return;
  }
  printRows(shell, TRIALS, report.trials);
  if (report.orders.length > 0) {
    if (output === 'table') shell.out.write('\n');
    printRows(shell, ORDERS, report.orders);
  } else say(shell, 'nothing was placed, replaced or converted in any of these markets');
  if (report.untyped !== undefined) say(shell, `its types were not checked: ${report.untyped}`);
  say(shell, `${file} is fine: ${report.about}`);
}

function problemText({ where, problem, instead }: CheckProblem): string {
  return `${plainLine(where)}\n  ${plainLine(problem)}\n  instead: ${plainLine(instead)}\n`;
}

const PROBLEMS: readonly Column<CheckProblem>[] = [
  { key: 'where', value: (row) => row.where },
  { key: 'problem', value: (row) => row.problem },
  { key: 'instead', value: (row) => row.instead },
];

const TRIALS: readonly Column<TrialRow>[] = [
  { key: 'market', value: (row) => row.market },
  { key: 'events', kind: 'number', value: (row) => row.events },
  { key: 'placed', kind: 'number', value: (row) => row.placed },
  { key: 'replaced', kind: 'number', value: (row) => row.replaced },
  { key: 'canceled', kind: 'number', value: (row) => row.canceled },
  { key: 'fills', kind: 'number', value: (row) => row.fills },
  { key: 'conversions', kind: 'number', value: (row) => row.conversions },
  { key: 'told', kind: 'number', value: (row) => row.told },
  { key: 'refused', value: (row) => row.refused },
];

const ORDERS: readonly Column<TrialOrder>[] = [
  { key: 'market', value: (row) => row.market },
  { key: 'at', kind: 'time', value: (row) => row.at },
  { key: 'what', value: (row) => row.what },
  { key: 'amount', value: (row) => row.amount },
  { key: 'price', value: (row) => row.price },
];
