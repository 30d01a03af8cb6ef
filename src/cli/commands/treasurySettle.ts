import { Fault } from '../../base/fault.ts';
import { argument, command, flag, option, requiredOption } from '../command.ts';
import { confirm } from '../confirm.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { PERSON, personOf } from '../personOption.ts';
import { textValue, wholeValue } from '../values.ts';

export const treasurySettle = command({
  name: 'treasury settle',
  about: 'Say what became of a payment that the venue took and shows no end of, or shows as another one than was asked for',
  args: { id: argument('id', 'the move, as `treasury list` shows it', textValue) },
  options: {
    row: option('--row <number>', 'which of its payments, as `treasury show` numbers them', wholeValue(1, 10_000), 1),
    completed: flag('--completed', 'the money has arrived'),
    declined: flag('--declined', 'it has not and will not: the venue has said so, and the money is back'),
    reason: requiredOption('--reason <text>', 'what was looked at, for the audit log', textValue),
    as: PERSON,
    key: KEY_FILE,
    passphraseFile: PASSPHRASE_FILE,
  },
  examples: [
    'treasury settle R-01K9QJ5V0000000000000000AA --declined --reason "ticket 4711: the refund failed" --as ben --key ben.key.pem --yes',
  ],
  async run({ args: { id }, options: { row, completed, declined, reason, as, key, passphraseFile } }, shell) {
    if (completed === declined) throw new Fault('usage', 'say either --completed or --declined');
    const { signedSettlement } = await import('../../treasury/moves/settlement.ts');
    const { keyFileOf, signWith } = await import('../signing.ts');
    const { withTreasury } = await import('../treasuryWay.ts');
    const { printMove } = await import('../moveText.ts');
    const { say } = await import('../shell.ts');
    const person = personOf(shell, as);
    const state = completed ? ('completed' as const) : ('declined' as const);
    const settlement = { move: id, row, state, reason, person };
    const file = keyFileOf(key ?? (shell.env['SLUICE_SIGNING_KEY'] || undefined));
    await withTreasury(shell, async (calls) => {
      const payment = (await calls.move(id)).rows[row - 1];
      if (payment !== undefined) {
        say(
          shell,
          `row ${row}: ${payment.amount} ${payment.currency} to ${payment.to ?? payment.address ?? 'whoever has paid'}, ${payment.state}: ${payment.evidence ?? ''}`,
        );
      }
      await confirm(shell, `take row ${row} of ${id} for ${state}, for good?`);
      const { key: publicKey, signature } = await signWith(shell, signedSettlement(settlement), { person, key: file, passphraseFile });
      printMove(shell, await calls.settle({ ...settlement, signed: { key: publicKey, signature } }));
    });
  },
});
