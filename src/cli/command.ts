import type { Shell } from './shell.ts';

/** An option or an argument: how it is written, and how its text becomes a value. */
export interface Parameter<T> {
  /** `--depth <levels>` for an option, `<symbol>` or `[file]` for an argument. */
  readonly flags: string;
  readonly about: string;
  /** Throws an `Error` that says what was expected. `previous` is the value so far of an option that may be repeated. */
  parse?(text: string, previous: unknown): T;
  readonly fallback?: T;
  readonly required?: boolean;
  /** Given more than once, an option is a mistake unless this is said. */
  readonly repeatable?: boolean;
  /** The words that it takes, where there are only a few; for completion. */
  readonly choices?: readonly string[];
}

/** A parser that takes only a few words may say which. */
export interface Parser<T> {
  (text: string, previous: unknown): T;
  readonly choices?: readonly string[];
}

type Parameters = Readonly<Record<string, Parameter<unknown>>>;
type ValueOf<P> = P extends Parameter<infer T> ? T : never;
type Values<P extends Parameters> = { readonly [K in keyof P]: ValueOf<P[K]> };

/** A command as data: the program, its help and its tests are loops over these. */
export interface Command<A extends Parameters = Parameters, O extends Parameters = Parameters> {
  /** With its group: `config check`. */
  readonly name: string;
  readonly about: string;
  /** By name, in their order on the line. */
  readonly args?: A;
  /** By the camel-case form of their long flag. */
  readonly options?: O;
  /** It obeys `--dry-run`; every other command refuses that option. */
  readonly dryRun?: boolean;
  /** Without the leading `sluice`; the help shows them. */
  readonly examples: readonly [string, ...string[]];
  /** Answers the exit code; nothing is 0. Heavy modules are imported in here, so that other commands start fast. */
  run(input: { readonly args: Values<A>; readonly options: Values<O> }, shell: Shell): Promise<number | void>;
}

/** Keeps the types of arguments and options while giving up the rest. */
export function command<A extends Parameters, O extends Parameters>(spec: Command<A, O>): Command {
  return spec;
}

/** `--name`, true when given. */
export function flag(flags: string, about: string): Parameter<boolean> {
  return { flags, about, fallback: false };
}

/** An option with a value. */
export function option<T>(flags: string, about: string, parse: Parser<T>): Parameter<T | undefined>;
export function option<T>(flags: string, about: string, parse: Parser<T>, fallback: T): Parameter<T>;
export function option<T>(flags: string, about: string, parse: Parser<T>, fallback?: T): Parameter<T | undefined> {
  return { flags, about, parse, ...choicesOf(parse), ...(fallback === undefined ? {} : { fallback }) };
}

/** An option that may be given more than once; its parser gathers the values. */
export function repeatableOption<T>(flags: string, about: string, parse: Parser<T>): Parameter<T | undefined> {
  return { ...option(flags, about, parse), repeatable: true };
}

export function requiredOption<T>(flags: string, about: string, parse: Parser<T>): Parameter<T> {
  return { flags, about, parse, ...choicesOf(parse), required: true };
}

/** `<name>` must be given; for `[name]` use `optionalArgument`. */
export function argument<T>(name: string, about: string, parse: Parser<T>): Parameter<T> {
  return { flags: `<${name}>`, about, parse, ...choicesOf(parse) };
}

export function optionalArgument<T>(name: string, about: string, parse: Parser<T>): Parameter<T | undefined> {
  return { flags: `[${name}]`, about, parse, ...choicesOf(parse) };
}

function choicesOf({ choices }: Parser<unknown>): { readonly choices?: readonly string[] } {
  return choices === undefined ? {} : { choices };
}
