import { Fault } from '../../base/fault.ts';
import type { NamedOperation } from '../../contract/contract.ts';
import type { Column } from '../column.ts';
import { command, flag } from '../command.ts';

export const api = command({
  name: 'api',
  about: 'Call any operation of the venue as it is: `api --list`, `api OPERATION --help`, `api raw METHOD PATH`',
  options: { list: flag('--list', 'list all operations with interface, method and path') },
  examples: ['api --list', 'api exchange.book.get --symbol BTC/EUR --depth 5 -o json', 'api raw GET /v1/balances'],
  async run({ options: { list } }, shell) {
    if (!list) throw new Fault('usage', 'an operation is missing', { suggestion: '`sluice api --list` lists them' });
    const { allOperations } = await import('../../contract/contract.ts');
    const { printRows } = await import('../print.ts');
    printRows(shell, columns, allOperations());
  },
});

const columns: readonly Column<NamedOperation>[] = [
  { key: 'operation', value: ({ name }) => name },
  { key: 'interface', value: (operation) => operation.interface },
  { key: 'method', value: ({ row }) => row.method },
  { key: 'path', value: ({ row }) => row.path },
  { key: 'repeat', value: ({ row }) => row.repeat },
  { key: 'obsolete', value: ({ row }) => row.obsolete },
  { key: 'about', value: ({ row }) => row.about },
];
