import { command } from '../command.ts';
import { localDatabase, readLocalStore } from '../localStore.ts';

export const refusalsList = command({
  name: 'refusals list',
  about: "List what was learned of the venue's refusals in its own words: which count, which are being counted, which were disproved",
  examples: ['refusals list', 'refusals list -o json'],
  async run(_input, shell) {
    const { printRows } = await import('../print.ts');
    const { refusalFile, refusalPath } = await import('../../store/refusalFile.ts');
    const { refusalColumns } = await import('../refusalColumns.ts');
    // Without the account nothing can have been learned, and a folder that is mistyped would look the same.
    await readLocalStore(shell, () => Promise.resolve());
    printRows(shell, refusalColumns, refusalFile(refusalPath(await localDatabase(shell))).read());
  },
});
