import { DAY_MS } from '../../base/instant.ts';
import { command, option } from '../command.ts';
import { confirm } from '../confirm.ts';
import { note, say } from '../shell.ts';
import { durationValue, oneOf, symbolValue } from '../values.ts';

const WHOLE = 'the journal is whole: there is nothing to rebuild';

export const recover = command({
  name: 'recover',
  about:
    'Rebuild the journal of an account that is gone or has lost its end, from what is left and what the venue still shows; trading is halted after it',
  options: {
    interface: option('--interface <name>', 'whose journal it is', oneOf('exchange', 'processing', 'hostedPage'), 'exchange'),
    since: option(
      '--since <duration>',
      'how far back the venue is read where nothing is left of the journal; without it, 30d',
      durationValue,
    ),
    release: option(
      '--release <symbol>',
      'instead: leave what a recovery has found in a pair to whoever placed it: it opens, and no strategy gets what was executed',
      symbolValue,
    ),
  },
  examples: ['recover', 'recover --yes --since 7d', 'recover --interface processing --yes', 'recover --release BTC/EUR --yes'],
  async run({ options: { since = 30 * DAY_MS, release, interface: name } }, shell) {
    const { printRebuilt, printRecovery, recoverJournal, recoverPaymentJournal, releasePair } = await import('../recoverRun.ts');
    if (release !== undefined) {
      await confirm(
        shell,
        `leave what the recovery found in ${release} to whoever placed it, in no strategy's position, and open the pair again?`,
      );
      await releasePair(shell, release);
      return say(shell, `${release} is open at the next start`);
    }
    const halts = name === 'exchange' ? ', and trading stays halted until `sluice resume --all`' : '';
    await confirm(
      shell,
      `rebuild the journal of this account from what the venue shows? The files that are there are kept, nothing is sent${halts}`,
    );
    if (name !== 'exchange') {
      const rebuilt = await recoverPaymentJournal(shell, name, since);
      return rebuilt === undefined ? note(shell, WHOLE) : printRebuilt(shell, rebuilt, since);
    }
    const found = await recoverJournal(shell, since);
    return found === undefined ? note(shell, WHOLE) : printRecovery(shell, found, since);
  },
});
