import { argument, command } from '../command.ts';
import type { Column } from '../column.ts';
import { confirm } from '../confirm.ts';
import { note, say } from '../shell.ts';
import { textValue } from '../values.ts';

export const storeCopy = command({
  name: 'store copy',
  about:
    'Move the store of an account or the treasury from its file to a Postgres, or back: all rows, compared by totals. Nothing may run meanwhile',
  args: {
    from: argument('from', 'the live store: the file, or postgres://…', textValue),
    to: argument('to', 'where it is to be: postgres://…, or the file', textValue),
  },
  examples: [
    "store copy .sluice/account-2f578a62a229.sqlite 'postgres://sluice:${env:SLUICE_STORE_PASSWORD}@10.0.0.5/sluice' -c my.yaml --yes",
    "store copy 'postgres://sluice@10.0.0.5/sluice' .sluice/account-2f578a62a229.sqlite -c my.yaml --yes",
    "store copy .sluice-treasury/treasury.sqlite 'postgres://sluice@10.0.0.5/sluice' -c treasury.yaml --yes",
  ],
  async run({ args: { from, to } }, shell) {
    const { copyStore } = await import('../../store/copyStore.ts');
    const { dirname, join, resolve } = await import('node:path');
    const { shownPlace } = await import('../../store/storePlace.ts');
    const { printRows } = await import('../print.ts');
    const { isAddress, namedStore, storeOfFile, storePlace } = await import('../storePlace.ts');
    const named = [from, to].find((text) => !isAddress(text));
    const file = named === undefined ? undefined : resolve(shell.cwd, named);
    const { store, what, files, file: usual } = file === undefined ? await namedStore('exchange', shell) : await storeOfFile(file, shell);
    // On a server it has its newest name, whatever its file is called.
    const beside = file === undefined ? usual : join(dirname(file), files[0]!);
    const [source, target] = [storePlace(from, beside, shell), storePlace(to, beside, shell)];
    await confirm(shell, `move the store of ${what} from ${shownPlace(source)} to ${shownPlace(target)}?`);
    const onTrouble = (message: string): void => note(shell, message);
    printRows(shell, COLUMNS, await copyStore({ store, from: source, to: target, onTrouble }));
    say(shell, `the store is ${shownPlace(target)} from now on; ${shownPlace(source)} keeps what it has and is not opened any more`);
    say(
      shell,
      target.server === undefined
        ? 'next: take `store` out of the configuration, on every machine'
        : 'next: `store` in the configuration, on every machine',
    );
  },
});

interface Totals {
  readonly table: string;
  readonly rows: number;
  readonly sums: Readonly<Record<string, string>>;
  readonly hash: string;
}

const SHOWN_DIGITS = 16;

const COLUMNS: readonly Column<Totals>[] = [
  { key: 'table', value: ({ table }) => table },
  { key: 'rows', kind: 'number', value: ({ rows }) => rows },
  {
    key: 'sums',
    value: ({ sums }) =>
      Object.entries(sums)
        .map(([unit, sum]) => `${sum} ${unit}`)
        .join(', '),
  },
  { key: 'hash', value: ({ hash }) => hash.slice(0, SHOWN_DIGITS) },
];
