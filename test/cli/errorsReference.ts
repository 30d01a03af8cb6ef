import { markdownRow, markdownRule } from '../../src/base/markdownRow.ts';
import { allVerdicts } from '../../src/cli/verdict.ts';

/** The reference page of errors and exit codes, `docs/reference/errors.md`. */
export function errorsReference(): string {
  const rows = allVerdicts()
    .toSorted(([a, first], [b, second]) => first.exit - second.exit || (a < b ? -1 : 1))
    .map(([code, { exit, state, suggestion }]) => markdownRow([code, String(exit), state, suggestion]));
  return `# Errors

Made from the table in \`src/cli/verdict.ts\`; don’t edit it. Each failure has a code that does not change, by which programs decide: with \`-o json\` it is the member \`error\` of the line on stderr, on the [control interface](control.md) it is \`fault.code\`. The process ends with the exit code beside it
([what each exit code asks for](../operating.md#exit-codes)); 0 is done. A failure that knows better what to do says so in place of the last column.

${markdownRow(['code', 'exit code', 'how things stand', 'what to do'])}${markdownRule([false, true, false, false])}${rows.join('')}`;
}
