import { command, flag, option, requiredOption } from '../command.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { PERSON, personOf } from '../personOption.ts';
import { amountValue, currencyValue, durationValue, textValue } from '../values.ts';

export const payPayoutsCreate = command({
  name: 'pay payouts create',
  about: 'Pay a fiat balance out as crypto currency to a destination of the address book, as far as the policy allows it',
  options: {
    to: requiredOption('--to <name>', 'the name of the destination in the address book', textValue),
    amount: requiredOption('--amount <amount>', 'how much leaves the balance', amountValue),
    currency: requiredOption('--currency <currency>', 'of what, like EUR', currencyValue),
    note: option('--note <text>', 'what it is for', textValue),
    as: PERSON,
    key: KEY_FILE,
    passphraseFile: PASSPHRASE_FILE,
    repeat: flag('--repeat', 'the same payment was made before, and is meant to be made again'),
    wait: option('--wait <duration>', 'how long to follow it until it has arrived', durationValue, 600_000),
  },
  dryRun: true,
  examples: ['pay payouts create --to exchange-b --amount 100 --currency EUR --dry-run'],
  async run({ options: { to, amount, currency, note, as, key, passphraseFile, repeat, wait } }, shell) {
    const { runMove } = await import('../moveRun.ts');
    const payment = { currency, amount, to, ...(note === undefined ? {} : { note }) };
    const move = { kind: 'payout', initiator: personOf(shell, as), payments: [payment] } as const;
    return runMove(shell, move, { waitMs: wait, repeats: repeat, key, passphraseFile });
  },
});
