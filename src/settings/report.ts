import { plainLine } from '../base/plainText.ts';
import { counted } from '../base/counted.ts';
import { isSecretName, maskLine, maskText, type Span } from './mask.ts';
import { pathText, type Problem } from './problem.ts';
import type { YamlTree } from './yamlTree.ts';

const MAX_SHOWN = 100;
const MAX_WIDTH = 120;
const MOST_OF_A_LINE = 5000;

/** The text of a file, and the way from offsets to lines. */
export interface ReportedFile {
  readonly name: string;
  readonly source: string;
  readonly tree: Pick<YamlTree, 'positionOf' | 'secretSpans'>;
}

/**
 * All problems as one text, in the order of the file. Each has a line `file:line:column  path`, the source line, and a caret with
 * the message. Secrets are masked.
 */
export function problemReport(file: ReportedFile | undefined, problems: readonly Problem[]): string {
  const sorted = [...problems].sort((a, b) => (a.offset ?? Infinity) - (b.offset ?? Infinity) || 0);
  const shown = sorted.slice(0, MAX_SHOWN).map((problem) => oneProblem(file, problem));
  if (sorted.length > MAX_SHOWN) shown.push(`and ${sorted.length - MAX_SHOWN} more`);
  const where = file === undefined ? 'the settings' : file.name;
  return `${counted(problems.length, 'problem')} in ${where}\n\n${shown.join('\n')}`;
}

/** One problem, with its place and the line of the file where it stands. */
export function oneProblem(file: ReportedFile | undefined, problem: Problem): string {
  const path = maskText(pathText(problem.path));
  const message = problem.isUnmasked === true ? problem.message : maskText(problem.message);
  if (file === undefined || problem.offset === undefined) return `${problem.origin ?? 'settings'}  ${path}\n     ${message}`;
  const { line, column } = file.tree.positionOf(problem.offset);
  const frame = codeFrame(file, problem.offset, line, column);
  return `${file.name}:${line}:${column}  ${path}\n${frame} ${message}`;
}

/** The source line with its number, and under it the caret. */
function codeFrame(file: ReportedFile, offset: number, line: number, column: number): string {
  const start = offset - (column - 1);
  const end = file.source.indexOf('\n', start);
  const whole = file.source.slice(start, end < 0 ? undefined : end).replace(/\r$/, '');
  const number = String(line).padStart(4);
  // Nobody wrote it by hand, and to look for secrets in it would take long.
  if (whole.length > MOST_OF_A_LINE) return `${number} | (a line of ${whole.length} characters)\n     |`;
  const hidden: readonly Span[] = continuesSecret(file.source, start) ? [[0, whole.length]] : [];
  const spans = file.tree.secretSpans
    .map(([from, to]): Span => [Math.max(0, from - start), Math.min(whole.length, to - start)])
    .filter(([from, to]) => from < to);
  const masked = maskLine(whole, [...spans, ...hidden], column - 1);
  const { text, at } = clip(masked.text, masked.column);
  // Tabs stay tabs, so that the caret stands below its place however wide a tab is shown.
  const indent = text.slice(0, at).replace(/[^\t]/g, ' ').padEnd(at);
  return `${number} | ${text.split('\t').map(plainLine).join('\t')}\n     | ${indent}^`;
}

const NAMED_LINE = /^\s*(?:- +)?["']?([\w-]+)["']?\s*:(.*)$/;

/**
 * Whether the line at `start` may belong to a secret of the lines above, as after `secret: >`: where its indentation is wrong, YAML
 * does not take it for one.
 */
function continuesSecret(source: string, start: number): boolean {
  if (NAMED_LINE.test(source.slice(start).split('\n', 1)[0]!)) return false;
  for (const line of source
    .slice(0, start)
    .split('\n')
    .slice(-1 - MOST_SECRET_LINES, -1)
    .reverse()) {
    const [, name, rest] = NAMED_LINE.exec(line) ?? [];
    if (name !== undefined) return isSecretName(name) && !rest!.includes('${');
  }
  return false;
}

/** No secret is written on more. */
const MOST_SECRET_LINES = 50;

function clip(text: string, at: number): { text: string; at: number } {
  if (text.length <= MAX_WIDTH) return { text, at };
  const from = Math.max(0, Math.min(at - MAX_WIDTH / 2, text.length - MAX_WIDTH));
  return { text: text.slice(from, from + MAX_WIDTH), at: at - from };
}
