import type { ControlReply } from '../../src/control/contract/controlReplies.ts';

export type Run = ControlReply<'runs.show'>;
type Figure = Run['figures'][number];

/** A figure as people read it: `5.2 %`, `1,204.50`. A dash where it has no value. */
export function figureOf(value: number | null | undefined, unit: Figure['unit']): string {
  if (value === null || value === undefined) return '–';
  const text = (digits: number, factor = 1): string =>
    (value * factor).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  switch (unit) {
    case 'fraction':
      return `${text(2, 100)} %`;
    case 'count':
      return text(0);
    case 'currency':
      return text(2);
    case 'days':
      return `${text(1)} d`;
    case 'bps':
      return `${text(1)} bp`;
    case 'ratio':
      return text(2);
  }
}

/** What stands first; the rest opens by hand. */
const FIRST: readonly string[] = [
  'made',
  'hold_profit',
  'profit',
  'comp',
  'max_drawdown_samples',
  'sharpe',
  'sortino',
  'win_rate',
  'fills',
  'trades',
  'trade_win_rate',
  'avg_trade_profit',
  'maker_share',
  'fees',
  'turnover',
  'refusals',
];

/** The figures that any of the runs has, what is asked for most first. */
export function figureRows(runs: readonly Run[], isAll: boolean): readonly Omit<Figure, 'bands'>[] {
  const rows = new Map<string, Omit<Figure, 'bands'>>();
  for (const { figures } of runs) for (const { bands: _bands, ...about } of figures) if (!rows.has(about.name)) rows.set(about.name, about);
  const first = FIRST.flatMap((name) => rows.get(name) ?? []);
  return isAll ? [...new Set([...first, ...rows.values()])] : first;
}

/** A figure of a run. Undefined where the run does not know it. */
export function figureIn({ figures }: Run, named: string): Figure | undefined {
  return figures.find(({ name }) => name === named);
}

/** An input in which runs differ, with the value of each. */
export interface InputRow {
  readonly input: string;
  readonly values: readonly (string | undefined)[];
}

const BY_DEFAULT = ' (its default)';

/** What the daemon knows of the parameters of a strategy's code. */
export interface KnownParams {
  readonly use: string;
  readonly params: readonly { readonly name: string; readonly initial?: string | undefined }[];
}

/**
 * Inputs that are not the same in all of the runs. `data` and `code` are hashes. A parameter that a run has not written down has its
 * default, which the daemon knows of the code that it runs itself.
 */
export function differingInputs(runs: readonly Run[], known: readonly KnownParams[]): readonly InputRow[] {
  const names = [...new Set(runs.flatMap(({ inputs }) => Object.keys(inputs)))].sort();
  return names
    .map((input) => ({ input, values: runs.map(({ inputs }) => inputs[input] ?? defaultOf(input, inputs, known)) }))
    .filter(({ values }) => new Set(values.map((value) => value?.replace(BY_DEFAULT, ''))).size > 1);
}

function defaultOf(input: string, inputs: Run['inputs'], known: readonly KnownParams[]): string | undefined {
  const [, strategy, name] = /^strategies\.(.+)\.params\.([^.]+)$/.exec(input) ?? [];
  const use = inputs[`strategies.${strategy}.use`];
  if (use === undefined) return undefined;
  const initial = known.find((one) => one.use === use)?.params.find((param) => param.name === name)?.initial;
  return initial === undefined ? 'its default' : `${initial}${BY_DEFAULT}`;
}
