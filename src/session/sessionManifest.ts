import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, messageOf } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { shownValue } from '../base/shownValue.ts';
import type { ExecutionSettings } from '../engine/execution/executionSettings.ts';
import type { ExitOrder } from '../engine/deskOrders/newOrder.ts';
import type { RiskLimits } from '../engine/risk/limits.ts';
import type { EngineSettings } from '../engine/engineState.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { showSettings } from '../settings/showSettings.ts';
import { configuredExits } from '../loading/configuredExits.ts';
import { codeHash } from '../loading/codeHash.ts';
import { textsOf } from '../loading/strategyParams.ts';
import { sluiceVersion } from '../settings/sluiceVersion.ts';
import { exactText, exactValue } from './exactText.ts';

/** Everything needed to build an engine like the session's, and where it came from. */
export interface SessionManifest {
  readonly format: 1;
  readonly startedAt: Instant;
  readonly world: string;
  readonly venue: string;
  /** The process that writes the session. While it lives, the session is not over. */
  readonly pid: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly engine: {
    readonly seed: string;
    readonly replaces: boolean;
    readonly limits: RiskLimits;
    readonly execution?: ExecutionSettings | undefined;
    readonly strategies: readonly SessionStrategy[];
  };
  /** The whole configuration as `config show` prints it, with secrets masked. For people. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface SessionStrategy {
  readonly name: string;
  readonly use: string;
  /** Where `use` starts when it is a relative path. */
  readonly directory: string;
  readonly symbol?: string | undefined;
  readonly markets?: Readonly<Record<string, string>> | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** The exits of the configuration. What its position begins with is told by the events. */
  readonly exits?: readonly ExitOrder[] | undefined;
  /** The sha-256 of its code when the session began. */
  readonly code: string;
}

export interface ManifestFacts {
  readonly settings: Settings;
  readonly engine: EngineSettings;
  readonly world: string;
  readonly venue: string;
  readonly startedAt: Instant;
}

export function sessionManifest({ settings, engine, world, venue, startedAt }: ManifestFacts): SessionManifest {
  const { seed, replaces, limits, execution } = engine;
  return {
    format: 1,
    startedAt,
    world,
    venue,
    pid: process.pid,
    versions: { sluice: sluiceVersion(), node: process.version },
    engine: { seed: String(seed), replaces, limits, execution, strategies: sessionStrategies(settings) },
    settings: showSettings(settings),
  };
}

function sessionStrategies({ strategies, directory }: Settings): SessionStrategy[] {
  return Object.entries(strategies).map(([name, { use, symbol, markets, params, exits }]) => ({
    name,
    use,
    directory,
    symbol,
    markets,
    params: textsOf(params).texts,
    exits: configuredExits(exits),
    code: codeHash(use, directory),
  }));
}

const FILE = 'manifest.json';

export function writeManifest(folder: string, manifest: SessionManifest): void {
  writeFileSync(join(folder, FILE), `${exactText(manifest)}\n`, { mode: 0o600 });
}

/** Throws a `Fault` when the folder holds no session (`not-found`), or one that this version can't read. */
export function readManifest(folder: string): SessionManifest {
  let manifest: unknown;
  try {
    manifest = exactValue(readFileSync(join(folder, FILE), 'utf8'));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing) throw new Fault('not-found', `${folder} is not a session: there is no ${FILE} in it`, { cause: error });
    throw new Fault('store', `${folder} is not a session: ${messageOf(error)}`, { cause: error });
  }
  const { format, startedAt, pid, engine } = (manifest ?? {}) as Partial<SessionManifest>;
  if (format === undefined) throw new Fault('store', `${folder} is not a session: its ${FILE} names no format`);
  if (format !== 1) throw new Fault('schema-newer', `${folder} is a session of format ${shownValue(format)}; this version reads format 1`);
  if (typeof startedAt !== 'number' || typeof pid !== 'number' || !Array.isArray(engine?.strategies)) {
    throw new Fault(
      'store',
      `${folder} is not a session: its ${FILE} does not say when it began, by which process, or with which strategies`,
    );
  }
  return manifest as SessionManifest;
}
