import { Fault } from '../../base/fault.ts';
import { command, flag, option, requiredOption } from '../command.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { callbackValue } from '../paymentValues.ts';
import { PERSON, personOf } from '../personOption.ts';
import { amountValue, currencyValue, durationValue, oneOf, textValue } from '../values.ts';

export const payPayoutsCreate = command({
  name: 'pay payouts create',
  about: 'Pay a fiat balance out as crypto currency to a destination of the address book, as far as the policy allows it',
  options: {
    to: requiredOption('--to <name>', 'the name of the destination in the address book', textValue),
    amount: requiredOption('--amount <amount>', 'how much leaves the balance; with --to-amount, the most that may', amountValue),
    currency: requiredOption('--currency <currency>', 'of what, like EUR', currencyValue),
    toAmount: option('--to-amount <amount>', 'how much is paid out, in the currency of the destination', amountValue),
    feeMode: option('--fee-mode <mode>', 'with --to-amount: gross takes the fee out of it, net adds it on top', oneOf('gross', 'net')),
    order: option('--order <id>', 'your own id of the payout, used once; made here when it is left out', textValue),
    account: option('--account <id>', "the customer's account", textValue),
    callbackUrl: option('--callback-url <url>', 'where notifications are posted to', callbackValue),
    note: option('--note <text>', 'what it is for', textValue),
    as: PERSON,
    key: KEY_FILE,
    passphraseFile: PASSPHRASE_FILE,
    repeat: flag('--repeat', 'the same payment was made before, and is meant to be made again'),
    wait: option('--wait <duration>', 'how long to follow it until it has arrived', durationValue, 600_000),
  },
  dryRun: true,
  examples: [
    'pay payouts create --to exchange-b --amount 100 --currency EUR --dry-run',
    'pay payouts create --to exchange-b --to-amount 100 --fee-mode net --amount 95 --currency EUR --order payout-7 --yes',
  ],
  async run({ options }, shell) {
    const { to, amount, currency, toAmount, feeMode, order, account, callbackUrl, note, as, key, passphraseFile, repeat, wait } = options;
    if (feeMode !== undefined && toAmount === undefined) throw new Fault('usage', '--fee-mode goes only with --to-amount');
    const { runMove } = await import('../moveRun.ts');
    const { given } = await import('../../treasury/payments/ask.ts');
    const terms = { amountTo: toAmount, amountToType: feeMode, accountId: account, callbackUrl };
    const hasTerms = Object.values(terms).some((one) => one !== undefined);
    const payment = { currency, amount, to, ...given({ reference: order, note }), ...(hasTerms ? { terms } : {}) };
    const move = { kind: 'payout', initiator: personOf(shell, as), payments: [payment] } as const;
    return runMove(shell, move, { waitMs: wait, repeats: repeat, key, passphraseFile });
  },
});
