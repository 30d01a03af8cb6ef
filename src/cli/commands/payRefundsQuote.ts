import type { Decimal } from '../../base/decimal.ts';
import type { Column } from '../column.ts';
import { argument, type Command, command, option, requiredOption } from '../command.ts';
import { networkValue, uuidValue } from '../paymentValues.ts';
import { textValue } from '../values.ts';

/** What a refund would cost: under payments, where one looks first, and under refunds. */
export const payRefundsQuote = refundQuote('pay refunds quote');
export const payIntentsRefundQuote = refundQuote('pay intents refund-quote');

function refundQuote(name: string): Command {
  return command({
    name,
    about: 'Show what a refund of a payment to an address would cost, and what would arrive; nothing is sent and nobody is told',
    args: { id: argument('id', 'a payment that needs a decision', uuidValue) },
    options: {
      address: requiredOption('--address <address>', 'where it would go', textValue),
      network: option('--network <network>', 'by which network; that of the deposit when it is left out', networkValue),
      tag: option('--tag <tag>', 'tag, memo or note of the address', textValue),
    },
    examples: [`${name} 0f8fad5b-d9cb-469f-a165-70867728950e --address 0x52908400098527886E0F7030069857D2E4169EE7 --network ETH`],
    async run({ args: { id }, options: { address, network, tag } }, shell) {
      const { given } = await import('../../treasury/payments/ask.ts');
      const { askInterface } = await import('../askInterface.ts');
      const { printRecord } = await import('../print.ts');
      const quote = await askInterface(shell, 'processing', async ({ ask }) => {
        const { coin, coinNetworks } = await ask('paymentIntents.refundNetworks', { paymentIntentId: id });
        if (network !== undefined) await assertNetwork(network, coinNetworks);
        const texts = given({ paymentIntentId: id, address, networkCode: network, additionalAddress: tag });
        return { ...(await ask('paymentIntents.refundFee', texts)), id, currency: coin, address, network, tag };
      });
      printRecord(shell, columns, quote);
    },
  });
}

async function assertNetwork(network: string, known: readonly { readonly networkCode: string }[]): Promise<void> {
  const codes = known.map(({ networkCode }) => networkCode);
  if (codes.includes(network)) return;
  const { Fault } = await import('../../base/fault.ts');
  throw new Fault('usage', `--network ${network}: expected one of ${codes.join(', ')}`, { outcome: 'not-sent' });
}

interface RefundQuote {
  readonly id: string;
  readonly currency: string;
  readonly address: string;
  readonly network: string | undefined;
  readonly tag: string | undefined;
  readonly totalAmount: Decimal;
  readonly feeAmount: Decimal;
  readonly amount: Decimal;
}

const columns: readonly Column<RefundQuote>[] = [
  { key: 'id', value: (quote) => quote.id },
  { key: 'currency', value: (quote) => quote.currency },
  { key: 'total', kind: 'number', value: (quote) => quote.totalAmount },
  { key: 'fee', kind: 'number', value: (quote) => quote.feeAmount },
  { key: 'arrives', kind: 'number', value: (quote) => quote.amount },
  { key: 'network', value: (quote) => quote.network },
  { key: 'address', value: (quote) => quote.address },
  { key: 'tag', value: (quote) => quote.tag },
];
