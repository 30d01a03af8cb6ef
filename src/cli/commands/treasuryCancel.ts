import { argument, command, requiredOption } from '../command.ts';
import { confirm } from '../confirm.ts';
import { PERSON, personOf } from '../personOption.ts';
import { textValue } from '../values.ts';

export const treasuryCancel = command({
  name: 'treasury cancel',
  about: 'Take a move back of which nothing was sent yet',
  args: { id: argument('id', 'its id, as `treasury list` shows it', textValue) },
  options: { reason: requiredOption('--reason <text>', 'why, for the audit log', textValue), as: PERSON },
  examples: ['treasury cancel W-01K9QJ5V0000000000000000AA --reason "wrong amount" --yes'],
  async run({ args: { id }, options: { reason, as } }, shell) {
    const { withTreasury } = await import('../treasuryWay.ts');
    await confirm(shell, `take ${id} back?`);
    const { printMove } = await import('../moveText.ts');
    printMove(shell, await withTreasury(shell, (calls) => calls.cancel(id, personOf(shell, as), reason)));
  },
});
