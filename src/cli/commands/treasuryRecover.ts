import { DAY_MS } from '../../base/instant.ts';
import { command, option } from '../command.ts';
import { confirm } from '../confirm.ts';
import { note } from '../shell.ts';
import { durationValue } from '../values.ts';

export const treasuryRecover = command({
  name: 'treasury recover',
  about: "Rebuild the treasury's database that is gone, old or damaged, from what is left, the journals and what the venue still shows",
  options: {
    since: option(
      '--since <duration>',
      'how far back journals and venue are read where the database does not say what it lacks; without it, 30d',
      durationValue,
    ),
  },
  examples: ['treasury recover -c treasury.yaml', 'treasury recover -c treasury.yaml --yes --since 90d'],
  async run({ options: { since = 30 * DAY_MS } }, shell) {
    const { printRecoveredTreasury, recoverTreasuryOf } = await import('../treasuryRecoverRun.ts');
    await confirm(shell, 'rebuild the database of the treasury? The files that are there are kept, and nothing is sent');
    const found = await recoverTreasuryOf(shell, since);
    if (found === undefined) return note(shell, 'the database of the treasury is whole: there is nothing to rebuild');
    printRecoveredTreasury(shell, found);
  },
});
