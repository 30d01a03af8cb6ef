import { plainLine } from './plainText.ts';

/** A row of a table in GitHub's Markdown, whose cells break nothing. */
export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => plainLine(cell).replace(/[\\|`*_<>[\]]/g, '\\$&')).join(' | ')} |\n`;
}

/** The line under the heading: columns of numbers stand to the right. */
export function markdownRule(isNumber: readonly boolean[]): string {
  return `| ${isNumber.map((right) => (right ? '---:' : '---')).join(' | ')} |\n`;
}
