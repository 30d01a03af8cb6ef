import { argument, command } from '../command.ts';
import { confirm } from '../confirm.ts';
import { say } from '../shell.ts';
import { textValue } from '../values.ts';

export const storeReopen = command({
  name: 'store reopen',
  about: 'Take back the store that an account had before `store copy`, when the new one is lost for good; `sluice recover` must follow',
  args: { store: argument('store', 'the old store: the file, or postgres://…', textValue) },
  examples: ['store reopen .sluice/account-2f578a62a229.sqlite -c my.yaml --yes'],
  async run({ args: { store } }, shell) {
    const { systemClock } = await import('../../base/systemClock.ts');
    const { isoOf } = await import('../../base/instant.ts');
    const { accountsDirectory } = await import('../../daemon/stateDirectory.ts');
    const { reopenStore } = await import('../../store/reopenStore.ts');
    const { shownPlace } = await import('../../store/standing.ts');
    const { storedAccount, storePlace } = await import('../storePlace.ts');
    const account = await storedAccount(shell);
    const { accounts } = shell.options;
    accountsDirectory(accounts);
    const place = storePlace(store, account, shell);
    await confirm(shell, `take ${shownPlace(place)} back? Whatever the account has done in the other store since then is not in it`);
    const { place: other, at } = await reopenStore({ account, accounts, place, clock: systemClock });
    say(shell, `${shownPlace(place)} is the store again; it does not have what happened in ${other} since ${isoOf(at)}`);
    say(shell, 'next: `store` in the configuration names this one, on every machine, then `sluice recover`. Until then nothing is sent');
  },
});
