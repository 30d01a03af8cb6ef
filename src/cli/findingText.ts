import type { Examined } from '../doctor/examine.ts';
import type { Column } from './column.ts';
import { printRows } from './print.ts';
import type { Shell } from './shell.ts';

/** Prints findings: for people a line each, with what to do below it; else as rows. */
export function printFindings(shell: Shell, findings: readonly Examined[]): void {
  if (shell.options.output === 'table') shell.out.write(findings.map(linesOf).join(''));
  else printRows(shell, COLUMNS, findings);
}

const INDENT = ' '.repeat(6);

function linesOf({ check, result, found, suggestion }: Examined): string {
  const [first, ...more] = found.split('\n');
  const lines = [`${result.padEnd(4)}  ${check}: ${first!}`, ...more.map((line) => INDENT + line)];
  if (suggestion !== undefined && result !== 'ok') lines.push(`${INDENT}do: ${suggestion}`);
  return `${lines.join('\n')}\n`;
}

const COLUMNS: readonly Column<Examined>[] = [
  { key: 'check', value: ({ check }) => check },
  { key: 'result', value: ({ result }) => result, style: ({ result }) => STYLES[result] },
  { key: 'found', value: ({ found }) => found },
  { key: 'do', value: ({ suggestion }) => suggestion },
];

const STYLES = { ok: 'green', look: 'yellow', bad: 'red' } as const;
