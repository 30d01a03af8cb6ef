import { type Band, BANDS } from '../research/runRecord.ts';
import type { DecisionDifference } from '../research/report/decisionDifference.ts';
import { differenceText, figureLabel, figureText } from '../research/report/figureText.ts';
import { currencyOf, type FigureComparison, type RunComparison, sameMarket } from '../research/report/runComparison.ts';
import type { Column } from './column.ts';
import { printJson, printRows } from './print.ts';
import type { Shell } from './shell.ts';

/**
 * Prints a comparison. People get what differs and then the metrics; programs get one object, or a row for each figure and band.
 */
export function printComparison(shell: Shell, comparison: RunComparison, decision: DecisionDifference | undefined): void {
  switch (shell.options.output) {
    case 'json':
    case 'ndjson':
      return printJson(shell, objectOf(comparison, decision));
    case 'csv':
    case 'html':
      return printRows(shell, CSV_COLUMNS, bandRows(comparison));
    case 'table':
    case 'md':
      return printForPeople(shell, comparison, decision);
  }
}

function printForPeople(shell: Shell, comparison: RunComparison, decision: DecisionDifference | undefined): void {
  const { a, b, inputs, figures } = comparison;
  const line = (text: string): void => void shell.out.write(`${text}\n`);
  line(`A  ${a.id}`);
  if (shell.options.output === 'md') line('');
  line(`B  ${b.id}`);
  line('');
  if (inputs.length === 0) line('The inputs are the same.');
  else printRows(shell, INPUT_COLUMNS, inputs);
  line('');
  if (!sameMarket(comparison)) line("They read different books, so single decisions can't be compared.");
  else if (decision === undefined) line('All decisions are the same.');
  else decisionLines(decision).forEach(line);
  line('');
  printRows(shell, figureColumns(currencyOf(comparison)), figures);
}

function decisionLines({ band, same, a, b }: DecisionDifference): string[] {
  return [
    `The first differing decision, in the ${band} band, after ${same} that are the same:`,
    '',
    `    A  ${a ?? 'nothing more'}`,
    `    B  ${b ?? 'nothing more'}`,
  ];
}

const INPUT_COLUMNS: readonly Column<RunComparison['inputs'][number]>[] = [
  { key: 'input', title: 'DIFFERENT INPUT', value: ({ input }) => input },
  { key: 'a', value: ({ a }) => shortened(a) },
  { key: 'b', value: ({ b }) => shortened(b) },
];

/** Shortens a hash, which nobody reads in full. */
function shortened(value: string | undefined): string | undefined {
  return value !== undefined && /^[0-9a-f]{64}$/.test(value) ? value.slice(0, 12) : value;
}

function figureColumns(currency: string): Column<FigureComparison>[] {
  const band = (run: 'a' | 'b') => (figure: FigureComparison) =>
    BANDS.map((name) => figureText({ value: figure.bands[name][run], unit: figure.unit })).join(' | ');
  return [
    { key: 'metric', value: (figure) => figureLabel(figure, currency) },
    { key: 'a', kind: 'number', value: ({ bands, unit }) => figureText({ value: bands.fitted.a, unit }) },
    { key: 'b', kind: 'number', value: ({ bands, unit }) => figureText({ value: bands.fitted.b, unit }) },
    { key: 'difference', kind: 'number', value: ({ bands, unit }) => changeText(bands.fitted.difference, unit) },
    { key: 'bandA', title: 'A PESSIMISTIC | FITTED | OPTIMISTIC', value: band('a') },
    { key: 'bandB', title: 'B PESSIMISTIC | FITTED | OPTIMISTIC', value: band('b') },
  ];
}

function changeText(difference: number | null, unit: FigureComparison['unit']): string {
  return difference === null || difference === 0 ? '' : differenceText(difference, unit);
}

interface BandRow {
  readonly name: string;
  readonly band: Band;
  readonly unit: string;
  readonly a: number | null;
  readonly b: number | null;
  readonly difference: number | null;
}

const CSV_COLUMNS: readonly Column<BandRow>[] = [
  { key: 'name', value: ({ name }) => name },
  { key: 'band', value: ({ band }) => band },
  { key: 'unit', value: ({ unit }) => unit },
  { key: 'a', kind: 'number', value: ({ a }) => a },
  { key: 'b', kind: 'number', value: ({ b }) => b },
  { key: 'difference', kind: 'number', value: ({ difference }) => difference },
];

function bandRows({ figures }: RunComparison): BandRow[] {
  return figures.flatMap(({ name, unit, bands }) => BANDS.map((band) => ({ name, band, unit, ...bands[band] })));
}

function objectOf({ a, b, inputs, figures }: RunComparison, decision: DecisionDifference | undefined): object {
  const run = ({ id, folder, currency }: RunComparison['a']): object => ({ id, folder, currency });
  return { a: run(a), b: run(b), inputs: inputs.map(withNulls), decision: decision === undefined ? null : withNulls(decision), figures };
}

function withNulls<T extends { readonly a: string | undefined; readonly b: string | undefined }>(pair: T): object {
  return { ...pair, a: pair.a ?? null, b: pair.b ?? null };
}
