import { command } from '../command.ts';
import { localDatabase } from '../localStore.ts';

export const refusalsList = command({
  name: 'refusals list',
  about: "List what was learned of the venue's refusals in its own words: which count, which are being counted, which were disproved",
  examples: ['refusals list', 'refusals list -o json'],
  async run(_input, shell) {
    const { printRows } = await import('../print.ts');
    const { refusalFile, refusalPath } = await import('../../store/refusalFile.ts');
    const { refusalColumns } = await import('../refusalColumns.ts');
    printRows(shell, refusalColumns, refusalFile(refusalPath(await localDatabase(shell))).read());
  },
});
