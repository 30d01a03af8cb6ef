import { hashOf } from '../treasury/approvals/canonicalMove.ts';
import { shownContent } from '../treasury/approvals/shownContent.ts';
import { hashWords } from '../treasury/approvals/hashWords.ts';
import { say, type Shell } from './shell.ts';

/** Shows a canonical text on stderr: all that stands in it, and the words by which two people can compare it. */
export function printContent(shell: Shell, canonical: string): void {
  const { facts, rows, notGiven } = shownContent(canonical);
  for (const [name, value] of facts) say(shell, `  ${name}: ${value}`);
  for (const [i, row] of rows.entries()) {
    say(shell, `  payment ${i + 1}: ${row.flatMap(([name, value]) => (value === '' ? [] : [`${name} ${value}`])).join(', ')}`);
  }
  if (notGiven.length > 0) say(shell, `  not given: ${notGiven.join(', ')}`);
  say(shell, `  words: ${hashWords(hashOf(canonical))}`);
}
