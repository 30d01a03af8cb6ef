import { allOperations, type NamedOperation } from '../../src/contract/contract.ts';
import { exampleTexts } from '../../src/contract/exampleTexts.ts';
import { paramsFromText } from '../../src/contract/paramsFromText.ts';
import { preparerOf } from '../../src/client/prepare.ts';
import type { RawParameters } from '../../src/simulator/requestParameters.ts';
import { SCENARIOS } from '../conformance/scenarios.ts';
import { openQuietScene } from '../conformance/scene.ts';

/** One call as it went over the wire. */
export interface Exchanged {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly body: string;
  readonly status: number;
  readonly reply: string;
  readonly authorization: string | undefined;
}

/** Good messages of each operation: the contract's examples, and what a client and the simulator say to each other. */
export interface Corpus {
  readonly operations: readonly NamedOperation[];
  /** All calls that led to one of an operation, and that one as the last. */
  calls(name: string): readonly Exchanged[];
  replies(name: string): readonly string[];
  requests(name: string): readonly RawParameters[];
}

export async function gatherCorpus(): Promise<Corpus> {
  const operations = allOperations();
  const calls = new Map<string, readonly Exchanged[]>();
  for (const { name } of operations) calls.set(name, await callsOf(name));
  const rows = new Map(operations.map(({ name, row }) => [name, row]));
  return {
    operations,
    calls: (name) => calls.get(name)!,
    replies: (name) => [...new Set([rows.get(name)!.example.reply, calls.get(name)!.at(-1)!.reply])],
    requests: (name) => {
      const row = rows.get(name)!;
      const { path, query, body } = preparerOf(name, row, row.path)(paramsFromText(name, row, exampleTexts(row)));
      const last = calls.get(name)!.at(-1)!;
      const [lastPath = '', lastQuery = ''] = last.target.split('?');
      return [
        { path: pathParameters(row.path, path), query, body },
        { path: pathParameters(row.path, lastPath), query: lastQuery, body: last.body },
      ];
    },
  };
}

async function callsOf(name: string): Promise<readonly Exchanged[]> {
  const seen: Exchanged[] = [];
  const scene = openQuietScene((fetch) => async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = await request.clone().text();
    const response = await fetch(request);
    const reply = await response.clone().text();
    const authorization = request.headers.get('authorization') ?? undefined;
    seen.push({ method: request.method, target: pathname + search, body, status: response.status, reply, authorization });
    return response;
  });
  await scene.send(name, await SCENARIOS[name]!.prepare?.(scene));
  await scene.close();
  return seen;
}

/** The values that stand in a path where its template has names. */
function pathParameters(template: string, path: string): Record<string, string> {
  const values = path.split('/');
  const named = template
    .split('/')
    .flatMap((part, i) => (part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(values[i]!)]] : []));
  return Object.fromEntries(named) as Record<string, string>;
}
