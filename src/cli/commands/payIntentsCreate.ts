import { Fault } from '../../base/fault.ts';
import type { Column } from '../column.ts';
import { command, option, requiredOption } from '../command.ts';
import { callbackValue, languageValue, networkValue } from '../paymentValues.ts';
import { printPayInstructions, qrOption, uriOf } from '../payInstructions.ts';
import { note } from '../shell.ts';
import type * as payments from '../createPayment.ts';
import { amountValue, currencyValue, textValue } from '../values.ts';

export const payIntentsCreate = command({
  name: 'pay intents create',
  about: 'Ask a customer for a payment: the answer is the address and the amount to pay, or with no --from a page on which to pick a coin',
  options: {
    amount: requiredOption('--amount <amount>', 'what is asked for, in --to', amountValue),
    to: requiredOption('--to <currency>', 'the currency that is asked for', currencyValue),
    from: option('--from <currency>', 'the coin that the customer pays with; without it, a page is made', currencyValue),
    network: option('--network <network>', 'the network of the coin; `pay currencies` lists them', networkValue),
    order: option('--order <id>', 'your own id of the order; made here when it is left out', textValue),
    account: option('--account <id>', "the customer's account, for the single-address flow", textValue),
    callbackUrl: option('--callback-url <url>', 'where notifications are posted to', callbackValue),
    lang: option('--lang <language>', 'of the page: two letters', languageValue),
    qr: qrOption,
  },
  dryRun: true,
  examples: [
    'pay intents create --amount 100 --to EUR --from USDT --network ETH --order order-17 --yes',
    'pay intents create --amount 100 --to EUR --order order-18 --lang de --yes',
    'pay intents create --amount 100 --to EUR --from USDT --dry-run',
  ],
  async run({ options: { from, network, lang, qr, ...given } }, shell) {
    const { createPayment, createPaymentPage, estimatePayment } = await import('../createPayment.ts');
    const { printRecord } = await import('../print.ts');
    if (from === undefined) {
      if (network !== undefined) throw new Fault('usage', '--network goes only with --from: on a page the payer picks the coin');
      const page = await createPaymentPage(shell, { ...given, lang });
      return printRecord(shell, pageColumns, page);
    }
    if (lang !== undefined) throw new Fault('usage', '--lang goes only with a page: leave --from or --lang out');
    const terms = { ...given, from, network };
    if (shell.options.dryRun) {
      note(shell, 'the processing fee, a percentage and a fixed amount for each deposit, is told once the payment is executed');
      return printRecord(shell, estimateColumns, await estimatePayment(shell, terms));
    }
    const made = await createPayment(shell, terms);
    const target = { currency: made.currencyFrom, network, address: made.address, tag: made.additionalAddress, amount: made.amountFrom };
    printRecord(shell, [...madeColumns, { key: 'uri', value: () => uriOf(target) }], { ...made, network });
    await printPayInstructions(shell, target, qr);
  },
});

type Made = Awaited<ReturnType<typeof payments.createPayment>> & { readonly network: string | undefined };
type Estimated = Awaited<ReturnType<typeof payments.estimatePayment>>;
type Page = Awaited<ReturnType<typeof payments.createPaymentPage>>;

const madeColumns: readonly Column<Made>[] = [
  { key: 'id', value: (made) => made.paymentIntentId },
  { key: 'order', value: (made) => made.customOrderId },
  { key: 'payAmount', kind: 'number', value: (made) => made.amountFrom },
  { key: 'payCurrency', value: (made) => made.currencyFrom },
  { key: 'network', value: (made) => made.network },
  { key: 'address', value: (made) => made.address },
  { key: 'tag', value: (made) => made.additionalAddress, style: () => 'red' },
  { key: 'tagType', value: (made) => made.additionalAddressType },
  { key: 'amount', kind: 'number', value: (made) => made.amountTo },
  { key: 'currency', value: (made) => made.currencyTo },
  { key: 'validTo', kind: 'time', value: (made) => made.quoteValidTo },
];

const estimateColumns: readonly Column<Estimated>[] = [
  { key: 'outcome', value: () => 'dry-run' },
  { key: 'payAmount', kind: 'number', value: (quote) => quote.amountFrom },
  { key: 'payCurrency', value: (quote) => quote.currencyFrom },
  { key: 'amount', kind: 'number', value: (quote) => quote.amountTo },
  { key: 'currency', value: (quote) => quote.currencyTo },
];

const pageColumns: readonly Column<Page>[] = [
  { key: 'outcome', value: (page) => page.outcome },
  { key: 'id', value: (page) => page.id },
  { key: 'order', value: (page) => page.order },
  { key: 'url', value: (page) => page.url },
];
