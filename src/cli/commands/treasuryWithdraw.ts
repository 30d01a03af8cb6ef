import { Fault } from '../../base/fault.ts';
import { BENEFICIARY_OPTIONS, beneficiaryOf } from '../beneficiaryOptions.ts';
import { command, flag, option, requiredOption } from '../command.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { PERSON, personOf } from '../personOption.ts';
import { amountValue, currencyValue, durationValue, oneOf, textValue } from '../values.ts';

export const treasuryWithdraw = command({
  name: 'treasury withdraw',
  about: 'Withdraw crypto currency to a destination of the address book, as far as the policy allows it',
  options: {
    to: option('--to <name>', 'the name of the destination in the address book', textValue),
    amount: requiredOption('--amount <amount>', 'how much', amountValue),
    currency: requiredOption('--currency <currency>', 'of what, like BTC', currencyValue),
    network: option('--network <code>', 'in place of --to, with --address: the network', textValue),
    address: option('--address <address>', 'the address, as the network writes it', textValue),
    tag: option('--tag <tag>', 'its tag, memo or note, where the network has one', textValue),
    feeMode: option(
      '--fee-mode <mode>',
      'who bears the fee: net the account, gross the recipient',
      oneOf('default', 'net', 'gross'),
      'default',
    ),
    reference: option('--reference <id>', 'your own id of the payment, used once; made here when it is left out', textValue),
    clientTag: option('--client-tag <tag>', 'a mark of yours that the venue keeps with it', textValue),
    ...BENEFICIARY_OPTIONS,
    note: option('--note <text>', 'what it is for', textValue),
    as: PERSON,
    key: KEY_FILE,
    passphraseFile: PASSPHRASE_FILE,
    repeat: flag('--repeat', 'the same payment was made before, and is meant to be made again'),
    wait: option('--wait <duration>', 'how long to follow it until it has arrived', durationValue, 600_000),
  },
  dryRun: true,
  examples: [
    'treasury withdraw --to cold-1 --amount 0.1 --currency BTC --dry-run',
    'treasury withdraw --to cold-1 --amount 0.1 --currency BTC --note "to the vault" --yes',
  ],
  async run({ options }, shell) {
    const { to, amount, currency, network, address, tag, feeMode, reference, clientTag, note, as, key, passphraseFile, repeat, wait } =
      options;
    const { runMove } = await import('../moveRun.ts');
    const { given } = await import('../../treasury/payments/ask.ts');
    if ((to === undefined) === (address === undefined)) throw new Fault('usage', 'say either --to or --address with --network');
    if (to !== undefined && (network ?? tag) !== undefined)
      throw new Fault('usage', `--network and --tag go with --address: ${to} has its own, as \`sluice treasury book list\` shows`);
    if (address !== undefined && network === undefined) throw new Fault('usage', '--address goes with --network');
    const destination =
      address === undefined ? {} : { destination: { currency, network: network!, address, ...(tag === undefined ? {} : { tag }) } };
    const payment = {
      currency,
      amount,
      ...(to === undefined ? {} : { to }),
      ...destination,
      feeMode,
      ...given({ reference, note }),
      ...beneficiaryOf(options),
      ...(clientTag === undefined ? {} : { terms: { clientTag } }),
    };
    const move = { kind: 'withdrawal', initiator: personOf(shell, as), payments: [payment] } as const;
    return runMove(shell, move, { waitMs: wait, repeats: repeat, key, passphraseFile });
  },
});
