import type { Protection } from '../engine/protection.ts';
import type { LossLimits } from '../engine/risk/limits.ts';
import type { ProtectionSettings } from '../settings/protectionSection.ts';
import type { Settings } from '../settings/loadSettings.ts';

/** The limits on losses by strategy, and of all under the empty name. Undefined where there are none. */
export function lossesOf({ risk, strategies }: Pick<Settings, 'risk' | 'strategies'>): Readonly<Record<string, LossLimits>> | undefined {
  const { maxLoss, maxDrawdown, onLoss = 'cancel' } = risk;
  const ofAll: LossLimits = { maxLoss, maxDrawdown, action: onLoss };
  const each = Object.entries(strategies).map(([name, one]): readonly [string, LossLimits] => [
    name,
    { maxLoss: one.maxLoss, maxDailyLoss: one.maxDailyLoss, maxDrawdown: one.maxDrawdown, action: one.onLoss ?? 'cancel' },
  ]);
  return filled([['', ofAll], ...each], (one) => (one.maxLoss ?? one.maxDailyLoss ?? one.maxDrawdown) !== undefined);
}

/** The protections by strategy, and those of all under the empty name. Undefined where there are none. */
export function protectionsOf({
  risk,
  strategies,
}: Pick<Settings, 'risk' | 'strategies'>): Readonly<Record<string, readonly Protection[]>> | undefined {
  const each = Object.entries(strategies).map(([name, one]) => [name, (one.protections ?? []).map(protectionOf)] as const);
  return filled([['', (risk.protections ?? []).map(protectionOf)], ...each], (list) => list.length > 0);
}

/** The members that its kind needs are there: that was checked with the settings. */
function protectionOf({ kind, trades, fills, within, least, move, after, pause: pauseMs, action }: ProtectionSettings): Protection {
  const shared = { pauseMs, action };
  switch (kind) {
    case 'losing-trades':
      return { kind, trades: trades!, withinMs: within!, ...shared };
    case 'low-profit':
      return { kind, trades: trades!, withinMs: within!, least: least!, ...shared };
    case 'cool-down':
      return { kind, after: after!, ...shared };
    case 'repeated-fills':
      return { kind, fills: fills!, withinMs: within!, move: move!, ...shared };
  }
}

function filled<T>(entries: readonly (readonly [string, T])[], isFilled: (one: T) => boolean): Readonly<Record<string, T>> | undefined {
  const kept = entries.filter(([, one]) => isFilled(one));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
