import type { Destination } from '../../../src/model/move.ts';
import { batchTemplate } from '../../../src/treasury/batches/batchTemplate.ts';
import { minorUnits } from '../../../src/treasury/minorUnits.ts';
import { readBatch } from '../../../src/treasury/batches/readBatch.ts';
import { readRefunds } from '../../../src/treasury/batches/readRefunds.ts';
import { faults, must, outcomeOf } from '../broken.ts';
import { mutateLines } from '../mutateText.ts';
import type { Target } from '../target.ts';

const NAME = 'ACME GmbH';
const ACME: Destination = { currency: 'BTC', network: 'BTC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', tag: undefined };
const BOOK = new Map([[NAME, ACME]]);
const NOW = Date.UTC(2026, 10, 23);

/** Files of payments: each line becomes a payment that may be sent, or is named with what is wrong with it. */
export function batchTargets(): readonly Target[] {
  const templates = [false, true].flatMap((isFiat) => [false, true].map((hasBeneficiary) => batchTemplate({ isFiat, hasBeneficiary })));
  const named = templates.map((text) => text.replace('NAME OF THE ADDRESS BOOK', NAME));
  const seeds = [
    ...named,
    ...named.map((text) => text.replaceAll(',', ';')),
    `address,network,currency,amount\n${ACME.address},BTC,BTC,"1"\n`,
  ];
  return [
    {
      name: 'batch',
      weight: 5,
      seeds,
      mutate: mutateLines,
      check(input) {
        const { value } = outcomeOf(() => readBatch(new TextEncoder().encode(input), { book: BOOK, now: NOW }), faults('invalid-request'));
        if (value === undefined) return;
        must(value.rows.length + value.problems.length > 0, 'a file gave neither payments nor problems');
        for (const { amount, fiat } of value.rows) {
          must((amount === undefined) !== (fiat === undefined), 'a payment has two denominations, or none');
          must((amount ?? fiat!.amount).gt(0), 'a payment is not above zero');
        }
      },
    },
    {
      name: 'refunds',
      weight: 2,
      seeds: [
        'transaction_id,currency,amount,reference\n0f8fad5b-d9cb-469f-a165-70867728950e,EUR,10.50,refund-1\n',
        'transaction_id;currency;amount\n0f8fad5b-d9cb-469f-a165-70867728950e;JPY;"10"\n',
      ],
      mutate: mutateLines,
      check(input) {
        const { value } = outcomeOf(() => readRefunds(new TextEncoder().encode(input)), faults('invalid-request'));
        for (const { amount, currency } of value ?? []) {
          must(amount.gt(0), 'a refund is not above zero');
          const units = minorUnits(amount, currency);
          must('why' in units || /^[1-9]\d*$/.test(units.units), 'a refund is no whole number of minor units');
        }
      },
    },
  ];
}
