import { createHash } from 'node:crypto';
import type { ConfiguredStrategy } from '../../loading/strategyParams.ts';
import { type SessionStrategy, sessionStrategies } from '../../session/recordedEngine.ts';
import type { Settings } from '../../settings/loadSettings.ts';
import type { Secret } from '../../base/secret.ts';
import { CREDENTIALS, EXCHANGE } from '../../settings/environment.ts';
import { showSettings } from '../../settings/showSettings.ts';

/** A configuration in words: what two of them are compared by. */
export interface DescribedConfig {
  /** As `config show` prints it, secrets masked. */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly strategies: readonly SessionStrategy[];
  readonly hash: string;
  /** What is masked in `shown`, by the name of the setting. Undefined where only the words are left of a configuration. */
  readonly secrets?: ReadonlyMap<string, Secret> | undefined;
}

const HASH_DIGITS = 16;

export function describedConfig(settings: Settings, strategies: readonly ConfiguredStrategy[]): DescribedConfig {
  return { ...describedAs(showSettings(settings), sessionStrategies(settings, strategies)), secrets: secretsOf(settings) };
}

/** The strategies that trade, without shadows, as the configuration shows them. */
export function shownStrategies({ shown, strategies }: DescribedConfig): ReadonlyMap<string, unknown> {
  const all = shown['strategies'] as Readonly<Record<string, unknown>>;
  return new Map(strategies.map(({ name }) => [name, all[name]]));
}

function secretsOf({ venue: { exchange } }: Settings): ReadonlyMap<string, Secret> {
  const found = CREDENTIALS.flatMap((credential) => {
    const secret = exchange?.[credential]?.secret;
    return secret === undefined ? [] : [[[...EXCHANGE, credential].join('.'), secret] as const];
  });
  return new Map(found);
}

/** The hash is over what is in force, the strategies' code included: comments, layout and the order of members change nothing. */
export function describedAs(shown: Readonly<Record<string, unknown>>, strategies: readonly SessionStrategy[]): DescribedConfig {
  const code = Object.fromEntries(strategies.map(({ name, code: hash }) => [name, hash]));
  const text = JSON.stringify(inOrder({ shown, code }));
  return { shown, strategies, hash: createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS) };
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, inner]) => [name, inOrder(inner)]));
}
