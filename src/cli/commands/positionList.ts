import type { PositionEntry } from '../../model/positionEntry.ts';
import type { Column } from '../column.ts';
import { command, option } from '../command.ts';
import { readLocalStore } from '../localStore.ts';
import { textValue } from '../values.ts';

export const positionList = command({
  name: 'position list',
  about: 'List what changed positions besides executions, oldest first: what they began with, and what was corrected by hand',
  options: { strategy: option('--strategy <name>', 'of this strategy only', textValue) },
  examples: ['position list', 'position list --strategy guard -o csv'],
  async run({ options: { strategy } }, shell) {
    const { printRows } = await import('../print.ts');
    const { assertStrategyKnown } = await import('../assertStrategyKnown.ts');
    const rows = await readLocalStore(shell, async (store) => {
      const found = (await store.fillLog.entriesSince(0)).filter((entry) => strategy === undefined || entry.strategy === strategy);
      if (found.length === 0 && strategy !== undefined) await assertStrategyKnown(shell, store, strategy);
      return found;
    });
    printRows(shell, columns, rows);
  },
});

const columns: readonly Column<PositionEntry>[] = [
  { key: 'at', kind: 'time', value: ({ at }) => at },
  { key: 'strategy', value: (entry) => entry.strategy },
  { key: 'symbol', value: ({ symbol }) => symbol },
  { key: 'cause', value: ({ cause }) => cause },
  { key: 'amount', kind: 'number', value: ({ amount }) => amount },
  { key: 'price', kind: 'number', value: ({ price }) => price },
  { key: 'note', value: ({ note }) => note },
  { key: 'id', value: ({ id }) => id },
];
