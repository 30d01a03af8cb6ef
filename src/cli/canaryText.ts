import { isoOf } from '../base/instant.ts';
import type { CanaryCount, CanaryRun } from '../session/canary.ts';
import type { Column } from './column.ts';
import { plainLine } from '../base/plainText.ts';
import { printJson, printRows } from './print.ts';
import { differenceLines } from './replayText.ts';
import type { Shell } from './shell.ts';

export type CanaryOfSession = CanaryRun & { readonly session: string };

/** Prints what differs in some sessions: the counts, then the first differences in full. */
export function printCanary(shell: Shell, runs: readonly CanaryOfSession[]): void {
  const { output } = shell.options;
  if (output === 'json') {
    const sessions = runs.map((run) => ({
      ...run,
      first: run.first.map((one) => ({ ...one, at: isoOf(one.at) })),
      tear: run.tear ?? null,
    }));
    printJson(shell, { differing: sum(runs, 'differing'), events: sum(runs, 'events'), sessions });
    return;
  }
  const rows = runs.flatMap(({ session, counts }) => counts.map((count) => ({ session, ...count })));
  if (rows.length > 0 || output !== 'table') printRows(shell, columns, rows);
  if (output !== 'table') return;
  const lines = [`${sum(runs, 'differing')} of ${sum(runs, 'events')} events were decided differently`];
  for (const { session, first, tear } of runs) {
    if (tear !== undefined) lines.push(`session ${session} can't be read beyond ${tear.part}, byte ${tear.offset}: ${tear.reason}`);
    for (const difference of first) lines.push('', `session   ${session}`, ...differenceLines(difference));
  }
  shell.out.write(`${lines.map(plainLine).join('\n')}\n`);
}

function sum(runs: readonly CanaryOfSession[], what: 'differing' | 'events'): number {
  return runs.reduce((total, run) => total + run[what], 0);
}

const columns: readonly Column<CanaryCount & { readonly session: string }>[] = [
  { key: 'session', value: (row) => row.session },
  { key: 'strategy', value: (row) => row.strategy },
  { key: 'kind', value: (row) => row.kind },
  { key: 'dropped', kind: 'number', value: (row) => row.dropped },
  { key: 'added', kind: 'number', value: (row) => row.added },
  { key: 'changed', kind: 'number', value: (row) => row.changed },
];
