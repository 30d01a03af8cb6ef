import type { z } from 'zod';

export type InterfaceName = 'exchange' | 'processing' | 'hostedPage';

export type Method = 'GET' | 'POST' | 'DELETE';

/**
 * Whether a request may be sent again when its answer is lost. `read`: it changes nothing. `idempotent`: sending it twice does
 * the same as sending it once. `never`: it may move money or risk, so it is journalled and sent at most once, on a fresh
 * connection.
 */
export type Repeat = 'read' | 'idempotent' | 'never';

/** Which requests go first when the rate budget is short, most urgent first (docs/assumptions.md, rate limits). */
export type Priority = 'cancel' | 'order' | 'convert' | 'account' | 'book' | 'statistics' | 'history';

/** How a list is paged: by page number and count, or by how many items to skip and to take. */
export type Paging = { readonly style: 'page-count'; readonly items: string } | { readonly style: 'skip-take' };

/**
 * One endpoint of the venue, as a row of the contract table. It is data: client, simulator, command line and documents are
 * loops over the rows.
 */
export interface Operation<
  Path extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  /** One line for help and reference. */
  readonly about: string;
  readonly method: Method;
  /** `{name}` marks a path parameter. */
  readonly path: string;
  /** The section of the specification, e.g. `000 Spot trading`. */
  readonly section: string;
  readonly auth: 'signed' | 'bearer';
  readonly repeat: Repeat;
  /** False where what it makes binds nobody: when its answer is lost, nothing is at stake. */
  readonly binds?: false;
  readonly priority: Priority;
  readonly request: {
    /** An object schema. Each member must stand in the path. */
    readonly path?: Path;
    readonly query?: Query;
    /** An object, or an array where the specification sends one. An array is the parameter `rows` of the call. */
    readonly body?: Body;
  };
  readonly reply: { readonly status: number; readonly body: Reply };
  /** Refusals that the specification names, beyond those of the whole interface. */
  readonly refusals?: readonly Refusal[];
  readonly paging?: Paging;
  /** What to use instead, when the specification calls the form obsolete. */
  readonly obsolete?: string;
  /** Parameters and the decoded reply of one call, for documents and for tests. */
  readonly example: Example;
}

export interface Refusal {
  readonly status: number;
  /** Absent where the specification gives none. */
  readonly code?: string;
  readonly when: string;
}

export interface Example {
  /** The parameters as a person would write them: every value is text or nested text. */
  readonly request: Readonly<Record<string, unknown>>;
  /** The JSON on the wire. */
  readonly reply: string;
}

/** Checks a row's shape, and keeps its types and how its list is paged. */
export function operation<
  Path extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  const P extends Paging | undefined = undefined,
>(
  row: Operation<Path, Query, Body, Reply> & { readonly paging?: P },
): Operation<Path, Query, Body, Reply> & (P extends Paging ? { readonly paging: P } : unknown) {
  return row as never;
}

type Part<T> = T extends z.ZodType ? (unknown extends z.output<T> ? unknown : z.output<T>) : unknown;

/** The name of the parameter that holds a body that is an array. */
export const ROWS = 'rows';

/** The parameters of a call: path, query and body members in one flat object. */
export type Params<O> = O extends Operation<infer Path, infer Query, infer Body> ? Flat<Part<Path> & Part<Query> & BodyPart<Body>> : never;

type BodyPart<T> = T extends z.ZodType<readonly unknown[]> ? { [ROWS]: z.output<T> } : Part<T>;

/** The answer to a call. */
export type Reply<O> = O extends { readonly reply: { readonly body: infer R } } ? (R extends z.ZodType ? z.output<R> : never) : never;

type Flat<T> = unknown extends T ? Record<never, never> : T extends readonly unknown[] ? T : { [K in keyof T]: T[K] };
