import { REFUND_FLOWS } from '../../model/move.ts';
import { argument, command, option } from '../command.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { languageValue, uuidValue } from '../paymentValues.ts';
import { PERSON, personOf } from '../personOption.ts';
import { oneOf, urlValue } from '../values.ts';

export const payRefundsLink = command({
  name: 'pay refunds link',
  about:
    'Make a link by which the payer claims a refund to an address that they pick, as far as the policy allows it: good for 120 hours, for any number of visits, and for one refund',
  args: { id: argument('id', 'a payment that needs a decision', uuidValue) },
  options: {
    flow: option('--flow <flow>', 'refund everything, or only what is above the requested amount', oneOf(...REFUND_FLOWS), 'Full'),
    lang: option('--lang <language>', 'of the page: two letters', languageValue, 'en'),
    pageUrl: option('--page-url <url>', 'where the pages of the service are, when that is not the address of its interface', urlValue),
    as: PERSON,
    key: KEY_FILE,
    passphraseFile: PASSPHRASE_FILE,
  },
  dryRun: true,
  examples: [
    'pay refunds link 0f8fad5b-d9cb-469f-a165-70867728950e --dry-run',
    'pay refunds link 0f8fad5b-d9cb-469f-a165-70867728950e --flow Excess --as anna --key anna.key.pem --yes -o json',
  ],
  async run({ args: { id }, options: { as, ...options } }, shell) {
    const { runRefundLink } = await import('../refundLink.ts');
    return runRefundLink(shell, id, { who: personOf(shell, as), ...options });
  },
});
