import type { Column } from '../column.ts';
import { argument, command, option } from '../command.ts';
import { languageValue, uuidValue } from '../paymentValues.ts';
import { oneOf, urlValue } from '../values.ts';

/** 001 Limits. */
const VALID_MS = 120 * 3_600_000;

interface RefundLink {
  readonly id: string;
  readonly flow: string;
  readonly link: string;
  readonly url: string;
  readonly validTo: number;
}

export const payRefundsLink = command({
  name: 'pay refunds link',
  about: 'Make a link by which the payer claims a refund: good for 120 hours, for any number of visits, and for one refund',
  args: { id: argument('id', 'a payment that needs a decision', uuidValue) },
  options: {
    flow: option('--flow <flow>', 'refund everything, or only what is above the requested amount', oneOf('Full', 'Excess'), 'Full'),
    lang: option('--lang <language>', 'of the page: two letters', languageValue, 'en'),
    pageUrl: option('--page-url <url>', 'where the pages of the service are, when that is not the address of its interface', urlValue),
  },
  examples: [
    'pay refunds link 0f8fad5b-d9cb-469f-a165-70867728950e --lang de',
    'pay refunds link 0f8fad5b-d9cb-469f-a165-70867728950e --flow Excess -o json',
  ],
  async run({ args: { id }, options: { flow, lang, pageUrl } }, shell) {
    const { systemClock } = await import('../../base/systemClock.ts');
    const { interfaceAccount } = await import('../../daemon/interfaceAccount.ts');
    const { askInterface } = await import('../askInterface.ts');
    const { printRecord } = await import('../print.ts');
    const params = { paymentIntentId: id, refundFlow: flow, languageIso2: lang };
    const { url: link } = await askInterface(shell, 'processing', ({ ask }) => ask('paymentIntents.refundLink', params));
    const base = pageUrl ?? interfaceAccount('processing', shell.env).url;
    printRecord(shell, columns, { id, flow, link, url: new URL(link, base).href, validTo: systemClock.now() + VALID_MS });
  },
});

const columns: readonly Column<RefundLink>[] = [
  { key: 'id', value: (row) => row.id },
  { key: 'flow', value: (row) => row.flow },
  { key: 'url', value: (row) => row.url },
  { key: 'link', value: (row) => row.link },
  { key: 'validTo', kind: 'time', value: (row) => row.validTo },
];
