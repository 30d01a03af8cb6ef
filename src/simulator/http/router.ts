import { assert } from '../../base/assert.ts';
import type { HttpAnswer, HttpCall } from './httpCall.ts';

/** `parameters` are those of the path, decoded. */
export type RouteHandler<A> = (call: HttpCall, parameters: Readonly<Record<string, string>>) => A;

interface Pattern<A> {
  /** A name where a parameter stands, else the text that must stand there. */
  readonly parts: readonly (string | { readonly name: string })[];
  readonly handle: RouteHandler<A>;
}

const NONE: Readonly<Record<string, string>> = {};

/** Finds who answers a method and a path. A path without parameters goes before one with; a parameter is one whole segment. */
export class Router<A = HttpAnswer | Promise<HttpAnswer>> {
  /** By method, then by path. */
  readonly #exact = new Map<string, Map<string, RouteHandler<A>>>();
  /** By method and number of segments. */
  readonly #patterns = new Map<string, Pattern<A>[]>();

  /** `path` with `{name}` where a parameter stands. */
  add(method: string, path: string, handle: RouteHandler<A>): void {
    if (!path.includes('{')) {
      const paths = this.#exact.get(method) ?? new Map<string, RouteHandler<A>>();
      assert(!paths.has(path), `${method} ${path} has two handlers`);
      this.#exact.set(method, paths.set(path, handle));
      return;
    }
    const segments = path.split('/');
    const parts = segments.map((segment) => (segment.startsWith('{') ? { name: segment.slice(1, -1) } : segment));
    const key = `${method} ${segments.length}`;
    const patterns = this.#patterns.get(key);
    if (patterns === undefined) this.#patterns.set(key, [{ parts, handle }]);
    else patterns.push({ parts, handle });
  }

  /** The answer of whoever it is for; undefined when it is for nobody. */
  route(call: HttpCall): A | undefined {
    const { method, path } = call;
    const exact = this.#exact.get(method)?.get(path);
    if (exact !== undefined) return exact(call, NONE);
    const segments = path.split('/');
    for (const { parts, handle } of this.#patterns.get(`${method} ${segments.length}`) ?? []) {
      const parameters = match(parts, segments);
      if (parameters !== undefined) return handle(call, parameters);
    }
    return undefined;
  }
}

function match(parts: Pattern<unknown>['parts'], segments: readonly string[]): Readonly<Record<string, string>> | undefined {
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

/** What is not percent-encoded properly stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
