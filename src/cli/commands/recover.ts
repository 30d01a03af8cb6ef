import { DAY_MS, durationText } from '../../base/instant.ts';
import { command, option } from '../command.ts';
import { confirm } from '../confirm.ts';
import { say } from '../shell.ts';
import { durationValue, symbolValue } from '../values.ts';

export const recover = command({
  name: 'recover',
  about: 'Rebuild the journal of an account that is gone or has lost its end, from what is left and what the venue still shows',
  options: {
    since: option(
      '--since <duration>',
      'how far back the venue is read where nothing is left of the journal; without it, 30d',
      durationValue,
    ),
    release: option(
      '--release <symbol>',
      'instead: open a pair that a recovery has shut; open orders that nobody knows stay as they are',
      symbolValue,
    ),
  },
  examples: ['recover', 'recover --yes --since 7d', 'recover --release BTC/EUR --yes'],
  async run({ options: { since = 30 * DAY_MS, release } }, shell) {
    const { printRecovery, recoverJournal, releasePair } = await import('../recoverRun.ts');
    if (release !== undefined) {
      await confirm(shell, `open ${release} again, with orders at the venue that the journal does not know?`);
      await releasePair(shell, release);
      return say(shell, `${release} is open again at the next start`);
    }
    await confirm(
      shell,
      'rebuild the journal of this account from what the venue shows? The files that are there are kept, and nothing is sent',
    );
    const found = await recoverJournal(shell, since);
    if (found === undefined) return say(shell, 'the journal is whole: there is nothing to rebuild');
    printRecovery(shell, found);
    if (found.isEmpty) say(shell, `nothing was left of the journal: the last ${durationText(since)} were read from the venue`);
  },
});
