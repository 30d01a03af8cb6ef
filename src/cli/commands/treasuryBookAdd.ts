import { argument, command, flag, option, repeatableOption, requiredOption } from '../command.ts';
import { BENEFICIARY_OPTIONS, beneficiaryOf } from '../beneficiaryOptions.ts';
import { confirm } from '../confirm.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { PERSON, personOf } from '../personOption.ts';
import { currencyValue, textValue } from '../values.ts';

export const treasuryBookAdd = command({
  name: 'treasury book add',
  about: 'Ask for a destination in the address book. Money may go there once others have approved it and it has cooled',
  args: { name: argument('name', 'how it is called from now on', textValue) },
  options: {
    currency: requiredOption('--currency <currency>', 'what arrives there, like BTC', currencyValue),
    network: requiredOption('--network <code>', 'the network', textValue),
    address: requiredOption('--address <address>', 'the address, as the network writes it', textValue),
    tag: option('--tag <tag>', 'its tag, memo or note, where the network has one', textValue),
    label: repeatableOption(
      '--label <label>',
      'by which rules of the policy may name several; may be repeated',
      (text: string, previous: unknown) => [...((previous as string[] | undefined) ?? []), textValue(text)],
    ),
    ...BENEFICIARY_OPTIONS,
    alsoElsewhere: flag('--also-elsewhere', 'the same address on another network is meant'),
    as: PERSON,
    key: KEY_FILE,
    passphraseFile: PASSPHRASE_FILE,
  },
  examples: [
    'treasury book add cold-1 --currency BTC --network BTC --address bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 --as anna --key anna.key.pem',
  ],
  async run({ args: { name }, options }, shell) {
    const { currency, network, address, tag, label = [], alsoElsewhere, as, key, passphraseFile } = options;
    const { signedEntryOrder } = await import('../../treasury/book/entryOrder.ts');
    const { keyFileOf, signerOf } = await import('../signing.ts');
    const { transferId } = await import('../transferId.ts');
    const { withTreasury } = await import('../treasuryWay.ts');
    const { printRecord } = await import('../print.ts');
    const { ENTRY_COLUMNS } = await import('../entryColumns.ts');
    const { networkWarning } = await import('../networkWarning.ts');
    const { note } = await import('../shell.ts');
    const requestedBy = personOf(shell, as);
    const beneficiary = beneficiaryOf(options);
    const file = keyFileOf(key ?? (shell.env['SLUICE_SIGNING_KEY'] || undefined));
    const warning = await networkWarning(shell, currency, network);
    if (warning !== undefined) note(shell, warning);
    await confirm(shell, `ask for ${name}, ${address} on ${network}${tag === undefined ? '' : `, tag ${tag}`}?`);
    const sign = await signerOf(shell, { person: requestedBy, key: file, passphraseFile });
    // Its id names the time at which it was made, and a signed one counts for a while only: it is made once everything is answered.
    const order = {
      id: `A-${transferId()}`,
      name,
      destination: { currency, network, address, ...(tag === undefined ? {} : { tag }) },
      labels: label,
      ...beneficiary,
      requestedBy,
      alsoElsewhere,
    };
    const { key: publicKey, signature } = sign(signedEntryOrder(order));
    const { entry, warnings } = await withTreasury(shell, (calls) => calls.askEntry({ ...order, signed: { key: publicKey, signature } }));
    for (const one of warnings) note(shell, one);
    printRecord(shell, ENTRY_COLUMNS, entry);
  },
});
