import { urlFrom } from './kinds.ts';
import type { Path, Problem } from './problem.ts';
import { type Environment, type ResolvedSecret, secretFromEnvironment } from './secrets.ts';
import { isMap } from './treeValue.ts';
import { isReference, type TreeValue } from './yamlTree.ts';

export type Credential = 'key' | 'secret';
export const CREDENTIALS: readonly Credential[] = ['key', 'secret'];
export const EXCHANGE: Path = ['venue', 'exchange'];

export interface Overridden {
  readonly value: TreeValue | undefined;
  readonly problems: readonly Problem[];
  /** The credentials that the environment itself holds. */
  readonly secrets: Partial<Record<Credential, ResolvedSecret>>;
}

export function variableOf(member: string): string {
  return `SLUICE_EXCHANGE_${member.toUpperCase()}`;
}

/** Lets `SLUICE_EXCHANGE_URL`, `_KEY` and `_SECRET` override the file. An empty variable counts as not set. */
export function withEnvironment(root: TreeValue | undefined, env: Environment): Overridden {
  const problems: Problem[] = [];
  const secrets: Partial<Record<Credential, ResolvedSecret>> = {};
  const given: Record<string, TreeValue> = {};
  const refuse = (member: string, message: string): void => {
    problems.push({ path: [...EXCHANGE, member], origin: `environment ${variableOf(member)}`, message });
  };
  const url = env[variableOf('url')];
  if (url !== undefined && url !== '') {
    if (urlFrom(url) === undefined) refuse('url', 'expected an address that starts with https:// or http://, without user name or query');
    given['url'] = urlFrom(url) ?? 'http://127.0.0.1';
  }
  for (const credential of CREDENTIALS) {
    const name = variableOf(credential);
    if (env[name] === undefined || env[name] === '') continue;
    const found = secretFromEnvironment(name, env);
    if (typeof found === 'string') refuse(credential, found);
    else secrets[credential] = found;
    given[credential] = `\${env:${name}}`;
  }
  return { value: merged(root, given), problems, secrets };
}

function merged(root: TreeValue | undefined, given: Readonly<Record<string, TreeValue>>): TreeValue | undefined {
  if (!isMap(root) || Object.keys(given).length === 0) return root;
  const venue = root['venue'] ?? {};
  const exchange = isMap(venue) ? (venue['exchange'] ?? {}) : undefined;
  // Something else stands where these maps belong. The schema reports it.
  if (!isMap(venue) || !isMap(exchange)) return root;
  const overrides = Object.entries(given).filter(([member]) => mayReplace(member, exchange[member]));
  return { ...root, venue: { ...venue, exchange: { ...exchange, ...Object.fromEntries(overrides) } } };
}

/** A wrong value in the file stays, so that it is reported: above all a secret that somebody wrote down. */
function mayReplace(member: string, inFile: TreeValue | undefined): boolean {
  if (inFile === undefined) return true;
  return typeof inFile === 'string' && (member === 'url' ? urlFrom(inFile) !== undefined : isReference(inFile));
}
