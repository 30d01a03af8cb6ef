import type { Decimal } from '../base/decimal.ts';
import { durationText, isoOf } from '../base/instant.ts';
import { parityText } from '../research/parity/parityFiles.ts';
import type { SessionParity } from '../research/parity/parityOfDay.ts';
import type { StrategyParity } from '../research/parity/parityReport.ts';
import type { Column } from './column.ts';
import { plainLine } from '../base/plainText.ts';
import { printRows } from './print.ts';
import type { Shell } from './shell.ts';

/** Prints how a day's backtest compares with reality. */
export function printParity(shell: Shell, sessions: readonly SessionParity[]): void {
  const { output } = shell.options;
  if (output === 'json') {
    shell.out.write(`${parityText(sessions)}\n`);
    return;
  }
  printRows(
    shell,
    columnsOf(output === 'csv' || output === 'ndjson'),
    sessions.flatMap(({ session, strategies }) => strategies.map((parity) => ({ session, ...parity }))),
  );
  if (output === 'table') shell.out.write(`\n${sessions.flatMap(linesOf).map(plainLine).join('\n')}\n`);
}

function linesOf({ session, from, to, market, openLoop, fills, limits, answerMs, notes, strategies }: SessionParity): string[] {
  const { real, pessimistic, fitted, optimistic } = fills;
  return [
    `session ${session}, ${isoOf(from)} to ${isoOf(to)}, the market as ${market === 'session' ? 'the session has it' : 'it was recorded'}`,
    `decided the same on the recorded state in ${openLoop.events - openLoop.differing} of ${openLoop.events} events`,
    `fills   ${real} really; backtest ${pessimistic} pessimistic, ${fitted} fitted, ${optimistic} optimistic`,
    `matched within ${durationText(limits.windowMs)}; requests took ${answerMs === undefined ? 'an unknown time' : durationText(answerMs)}`,
    ...strategies.map(({ strategy, gap }) => {
      const causes = Object.entries(gap).filter(([, amount]) => !amount.isZero());
      return `gap     ${strategy}: ${causes.map(([cause, amount]) => `${cause} ${amount.toFixed(4)}`).join(', ') || 'none'}`;
    }),
    ...notes.map((note) => `note    ${note}`),
  ];
}

/** `isExact` gives all digits, for programs. */
function columnsOf(isExact: boolean): readonly Column<StrategyParity & { readonly session: string }>[] {
  const share = (value: number): string | number => (isExact ? value : `${(value * 100).toFixed(1)}%`);
  const money = (value: Decimal): Decimal => (isExact ? value : value.toDecimalPlaces(4));
  return [
    { key: 'session', value: (row) => row.session },
    { key: 'strategy', value: (row) => row.strategy },
    { key: 'decisions', kind: 'number', value: (row) => share(row.decisions.share) },
    { key: 'fills', kind: 'number', value: (row) => row.fills.real },
    { key: 'simulated', kind: 'number', value: (row) => row.fills.simulated },
    { key: 'precision', kind: 'number', value: (row) => share(row.fills.precision) },
    { key: 'recall', kind: 'number', value: (row) => share(row.fills.recall) },
    { key: 'priceErrorBps', kind: 'number', value: ({ fills }) => (isExact ? fills.priceErrorBps : fills.priceErrorBps.toFixed(2)) },
    { key: 'profit', kind: 'number', value: (row) => money(row.profit.real) },
    { key: 'simulatedProfit', kind: 'number', value: (row) => money(row.profit.simulated) },
    { key: 'difference', kind: 'number', value: (row) => money(row.profit.difference) },
  ];
}
