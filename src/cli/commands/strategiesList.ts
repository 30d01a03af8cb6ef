import type { Column } from '../column.ts';
import { command } from '../command.ts';

export const strategiesList = command({
  name: 'strategies list',
  about: 'List the bundled strategies with their parameters',
  examples: ['strategies list', 'strategies list -o json'],
  async run(_input, shell) {
    const { printRows } = await import('../print.ts');
    const { bundledStrategies, loadStrategy } = await import('../../loading/strategyLoader.ts');
    const rows: Row[] = [];
    for (const name of bundledStrategies()) {
      const { definition } = await loadStrategy(name, shell.cwd);
      const params = Object.entries(definition.params).map(([param, { initial }]) =>
        initial === undefined ? param : `${param}=${initial}`,
      );
      rows.push({ name, about: definition.about, params: params.join(' ') });
    }
    printRows(shell, columns, rows);
  },
});

interface Row {
  readonly name: string;
  readonly about: string;
  readonly params: string;
}

const columns: readonly Column<Row>[] = [
  { key: 'name', value: (row) => row.name },
  { key: 'about', value: (row) => row.about },
  { key: 'params', value: (row) => row.params },
];
