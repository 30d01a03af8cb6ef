import type { SessionStrategy } from '../../session/recordedEngine.ts';
import type { World } from '../../settings/loadSettings.ts';
import { strategyVersion } from '../../loading/strategyVersion.ts';
import type { DescribedConfig } from './describedConfig.ts';
import { type SettingRow, settingChanges } from './settingChanges.ts';

/** What a reload would change. */
export interface ConfigPlan {
  /** The file that was read, and the hash of what it says. */
  readonly file: string;
  readonly hash: string;
  /** What it is compared with. */
  readonly before: { readonly hash: string; readonly since: string };
  readonly settings: readonly SettingRow[];
  readonly strategies: readonly StrategyRow[];
  /** Open orders of the strategies that change, and what becomes of each. */
  readonly orders: readonly OrderRow[];
  /** Why it can't be reloaded. Empty when it can. */
  readonly problems: readonly string[];
}

export interface StrategyRow {
  readonly strategy: string;
  readonly change: 'added' | 'removed' | 'replaced';
  /** What is new of a strategy that is replaced: `code`, `params`, `exits`. */
  readonly because: readonly string[];
  /** Where it does not run now: what becomes of that. */
  readonly afterwards?: 'starts again' | 'stays paused' | 'stays stopped';
}

export interface OrderRow {
  /** The venue's id, or ours while the venue has given none. */
  readonly orderId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly side: string;
  readonly amount: string;
  readonly price: string | undefined;
  readonly becomes: string;
}

/** The part of a plan that follows from the two configurations alone. */
export function planBetween(
  before: DescribedConfig,
  after: DescribedConfig,
  world: World,
): Pick<ConfigPlan, 'settings' | 'strategies' | 'problems'> {
  const settings = settingChanges(before, after, world);
  const restarts = settings.filter(({ takesEffect }) => takesEffect === 'restart');
  return {
    settings,
    strategies: strategyRows(before.strategies, after.strategies),
    problems: restarts.map(({ setting }) => `${setting} needs a restart`),
  };
}

/** Whether nothing would change for a daemon. */
export function isNothing({ settings, strategies }: Pick<ConfigPlan, 'settings' | 'strategies'>): boolean {
  return strategies.length === 0 && settings.every(({ takesEffect }) => takesEffect === 'other commands');
}

function strategyRows(before: readonly SessionStrategy[], after: readonly SessionStrategy[]): readonly StrategyRow[] {
  const removed = before.filter(({ name }) => !after.some((one) => one.name === name));
  return [
    ...removed.map(({ name }): StrategyRow => ({ strategy: name, change: 'removed', because: [] })),
    ...after.flatMap((one): StrategyRow[] => {
      const was = before.find(({ name }) => name === one.name);
      if (was === undefined) return [{ strategy: one.name, change: 'added', because: [] }];
      if (strategyVersion(was) === strategyVersion(one)) return [];
      return [{ strategy: one.name, change: 'replaced', because: differing(was, one) }];
    }),
  ];
}

function differing(was: SessionStrategy, one: SessionStrategy): readonly string[] {
  const versionOf = (given: Partial<SessionStrategy>): string => strategyVersion({ ...was, ...given });
  const parts = [
    ['code', { code: one.code }],
    ['params', { params: one.params }],
    ['exits', { exits: one.exits }],
  ] as const;
  return parts.filter(([, given]) => versionOf(given) !== strategyVersion(was)).map(([part]) => part);
}
