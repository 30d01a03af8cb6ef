import type { Protection } from '../engine/protection.ts';
import type { LossLimits } from '../engine/risk/limits.ts';
import type { ProtectionSettings } from '../settings/protectionSection.ts';
import type { Settings } from '../settings/loadSettings.ts';

/** The limits on losses by strategy, and of all under the empty name. Undefined where there are none. */
export function lossesOf({ risk, strategies }: Pick<Settings, 'risk' | 'strategies'>): Readonly<Record<string, LossLimits>> | undefined {
  const { maxLoss, maxDrawdown, onLoss = 'cancel' } = risk;
  const ofAll: LossLimits = { maxLoss, maxDrawdown, action: onLoss, ...alsoOf(risk.protect) };
  const each = Object.entries(strategies).map(([name, one]): readonly [string, LossLimits] => [
    name,
    {
      maxLoss: one.maxLoss,
      maxDailyLoss: one.maxDailyLoss,
      maxDrawdown: one.maxDrawdown,
      action: one.onLoss ?? 'cancel',
      ...alsoOf(one.protect),
    },
  ]);
  return filled([['', ofAll], ...each], (one) => (one.maxLoss ?? one.maxDailyLoss ?? one.maxDrawdown ?? one.also) !== undefined);
}

/** The protections by strategy, and those of all under the empty name. Undefined where there are none. */
export function protectionsOf({
  risk,
  strategies,
}: Pick<Settings, 'risk' | 'strategies'>): Readonly<Record<string, readonly Protection[]>> | undefined {
  const each = Object.entries(strategies).map(([name, one]) => [name, (one.protect ?? []).flatMap(protectionOf)] as const);
  return filled([['', (risk.protect ?? []).flatMap(protectionOf)], ...each], (list) => list.length > 0);
}

/** The limits on losses of the list, each with what then happens. */
function alsoOf(list: readonly ProtectionSettings[] = []): { readonly also?: readonly LossLimits[] } {
  const also = list.flatMap(({ kind, amount, per, then: action = 'cancel' }): LossLimits[] => {
    if (kind === 'drawdown') return [{ maxDrawdown: amount, action }];
    if (kind !== 'max-loss') return [];
    return [per === 'day' ? { maxDailyLoss: amount, action } : { maxLoss: amount, action }];
  });
  return also.length === 0 ? {} : { also };
}

/** None for a limit on losses. The members that its kind needs are there: that was checked with the settings. */
function protectionOf({
  kind,
  trades,
  fills,
  within,
  least,
  move,
  after,
  pause: pauseMs,
  then,
}: ProtectionSettings): readonly Protection[] {
  const shared = { pauseMs, action: then ?? (kind === 'cool-down' ? 'no-entries' : 'cancel') } as const;
  switch (kind) {
    case 'losing-trades':
      return [{ kind, trades: trades!, withinMs: within!, ...shared }];
    case 'low-profit':
      return [{ kind, trades: trades!, withinMs: within!, least: least!, ...shared }];
    case 'cool-down':
      return [{ kind, after: after!, ...shared }];
    case 'repeated-fills':
      return [{ kind, fills: fills!, withinMs: within!, move: move!, ...shared }];
    case 'max-loss':
    case 'drawdown':
      return [];
  }
}

function filled<T>(entries: readonly (readonly [string, T])[], isFilled: (one: T) => boolean): Readonly<Record<string, T>> | undefined {
  const kept = entries.filter(([, one]) => isFilled(one));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
