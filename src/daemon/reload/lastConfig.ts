import { isoOf } from '../../base/instant.ts';
import { readManifest } from '../../session/sessionManifest.ts';
import { storedSessions } from '../../session/sessions.ts';
import type { World } from '../../settings/loadSettings.ts';
import { type DescribedConfig, describedAs } from './describedConfig.ts';

interface LastConfig {
  readonly config: DescribedConfig;
  readonly world: World;
  readonly hash: string;
  readonly since: string;
}

/** What the last daemon of a state directory ran with in the end. Undefined when no session says that. */
export function lastConfig(state: string): LastConfig | undefined {
  const session = storedSessions(state).at(-1);
  if (session === undefined) return undefined;
  const { world, reloads = [], ...manifest } = readManifest(session.folder);
  const last = reloads.findLast(({ refused }) => refused === undefined);
  const { engine, settings } = last ?? manifest;
  const config = describedAs(settings, engine.strategies);
  return { config, world: world as World, hash: config.hash, since: isoOf(last?.at ?? manifest.startedAt) };
}
