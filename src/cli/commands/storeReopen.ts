import { Fault } from '../../base/fault.ts';
import { argument, command, option } from '../command.ts';
import { confirm } from '../confirm.ts';
import { say } from '../shell.ts';
import { STORES } from '../storeNames.ts';
import { oneOf, textValue } from '../values.ts';

export const storeReopen = command({
  name: 'store reopen',
  about: 'Take back the store that there was before `store copy`, when the new one is lost for good; a recovery must follow',
  args: { store: argument('store', 'the old store: the file, or postgres://…', textValue) },
  options: { of: option('--of <store>', 'which store at a postgres://…; the name of a file says it', oneOf(...STORES)) },
  examples: [
    'store reopen .sluice/account-2f578a62a229.sqlite -c my.yaml --yes',
    "store reopen 'postgres://sluice@10.0.0.5/sluice' --of treasury -c treasury.yaml --yes",
  ],
  async run({ args: { store: text }, options: { of } }, shell) {
    const { resolve } = await import('node:path');
    const { isoOf } = await import('../../base/instant.ts');
    const { reopenStore } = await import('../../store/reopenStore.ts');
    const { shownPlace } = await import('../../store/storePlace.ts');
    const { isAddress, namedStore, storeOfFile, storePlace } = await import('../storePlace.ts');
    const isFile = !isAddress(text);
    if (isFile && of !== undefined) throw new Fault('usage', `--of ${of}: the name of a file says which store it is`);
    if (!isFile && of === undefined)
      throw new Fault('usage', `--of is missing: a server may keep several stores; expected one of ${STORES.join(', ')}`);
    const { store, file, what } = isFile ? await storeOfFile(resolve(shell.cwd, text), shell) : await namedStore(of!, shell);
    const place = storePlace(text, file, shell);
    await confirm(
      shell,
      `take ${shownPlace(place)} back as the store of ${what}? What was done in the other store since then is not in it`,
    );
    const { place: other, at } = await reopenStore({ store, place });
    say(shell, `${shownPlace(place)} is the store again; it does not have what happened in ${other} since ${isoOf(at)}`);
    const { recover } = store.words;
    say(shell, `next: \`store\` in the configuration names this one, on every machine, then \`${recover}\`. Until then nothing is sent`);
  },
});
