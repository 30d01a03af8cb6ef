import { dirname, resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import type { Latency } from '../model/latency.ts';
import { isLoopback } from '../base/loopback.ts';
import type { BrokenRule } from './brokenRule.ts';
import { crossChecks } from './crossChecks.ts';
import { type Credential, CREDENTIALS, EXCHANGE, variableOf, withEnvironment } from './environment.ts';
import { feedServersOf, type FeedServers } from './feedServers.ts';
import { withKnowledge } from './knowsFile.ts';
import { marketChoices } from './marketChoices.ts';
import { messageSecretFaults } from './messageSecretFaults.ts';
import { type Path, pathText, type Problem } from './problem.ts';
import { problemReport } from './report.ts';
import { apart, shadowFaults, withChampions, withoutInherited } from './shadows.ts';
import { type Environment, type ResolvedSecret, resolveSecret } from './secrets.ts';
import { resolveStore, type StoreServer } from './storeServer.ts';
import { strategyNeeds } from './strategyNeeds.ts';
import { readSource } from './readSource.ts';
import { isMap, valueAt } from './treeValue.ts';
import { type CheckedSettings, validate } from './validate.ts';
import { isReference, readYaml, type TreeValue, type YamlTree } from './yamlTree.ts';

type CheckedExchange = NonNullable<CheckedSettings['venue']['exchange']>;

/** The exchange account, with its references followed. */
export interface ExchangeSettings extends Omit<CheckedExchange, 'key' | 'secret'> {
  /** Key and secret are either both given or both undefined; only paper mode may do without them. */
  readonly key: ResolvedSecret | undefined;
  readonly secret: ResolvedSecret | undefined;
}

/** The whole configuration, checked and resolved: durations are in milliseconds, percentages are fractions, money is exact. */
export interface Settings extends Omit<CheckedSettings, 'venue'> {
  /** The Postgres of `store`, with its password. Undefined where sqlite keeps the state. */
  readonly server?: StoreServer;
  /** The NATS servers of `record.publish` and `venue.feed`, with their passwords. */
  readonly feeds?: FeedServers;
  /** Strategies that only run beside another, by name. They are in no way among `strategies`, which trade. */
  readonly shadows: CheckedSettings['strategies'];
  readonly venue: Omit<CheckedSettings['venue'], 'exchange'> & { readonly exchange: ExchangeSettings | undefined };
  /** An absolute path. Undefined when everything comes from defaults and the environment. */
  readonly file: string | undefined;
  /** Relative paths in the file start here. */
  readonly directory: string;
  /** The fit, when `backtest.latency` was fitted. `entry` and `response` are then its numbers. */
  readonly fittedLatency?: FittedLatency;
}

/** A latency each way, in whole milliseconds, with the number of requests that it was found from and their database. */
export interface FittedLatency extends Latency {
  readonly requests: number;
  readonly database: string;
}

/**
 * Finds the latency for settings that ask for a fitted one. A broken rule says why that is impossible. Undefined leaves the
 * settings as they are.
 */
export type FitLatency = (settings: Settings) => Promise<FittedLatency | BrokenRule | undefined>;

/** Checks the `params` and the markets of one strategy. The paths of broken rules are relative to the strategy. */
export type CheckParams = (
  use: string,
  params: Readonly<Record<string, TreeValue>>,
  at: { readonly strategy: string; readonly directory: string; readonly traded: { readonly symbol?: unknown; readonly markets?: unknown } },
) => readonly BrokenRule[] | Promise<readonly BrokenRule[]>;

export interface LoadOptions {
  readonly file?: string | undefined;
  /** How a person names another file when this one can't be read. Without it, with `-c`. */
  readonly advice?: string | undefined;
  readonly env: Environment;
  /** The address of the exchange interface where a person gave it otherwise: it comes before that of the environment. */
  readonly url?: string | undefined;
  /** Where a relative `file` starts, and every relative path when there is no file. */
  readonly cwd?: string | undefined;
  /** Where relative paths in the file start; without it, in the file's own folder. */
  readonly directory?: string | undefined;
  readonly checkParams?: CheckParams | undefined;
  /** Whether the secrets of messages are followed as well: only what sends them needs them. */
  readonly checksMessages?: boolean | undefined;
  /** Without it, a latency that should be fitted stays unfitted. */
  readonly fitLatency?: FitLatency | undefined;
}

/**
 * Reads the configuration. Without a file, everything has its default; `SLUICE_EXCHANGE_URL`, `_KEY` and `_SECRET` override the
 * file.
 *
 * Throws a `Fault('configuration')` whose message reports every problem with its place. Secrets are masked.
 */
export async function loadSettings(options: LoadOptions): Promise<Settings> {
  const { file, advice, env, cwd = process.cwd(), checkParams, fitLatency } = options;
  const path = file === undefined ? undefined : resolve(cwd, file);
  const directory = options.directory ?? (path === undefined ? cwd : dirname(path));
  const source = path === undefined ? '' : readSource(file!, path, advice);
  const tree = path === undefined ? undefined : readYaml(source);
  const problems: Problem[] = [...(tree?.problems ?? [])];
  const add = ({ path: at, message, atKey = false, isUnmasked }: BrokenRule): void => {
    problems.push({ path: at, message, isUnmasked, offset: atKey ? tree?.keyOffsetOf(at) : tree?.offsetOf(at) });
  };

  const given = options.url === undefined ? env : { ...env, [variableOf('url')]: options.url };
  const written = withEnvironment(rootOf(tree, add), given);
  const known = withKnowledge(written.value, directory);
  for (const rule of known.problems) add(rule);
  const overridden = { ...written, value: withChampions(known.value) };
  problems.push(...overridden.problems);
  for (const rule of shadowFaults(written.value)) add(rule);
  const { settings, problems: mistakes } = validate(overridden.value, tree);
  const named = valueAt(tree?.value, EXCHANGE) !== undefined;
  problems.push(...mistakes.map((problem) => (named ? problem : asVariable(problem, env))));
  for (const rule of crossChecks(settings))
    if (named || !isOfAccount(rule.path)) add(rule);
    else problems.push(asVariable(rule, env));
  for (const rule of [...marketChoices(overridden.value), ...strategyNeeds(overridden.value)]) add(rule);
  for (const rule of await paramProblems(overridden.value, directory, checkParams)) add(rule);
  const secrets = { ...followReferences(overridden.value, overridden.secrets, { env, directory }, add), ...overridden.secrets };
  if (options.checksMessages === true) for (const rule of messageSecretFaults(overridden.value, { env, directory })) add(rule);
  const server = serverOf(overridden.value, { env, directory }, add);
  const feeds = feedServersOf(overridden.value, { env, directory }, add);
  const assertRight = (): void => {
    if (problems.length === 0) return;
    throw new Fault('configuration', problemReport(tree && { name: file!, source, tree }, withoutInherited(problems, known.value)), {
      suggestion: 'correct the places shown; `sluice config explain FIELD` says what a field takes',
    });
  };
  assertRight();
  const checked = assemble(settings as CheckedSettings, secrets, path, directory);
  const right = { ...checked, ...(server !== undefined && { server }), ...(feeds !== undefined && { feeds }) };
  const fitted = right.backtest.latency.fitted ? await fitLatency?.(right) : undefined;
  if (fitted === undefined) return right;
  if (!('message' in fitted)) return withLatency(right, fitted);
  add(fitted);
  assertRight();
  return right;
}

/** The settings with a fitted latency in place of their own. */
export function withLatency(settings: Settings, fitted: FittedLatency): Settings {
  const { backtest } = settings;
  const latency = { ...backtest.latency, entry: fitted.entryMs, response: fitted.responseMs };
  return { ...settings, backtest: { ...backtest, latency }, fittedLatency: fitted };
}

/** The map that the file holds. Undefined when the file can't be read as one. */
function rootOf(tree: YamlTree | undefined, add: (rule: BrokenRule) => void): TreeValue | undefined {
  if (tree === undefined) return {};
  if (!tree.readable) return undefined;
  if (isMap(tree.value)) return tree.value;
  const empty = tree.value === null;
  add({ path: [], message: empty ? 'the file is empty; it needs at least: mode: demo' : 'expected a map, like mode: demo' });
  return undefined;
}

/**
 * Where the file names no account, a problem with a part of it is reported as one with an environment variable that is wrong or
 * missing.
 */
function asVariable(problem: Problem, env: Environment): Problem {
  if (!isOfAccount(problem.path)) return problem;
  const name = variableOf(String(problem.path.at(-1)));
  return { path: problem.path, origin: `environment ${name}`, message: env[name] ? problem.message : missingBeside(name, env) };
}

/** A variable that was left over from something else names an account just as well. */
function missingBeside(name: string, env: Environment): string {
  const given = ['url', ...CREDENTIALS].map(variableOf).filter((one) => env[one]);
  const rest =
    given.length === 0
      ? ''
      : `, and ${given.join(' and ')} ${given.length === 1 ? 'is' : 'are'}: set it too, or \`unset ${given.join(' ')}\``;
  return `${name} is not set${rest}`;
}

function isOfAccount(path: Path): boolean {
  return pathText(path).startsWith(`${pathText(EXCHANGE)}.`);
}

async function paramProblems(root: TreeValue | undefined, directory: string, check: CheckParams | undefined): Promise<BrokenRule[]> {
  const strategies = valueAt(root, ['strategies']);
  if (check === undefined || !isMap(strategies)) return [];
  const problems: BrokenRule[] = [];
  for (const [strategy, entry] of Object.entries(strategies)) {
    const use = valueAt(entry, ['use']);
    const params = valueAt(entry, ['params']) ?? {};
    if (typeof use !== 'string' || !isMap(params)) continue;
    const traded = { symbol: valueAt(entry, ['symbol']), markets: valueAt(entry, ['markets']) };
    const found = await check(use, params, { strategy, directory, traded });
    problems.push(...found.map((rule) => ({ ...rule, path: ['strategies', strategy, ...rule.path] })));
  }
  return problems;
}

type Secrets = Partial<Record<Credential, ResolvedSecret>>;

/** References are followed even when other fields are wrong, so that a missing variable is reported in the same pass. */
function followReferences(
  root: TreeValue | undefined,
  known: Secrets,
  from: { readonly env: Environment; readonly directory: string },
  add: (rule: BrokenRule) => void,
): Secrets {
  const secrets: Secrets = {};
  for (const credential of CREDENTIALS) {
    const path = [...EXCHANGE, credential];
    const reference = valueAt(root, path);
    if (known[credential] !== undefined || typeof reference !== 'string' || !isReference(reference)) continue;
    const found = resolveSecret(reference, from.env, from.directory);
    if (typeof found === 'string') add({ path, message: found });
    else secrets[credential] = found;
  }
  return secrets;
}

/** The server of `store`, with the reference to its password followed. */
function serverOf(
  root: TreeValue | undefined,
  from: { readonly env: Environment; readonly directory: string },
  add: (rule: BrokenRule) => void,
): StoreServer | undefined {
  const text = valueAt(root, ['store']);
  const found = typeof text === 'string' ? resolveStore(text, from.env, from.directory) : undefined;
  if (typeof found !== 'string') return found;
  add({ path: ['store'], message: found });
  return undefined;
}

function assemble(settings: CheckedSettings, secrets: Secrets, file: string | undefined, directory: string): Settings {
  const { exchange, ...venue } = settings.venue;
  return {
    ...settings,
    ...apart(settings.strategies),
    venue: { ...venue, exchange: exchange && { ...exchange, key: secrets.key, secret: secrets.secret } },
    file,
    directory,
  };
}

export type World = 'DEMO' | 'PAPER' | 'LIVE';

/** The world that a command would act on. A venue that is not on this machine counts as live, unless the file says paper. */
export function worldOf(settings: Settings): World {
  if (settings.mode !== 'demo') return settings.mode === 'live' ? 'LIVE' : 'PAPER';
  const { exchange } = settings.venue;
  return exchange !== undefined && !isLoopback(new URL(exchange.url).hostname) ? 'LIVE' : 'DEMO';
}
