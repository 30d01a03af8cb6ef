import type { ConfigPlan, StrategyRow } from '../daemon/reload/configPlan.ts';
import type { SettingRow } from '../daemon/reload/settingChanges.ts';
import type { Column } from './column.ts';

export interface PlanRow {
  readonly what: 'setting' | 'strategy' | 'order';
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly effect: string;
}

const EFFECTS: Readonly<Record<SettingRow['takesEffect'], string>> = {
  reload: 'with the reload',
  restart: 'needs a restart',
  'other commands': 'not read by a daemon',
};

/** What a plan says, one line for each thing that changes. */
export function planRows({ settings, strategies, orders }: Pick<ConfigPlan, 'settings' | 'strategies' | 'orders'>): readonly PlanRow[] {
  return [
    ...settings.map(({ setting, before, after, takesEffect }): PlanRow => {
      return { what: 'setting', name: setting, before, after, effect: EFFECTS[takesEffect] };
    }),
    ...strategies.map((row): PlanRow => {
      return { what: 'strategy', name: row.strategy, before: undefined, after: undefined, effect: strategyText(row) };
    }),
    ...orders.map(({ orderId, strategy, symbol, side, amount, price, becomes }): PlanRow => {
      const shape = `${side} ${amount} ${symbol} at ${price ?? 'the market'}`;
      return { what: 'order', name: orderId, before: `${shape} of ${strategy}`, after: undefined, effect: becomes };
    }),
  ];
}

export const planColumns: readonly Column<PlanRow>[] = [
  { key: 'what', value: ({ what }) => what },
  { key: 'name', value: ({ name }) => name },
  { key: 'before', value: ({ before }) => before },
  { key: 'after', value: ({ after }) => after },
  { key: 'effect', value: ({ effect }) => effect, style: ({ effect }) => (effect === EFFECTS.restart ? 'red' : undefined) },
];

function strategyText({ change, because, afterwards }: StrategyRow): string {
  const after = afterwards === undefined ? '' : `, and ${afterwards}`;
  if (change === 'removed') return 'removed: its position stays known until the next start';
  if (change === 'added') return `added${after}`;
  return `replaced (${because.join(', ')}): it keeps its position and what it has saved${after}`;
}
