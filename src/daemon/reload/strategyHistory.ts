import type { Restored } from '../../model/event.ts';
import type { FillLog, Journal, StateStore } from '../../model/journal.ts';
import { restored } from '../restore.ts';

/** What earlier lives left behind of some strategies: executions, conversions and what was entered by hand. */
export async function strategyHistory(
  memory: { readonly journal: Journal; readonly fillLog: FillLog; readonly state: StateStore },
  names: ReadonlySet<string>,
): Promise<readonly Restored[]> {
  const pieces: Restored[] = [];
  if (names.size === 0) return pieces;
  const isOurs = ({ strategy }: { readonly strategy: string | undefined }): boolean => strategy !== undefined && names.has(strategy);
  for await (const { fills, conversions, entries = [], summed = [], sums } of restored(memory, [])) {
    pieces.push({
      type: 'restored',
      sums: sums && { positions: sums.positions.filter(isOurs), flows: {} },
      summed: summed.filter(isOurs),
      fills: fills.filter(isOurs),
      conversions: conversions.filter(isOurs),
      entries: entries.filter(isOurs),
      orders: [],
      states: undefined,
    });
  }
  return pieces;
}
