import { dec, type Decimal, decimalFrom } from '../base/decimal.ts';
import { durationMsOf, durationText } from '../base/instant.ts';
import { currenciesOf } from '../model/pair.ts';
import { readSchedule, type Schedule } from '../model/schedule.ts';

/** A parameter's value, or why the text is not one. */
export type ParamReading<T> = { readonly value: T } | { readonly problem: string };

/**
 * One declared parameter of a strategy. The declaration yields the parsing of the configuration, its errors, the editor's schema,
 * the dashboard's form and the space of a sweep.
 */
export interface Param<T = unknown> {
  readonly kind: 'decimal' | 'int' | 'bool' | 'pick' | 'duration' | 'schedule' | 'symbol' | 'currency' | 'text';
  /** The default as a person would write it. Undefined when the parameter may be left out. */
  readonly initial: string | undefined;
  readonly options: ParamOptions;
  /** Reads the text of the configuration. It is exact, since numbers arrive as they were written. */
  read(text: string): ParamReading<T>;
}

/**
 * Whether a parameter is the size of an order. `in parts`: of one that is worked, so that it may be larger than an order. Where that follows
 * from other parameters, a function of their values says so.
 */
export type OrderSizeUse = SizeUse | ((values: Readonly<Record<string, unknown>>) => SizeUse);

type SizeUse = boolean | 'in parts';

export interface ParamOptions {
  readonly about?: string | undefined;
  readonly unit?: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly step?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly optional?: boolean | undefined;
  /** Whether it is the size of an order: an amount in base currency, or with the unit `quote` what it is worth. The start holds it against the pair's rules. */
  readonly isOrderSize?: OrderSizeUse | undefined;
}

export type ParamShape = Readonly<Record<string, Param>>;

export type ParamValues<P extends ParamShape> = { readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never };

type Bounds = { readonly min?: string; readonly max?: string; readonly step?: string; readonly unit?: string; readonly about?: string };
type About = { readonly about?: string };

/** Declares parameters: `p.decimal('25', { min: '5', max: '120', unit: 'bps' })`. */
export const p = {
  decimal: (initial: string, options: Bounds & { readonly isOrderSize?: OrderSizeUse } = {}): Param<Decimal> =>
    param('decimal', initial, options, readDecimal),
  int: (
    initial: number,
    options: { readonly min?: number; readonly max?: number; readonly unit?: string; readonly about?: string } = {},
  ): Param<number> =>
    param(
      'int',
      String(initial),
      {
        ...options,
        min: options.min === undefined ? undefined : String(options.min),
        max: options.max === undefined ? undefined : String(options.max),
      },
      readInt,
    ),
  bool: (initial: boolean, options: About = {}): Param<boolean> => param('bool', String(initial), options, readBool),
  pick: <const T extends string>(choices: readonly T[], initial: NoInfer<T>, options: About = {}): Param<T> =>
    param('pick', initial, { ...options, choices: listOf(choices) }, readPick as (text: string, options: ParamOptions) => ParamReading<T>),
  /** A duration with its unit, in milliseconds: `p.duration('20s')`. */
  duration: (initial: string, options: Bounds = {}): Param<number> => param('duration', initial, options, readDuration),
  /** `every 20s`, or a cron expression in UTC: `p.schedule('0 9 * * 1')`. */
  schedule: (initial: string, options: About = {}): Param<Schedule> => param('schedule', initial, options, (text) => readSchedule(text)),
  /** A pair by its symbol: `p.symbol('BTC/EUR')`. The start holds it against the venue's list; it is not traded because of that. */
  symbol: (initial: string, options: About = {}): Param<string> => param('symbol', initial, options, readSymbol),
  /** A currency: `p.currency('EUR')`. The start holds it against the venue's list. */
  currency: (initial: string, options: About = {}): Param<string> => param('currency', initial, options, readCurrency),
  text: (initial: string, options: About = {}): Param<string> => param('text', initial, options, (text) => ({ value: text })),
  /** A parameter that may be left out. */
  maybe: <T>(inner: Param<T>): Param<T | undefined> => ({ ...inner, initial: undefined, options: { ...inner.options, optional: true } }),
};

/** A problem with one parameter: its name, and what was expected. */
export interface ParamProblem {
  readonly name: string;
  readonly problem: string;
}

/** Reads all parameters of a strategy and collects every problem. Unknown names are problems too. */
export function readParams(
  shape: ParamShape,
  given: Readonly<Record<string, string>>,
): { values: Record<string, unknown>; problems: ParamProblem[] } {
  const problems: ParamProblem[] = Object.keys(given)
    .filter((name) => !Object.hasOwn(shape, name))
    .map((name) => ({ name, problem: `unknown parameter; this strategy has ${Object.keys(shape).join(', ') || 'none'}` }));
  const values: Record<string, unknown> = {};
  for (const [name, declared] of Object.entries(shape)) {
    const text = Object.hasOwn(given, name) ? given[name] : declared.initial;
    if (text === undefined) {
      values[name] = undefined;
      continue;
    }
    const reading = declared.read(text);
    if ('problem' in reading) problems.push({ name, problem: reading.problem });
    else values[name] = reading.value;
  }
  return { values, problems };
}

function param<T>(
  kind: Param['kind'],
  initial: string,
  options: ParamOptions,
  read: (text: string, options: ParamOptions) => ParamReading<T>,
): Param<T> {
  return { kind, initial, options, read: (text) => read(text, options) };
}

function listOf<T>(choices: readonly T[]): readonly T[] {
  const given: unknown = choices;
  if (Array.isArray(given)) return choices;
  throw new TypeError(`p.pick takes the list of its choices first, and then the default, not ${JSON.stringify(given)}`);
}

function readDecimal(text: string, options: ParamOptions): ParamReading<Decimal> {
  const value = decimalFrom(text);
  if (value === undefined) return { problem: `expected a number, like ${options.min ?? '0.5'}, not ${JSON.stringify(text)}` };
  return within(value, value, text, options);
}

function readInt(text: string, options: ParamOptions): ParamReading<number> {
  const value = Number(text);
  if (!/^-?\d{1,15}$/.test(text)) return { problem: `expected a whole number, not ${JSON.stringify(text)}` };
  return within(value, dec(text), text, options);
}

function readBool(text: string): ParamReading<boolean> {
  return text === 'true' || text === 'false'
    ? { value: text === 'true' }
    : { problem: `expected true or false, not ${JSON.stringify(text)}` };
}

function readPick(text: string, options: ParamOptions): ParamReading<string> {
  const choices = options.choices ?? [];
  return choices.includes(text) ? { value: text } : { problem: `expected one of ${choices.join(', ')}, not ${JSON.stringify(text)}` };
}

function readSymbol(text: string): ParamReading<string> {
  return currenciesOf(text) === undefined ? { problem: `expected a pair like BTC/EUR, not ${JSON.stringify(text)}` } : { value: text };
}

function readCurrency(text: string): ParamReading<string> {
  return /^[A-Za-z0-9]{1,20}$/.test(text) ? { value: text } : { problem: `expected a currency like EUR, not ${JSON.stringify(text)}` };
}

function readDuration(text: string, options: ParamOptions): ParamReading<number> {
  const value = durationMsOf(text);
  if (value === undefined) return { problem: `expected a duration like 250ms, 20s, 5m, 24h, not ${JSON.stringify(text)}` };
  const least = options.min === undefined ? undefined : durationMsOf(options.min);
  const most = options.max === undefined ? undefined : durationMsOf(options.max);
  if (least !== undefined && value < least) return { problem: `must be at least ${durationText(least)}, not ${text}` };
  if (most !== undefined && value > most) return { problem: `must be at most ${durationText(most)}, not ${text}` };
  return { value };
}

function within<T>(value: T, measure: Decimal, text: string, { min, max, unit }: ParamOptions): ParamReading<T> {
  const suffix = unit === undefined ? '' : ` ${unit}`;
  if (min !== undefined && measure.lt(min)) return { problem: `must be at least ${min}${suffix}, not ${text}` };
  if (max !== undefined && measure.gt(max)) return { problem: `must be at most ${max}${suffix}, not ${text}` };
  return { value };
}
