import type { Intent } from '../../model/intent.ts';
import type { Column } from '../column.ts';
import { command } from '../command.ts';
import { atRiskText, intentText } from '../../daemon/intentText.ts';

export const ordersUnresolved = command({
  name: 'orders unresolved',
  about:
    'List orders, conversions, withdrawals, payouts and the like of which nobody can say what came of them, with what is known and at risk',
  examples: ['orders unresolved', 'orders unresolved -o json'],
  async run(_input, shell) {
    const { printRows } = await import('../print.ts');
    const { inEachStore } = await import('../inEachStore.ts');
    printRows(shell, columns, await inEachStore(shell, ({ journal }) => journal.unresolved()));
  },
});

const columns: readonly Column<Intent>[] = [
  { key: 'id', value: ({ id }) => id },
  { key: 'since', kind: 'time', value: ({ createdAt }) => createdAt },
  { key: 'state', value: ({ state }) => state },
  { key: 'strategy', value: ({ strategy }) => strategy },
  { key: 'what', value: intentText },
  { key: 'atRisk', value: atRiskText },
  { key: 'lane', value: ({ lane }) => lane },
  { key: 'sentAt', kind: 'time', value: ({ sentAt }) => sentAt },
  { key: 'expiresAt', kind: 'time', value: ({ expiresAt }) => expiresAt },
  { key: 'evidence', value: ({ evidence }) => evidence },
];
