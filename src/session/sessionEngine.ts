import { readParams } from '../engine/params.ts';
import type { EngineSettings } from '../engine/engineState.ts';
import { Fault, messageOf } from '../base/fault.ts';
import { engineSettingsOf } from '../loading/engineSettings.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { codeHash } from '../loading/codeHash.ts';
import { isBundled, loadStrategy, strategyFile } from '../loading/strategyLoader.ts';
import { configuredStrategies } from '../loading/strategyParams.ts';
import type { SessionManifest } from './sessionManifest.ts';

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
  const { seed, replaces, limits, execution, strategies } = manifest.engine;
  const changedCode = strategies.filter(({ use, directory, code }) => hashNow(use, directory) !== code).map(({ name }) => name);
  if (settings !== undefined) {
    return { settings: { ...engineSettingsOf(settings, await configuredStrategies(settings)), seed }, changedCode };
  }
  const loaded = strategies.map(async ({ name, use, directory, symbol, markets, params, exits }) => {
    const { definition, file } = await loadStrategy(use, directory).catch((error: unknown) => {
      throw new Fault('strategy', `${name} of the session can't be loaded: ${messageOf(error)}`, { cause: error, suggestion: GONE });
    });
    const { values, problems } = readParams(definition.params, params);
    const [problem] = problems;
    if (problem !== undefined) {
      throw new Fault('strategy', `${name}: the parameter ${problem.name} of the session no longer fits ${file}: ${problem.problem}`, {
        suggestion: 'replay it with a configuration that fits, by -c FILE',
      });
    }
    return { name, symbol, markets, definition, params: values, exits };
  });
  return { settings: { seed, replaces, limits, execution, strategies: await Promise.all(loaded) }, changedCode };
}

/**
 * The files that the session would run. It names them itself, and their code has all rights of this process. Bundled strategies
 * are not among them.
 */
export function foreignCode({ engine }: SessionManifest): readonly string[] {
  return [...new Set(engine.strategies.filter(({ use }) => !isBundled(use)).map(({ use, directory }) => strategyFile(use, directory)))];
}

const GONE = 'put its file back, or run the session with another configuration, by -c FILE';

function hashNow(use: string, directory: string): string | undefined {
  try {
    return codeHash(use, directory);
  } catch {
    return undefined;
  }
}
