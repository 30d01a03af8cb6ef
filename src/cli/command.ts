import type { Shell } from './shell.ts';

/** An option or an argument: how it is written, and how its text is parsed. */
export interface Parameter<T> {
  /** `--depth <levels>` for an option, `<symbol>` or `[file]` for an argument. */
  readonly flags: string;
  readonly about: string;
  /** Throws an `Error` that says what was expected. `previous` is the value so far of an option that may be repeated. */
  parse?(text: string, previous: unknown): T;
  readonly fallback?: T;
  /** How help shows the fallback, where that is not as it is. */
  readonly shownFallback?: string;
  readonly required?: boolean;
  /** Whether an option may be given more than once. */
  readonly repeatable?: boolean;
  /** The allowed words, where there are only a few. For completion. */
  readonly choices?: readonly string[];
}

/** A parser that allows only a few words may say which, and one whose values are read otherwise than they are written, how help shows one. */
export interface Parser<T> {
  (text: string, previous: unknown): T;
  readonly choices?: readonly string[];
  shown?(value: T): string;
}

type Parameters = Readonly<Record<string, Parameter<unknown>>>;
type ValueOf<P> = P extends Parameter<infer T> ? T : never;
type Values<P extends Parameters> = { readonly [K in keyof P]: ValueOf<P[K]> };

/** A command as data: the program, its help and its tests go over these. */
export interface Command<A extends Parameters = Parameters, O extends Parameters = Parameters> {
  /** Including its group: `config check`. */
  readonly name: string;
  readonly about: string;
  /** By name, in their order on the line. */
  readonly args?: A;
  /** By the camel-case form of their long flag. */
  readonly options?: O;
  /** Whether it supports `--dry-run`. Every other command refuses that option. */
  readonly dryRun?: boolean;
  /** Shown in the help, without the leading `sluice`. */
  readonly examples: readonly [string, ...string[]];
  /** Returns the exit code; nothing means 0. It imports heavy modules itself, so that other commands start fast. */
  run(input: { readonly args: Values<A>; readonly options: Values<O> }, shell: Shell): Promise<number | void>;
}

/** Keeps the types of arguments and options for `run`, and drops them outside. */
export function command<A extends Parameters, O extends Parameters>(spec: Command<A, O>): Command {
  return spec;
}

/** `--name`, which is true when given. */
export function flag(flags: string, about: string): Parameter<boolean> {
  return { flags, about, fallback: false };
}

/** An option with a value. */
export function option<T>(flags: string, about: string, parse: Parser<T>): Parameter<T | undefined>;
export function option<T>(flags: string, about: string, parse: Parser<T>, fallback: T): Parameter<T>;
export function option<T>(flags: string, about: string, parse: Parser<T>, fallback?: T): Parameter<T | undefined> {
  return { flags, about, parse, ...choicesOf(parse), ...fallbackOf(parse, fallback) };
}

/** An option that may be given more than once. Its parser collects the values. */
export function repeatableOption<T>(flags: string, about: string, parse: Parser<T>): Parameter<T | undefined> {
  return { ...option(flags, about, parse), repeatable: true };
}

export function requiredOption<T>(flags: string, about: string, parse: Parser<T>): Parameter<T> {
  return { flags, about, parse, ...choicesOf(parse), required: true };
}

/** `<name>` must be given. For `[name]` use `optionalArgument`. */
export function argument<T>(name: string, about: string, parse: Parser<T>): Parameter<T> {
  return { flags: `<${name}>`, about, parse, ...choicesOf(parse) };
}

export function optionalArgument<T>(name: string, about: string, parse: Parser<T>): Parameter<T | undefined> {
  return { flags: `[${name}]`, about, parse, ...choicesOf(parse) };
}

function fallbackOf<T>(parse: Parser<T>, fallback: T | undefined): { readonly fallback?: T; readonly shownFallback?: string } {
  if (fallback === undefined) return {};
  const shownFallback = parse.shown?.(fallback);
  return shownFallback === undefined ? { fallback } : { fallback, shownFallback };
}

function choicesOf({ choices }: Parser<unknown>): { readonly choices?: readonly string[] } {
  return choices === undefined ? {} : { choices };
}
