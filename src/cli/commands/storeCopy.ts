import { argument, command } from '../command.ts';
import type { Column } from '../column.ts';
import { confirm } from '../confirm.ts';
import { note, say } from '../shell.ts';
import { textValue } from '../values.ts';

export const storeCopy = command({
  name: 'store copy',
  about: "Move an account's store from its file to a Postgres, or back: all rows, compared by totals. Nothing may run meanwhile",
  args: {
    from: argument('from', 'the live store: the file, or postgres://…', textValue),
    to: argument('to', 'where it is to be: postgres://…, or the file', textValue),
  },
  examples: [
    "store copy .sluice/account-2f578a62a229.sqlite 'postgres://sluice:${env:SLUICE_STORE_PASSWORD}@10.0.0.5/sluice' -c my.yaml --yes",
    "store copy 'postgres://sluice@10.0.0.5/sluice' .sluice/account-2f578a62a229.sqlite -c my.yaml --yes",
  ],
  async run({ args: { from, to } }, shell) {
    const { systemClock } = await import('../../base/systemClock.ts');
    const { accountsDirectory } = await import('../../daemon/stateDirectory.ts');
    const { copyStore } = await import('../../store/copyStore.ts');
    const { shownPlace } = await import('../../store/standing.ts');
    const { printRows } = await import('../print.ts');
    const { storedAccount, storePlace } = await import('../storePlace.ts');
    const account = await storedAccount(shell);
    const { accounts } = shell.options;
    accountsDirectory(accounts);
    const file = [from, to].find((text) => !/^postgres(?:ql)?:/.test(text));
    const beside = file === undefined ? undefined : storePlace(file, account, shell).path;
    const [source, target] = [storePlace(from, account, shell, beside), storePlace(to, account, shell, beside)];
    await confirm(shell, `move the store of the account with key ${account.keyTail} from ${shownPlace(source)} to ${shownPlace(target)}?`);
    const onTrouble = (message: string): void => note(shell, message);
    printRows(shell, COLUMNS, await copyStore({ account, accounts, from: source, to: target, clock: systemClock, onTrouble }));
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
