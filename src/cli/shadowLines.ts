import type { ShadowStatus } from '../daemon/shadow/shadowStatus.ts';
import { comparisonText } from '../research/shadow/shadowText.ts';
import { moneyText } from '../base/moneyText.ts';

/** A strategy beside its shadow: how both did in the fill model, what the champion really earned, and how sure the difference is. */
export function shadowLines({
  name,
  champion,
  state,
  reason,
  goesOn,
  currency,
  since,
  counted,
  now,
  limited,
  comparison,
}: ShadowStatus): string[] {
  const money = (value: number): string => `${moneyText(value.toFixed(18), currency)} ${currency}`;
  const both = (of: { readonly champion: number; readonly challenger: number }): string =>
    `${champion} ${money(of.champion)}, ${name} ${money(of.challenger)}`;
  const really = counted.live === undefined ? '' : `; ${champion} really earned ${money(counted.live)}`;
  const sums = since === undefined ? '' : `; since ${since}: ${both(counted)}${really}`;
  const lately = now === undefined ? '' : `; in this life ${both(now)}`;
  const each = [
    [champion, limited?.champion],
    [name, limited?.challenger],
  ];
  const limits = each.flatMap(([who, why]) =>
    why === undefined ? [] : [`shadow  ${name}: in the model ${who} is stopped by a limit until the next start, and earns nothing: ${why}`],
  );
  return [
    `shadow  ${name} beside ${champion}, ${state}${reason === undefined ? '' : ` (${reason}; it goes on ${goesOn})`}${sums}${lately}`,
    `shadow  ${name}: ${comparisonText(comparison, money)}`,
    ...limits,
  ];
}
