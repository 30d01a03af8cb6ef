import type { FileProblem } from '../../base/fault.ts';
import { firstLines } from '../../base/firstLines.ts';
import { shownValue } from '../../base/shownValue.ts';

/** What is wrong with a batch file, and where. */
export interface BatchProblem extends FileProblem {
  /** What is wrong with it, going on from the value. */
  readonly message: string;
}

/** A line for each of the first problems. The fault beside this text carries all of them for programs. */
export function problemLines(problems: readonly BatchProblem[]): string {
  return firstLines(problems.map(problemText)).join('\n');
}

/** One line for people: `line 3, column "amount": "12,50" has a decimal comma: write 12.50`. */
export function problemText({ line, column, value, message }: BatchProblem): string {
  const place = column === undefined ? `line ${line}` : `line ${line}, column ${shownValue(column)}`;
  return `${place}: ${value === undefined ? '' : `${shownValue(value)} `}${message}`;
}
