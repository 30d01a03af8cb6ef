import { assert } from '../../base/assert.ts';
import type { HttpAnswer, HttpCall } from './httpCall.ts';

/** `parameters` holds the decoded parameters of the path. */
export type RouteHandler<A> = (call: HttpCall, parameters: Readonly<Record<string, string>>) => A;

/** Whether a call is for this handler, where two share a method and a path. */
export type CallFilter = (call: HttpCall) => boolean;

interface Route<A> {
  /** A name where a parameter stands, else the text that must stand there. */
  readonly parts: readonly (string | { readonly name: string })[];
  readonly isFor: CallFilter | undefined;
  readonly handle: RouteHandler<A>;
}

const NONE: Readonly<Record<string, string>> = {};

/**
 * Finds who answers a method and a path. A path without parameters goes before one with, and a handler that takes only some of
 * the calls goes before one that takes them all. A parameter is one whole segment.
 */
export class Router<A = HttpAnswer | Promise<HttpAnswer>> {
  /** By method, then by path. */
  readonly #exact = new Map<string, Map<string, Route<A>[]>>();
  /** By method and number of segments. */
  readonly #patterns = new Map<string, Route<A>[]>();

  /** `path` with `{name}` where a parameter stands. */
  add(method: string, path: string, handle: RouteHandler<A>, isFor?: CallFilter): void {
    const segments = path.split('/');
    const parts = segments.map((segment) => (segment.startsWith('{') ? { name: segment.slice(1, -1) } : segment));
    const route = { parts, isFor, handle };
    if (path.includes('{')) {
      const key = `${method} ${segments.length}`;
      this.#patterns.set(key, withRoute(this.#patterns.get(key) ?? [], route));
      return;
    }
    const paths = this.#exact.get(method) ?? new Map<string, Route<A>[]>();
    const routes = paths.get(path) ?? [];
    assert(isFor !== undefined || routes.every((other) => other.isFor !== undefined), `${method} ${path} has two handlers`);
    this.#exact.set(method, paths.set(path, withRoute(routes, route)));
  }

  /** The answer of whoever it is for; undefined when it is for nobody. */
  route(call: HttpCall): A | undefined {
    const { method, path } = call;
    for (const { isFor, handle } of this.#exact.get(method)?.get(path) ?? []) {
      if (isFor === undefined || isFor(call)) return handle(call, NONE);
    }
    const segments = path.split('/');
    for (const { parts, isFor, handle } of this.#patterns.get(`${method} ${segments.length}`) ?? []) {
      const parameters = match(parts, segments);
      if (parameters !== undefined && (isFor === undefined || isFor(call))) return handle(call, parameters);
    }
    return undefined;
  }
}

function withRoute<A>(routes: readonly Route<A>[], route: Route<A>): Route<A>[] {
  return route.isFor === undefined ? [...routes, route] : [route, ...routes];
}

function match(parts: Route<unknown>['parts'], segments: readonly string[]): Readonly<Record<string, string>> | undefined {
  const parameters: Record<string, string> = {};
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    const segment = segments[i]!;
    if (typeof part === 'string') {
      if (part !== segment) return undefined;
    } else if (segment === '') {
      return undefined;
    } else {
      parameters[part.name] = segment.includes('%') ? decoded(segment) : segment;
    }
  }
  return parameters;
}

/** A text that is not properly percent-encoded stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
