import { resolve } from 'node:path';
import { Fault, messageOf } from '../base/fault.ts';
import type { EngineSettings } from '../engine/engineState.ts';
import { readParams } from '../engine/params.ts';
import { codeHash } from '../loading/codeHash.ts';
import { engineSettingsOf } from '../loading/engineSettings.ts';
import { type StrategyCode, strategyCode } from '../loading/strategyCode.ts';
import { isBundled, loadCode, loadStrategy } from '../loading/strategyLoader.ts';
import { type ConfiguredStrategy, configuredStrategies } from '../loading/strategyParams.ts';
import { strategyVersion } from '../loading/strategyVersion.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { RecordedEngine, SessionStrategy } from './recordedEngine.ts';
import type { SessionManifest } from './sessionManifest.ts';
import type { SessionReload } from './sessionReload.ts';

/** The engine that runs through a session again, and how it differs from the one that wrote it. */
export interface SessionEngine {
  readonly settings: EngineSettings;
  /** The instances whose code has changed since. */
  readonly changedCode: readonly string[];
}

/**
 * Makes the session's engine with the strategies' present files, or, with `settings`, with another configuration. Ids are drawn
 * from the session's seed in both cases. Throws a `Fault` `strategy` when a file is gone or does not fit the parameters.
 */
export async function sessionEngine(manifest: SessionManifest, settings?: Settings): Promise<SessionEngine> {
  const { engine, reloads = [] } = manifest;
  const parts = [engine, ...reloads.map((reload) => reload.engine)];
  const kept = keptCode(reloads);
  const changed = parts.flatMap(({ strategies }) =>
    strategies.filter(({ use, directory, code }) => !kept.has(code) && hashNow(use, directory) !== code),
  );
  const changedCode = [...new Set(changed.map(({ name }) => name))];
  if (settings !== undefined) {
    return { settings: { ...engineSettingsOf(settings, await configuredStrategies(settings)), seed: engine.seed }, changedCode };
  }
  const [first, ...later] = await Promise.all(parts.map((part) => engineOf(part, kept)));
  if (later.length === 0) return { settings: first!, changedCode };
  const byRevision = new Map(reloads.map(({ revision }, i) => [revision, later[i]!]));
  const revisions = (revision: number): EngineSettings => {
    const found = byRevision.get(revision);
    if (found === undefined) throw new Fault('store', `the session does not say what its reload ${revision} has put into force`);
    return found;
  };
  return { settings: { ...first!, revisions }, changedCode };
}

async function engineOf({ strategies, ...rest }: RecordedEngine, kept: ReadonlyMap<string, StrategyCode>): Promise<EngineSettings> {
  return { ...rest, strategies: await Promise.all(strategies.map((one) => loadedStrategy(one, kept))) };
}

async function loadedStrategy(strategy: SessionStrategy, kept: ReadonlyMap<string, StrategyCode>): Promise<ConfiguredStrategy> {
  const { name, use, directory, symbol, markets, params, exits, code: hash } = strategy;
  const before = hashNow(use, directory) === hash ? undefined : kept.get(hash);
  const loading = before === undefined ? loadStrategy(use, directory) : loadCode(before);
  const { definition, file, code } = await loading.catch((error: unknown) => {
    throw new Fault('strategy', `${name} of the session can't be loaded: ${messageOf(error)}`, { cause: error, suggestion: GONE });
  });
  const { values, problems } = readParams(definition.params, params);
  const [problem] = problems;
  if (problem !== undefined) {
    throw new Fault('strategy', `${name}: the parameter ${problem.name} of the session no longer fits ${file}: ${problem.problem}`, {
      suggestion: 'replay it with a configuration that fits, by -c FILE',
    });
  }
  return { name, symbol, markets, definition, params: values, exits, version: strategyVersion(strategy), code };
}

/** Code that a reload has put out of force, by its hash. What says another hash than it has is left out. */
function keptCode(reloads: readonly SessionReload[]): ReadonlyMap<string, StrategyCode> {
  const kept = reloads.flatMap(({ before }) => before).map(({ file, files }) => strategyCode(file, files));
  return new Map(kept.map((code) => [code.hash, code]));
}

/** What a configuration names. */
export interface OwnStrategies {
  readonly directory: string;
  readonly strategies: Readonly<Record<string, { readonly use: string }>>;
  readonly shadows: Readonly<Record<string, { readonly use: string }>>;
}

/**
 * The files that the session would run although the configuration `own` does not name them. The session names them itself, and
 * their code has all rights of this process. Bundled strategies are not among them. Code that the session holds itself, from
 * before a reload, always is.
 */
export function foreignCode({ engine, reloads = [] }: SessionManifest, own?: OwnStrategies): readonly string[] {
  const strategies = [engine, ...reloads.map((reload) => reload.engine)].flatMap((part) => part.strategies);
  const known = own === undefined ? [] : [...Object.values(own.strategies), ...Object.values(own.shadows)];
  const ownFiles = new Set(known.map(({ use }) => resolve(own!.directory, use)));
  const named = strategies.filter(({ use }) => !isBundled(use)).map(({ use, directory }) => resolve(directory, use));
  return [...new Set([...named.filter((file) => !ownFiles.has(file)), ...reloads.flatMap(({ before }) => before.map(({ file }) => file))])];
}

const GONE = 'put its file back, or run the session with another configuration, by -c FILE';

function hashNow(use: string, directory: string): string | undefined {
  try {
    return codeHash(use, directory);
  } catch {
    return undefined;
  }
}
