import { dec } from '../base/decimal.ts';
import { Fault, isFault } from '../base/fault.ts';
import type { Reply } from '../contract/operation.ts';
import type { processing } from '../contract/processing.ts';
import type { Ask } from '../treasury/payments/ask.ts';
import { readPayment, timelineOf } from '../treasury/payments/paymentRecord.ts';
import type { PaymentRow } from '../treasury/transferReads.ts';
import type { Asking } from './askInterface.ts';
import { type Decider, decideOn } from './decidePayment.ts';
import type { Column } from './column.ts';
import { openRefunds } from './openRefunds.ts';
import { printRecord } from './print.ts';
import { printPayment } from './printPayment.ts';
import { note, say, type Shell } from './shell.ts';
import { withPayments } from './withPayments.ts';

type Equivalent = Reply<(typeof processing)['paymentIntents.receivedEquivalent']>;

/** Who decides, and the least that the quote of a retry must give. */
export interface SettleOptions extends Decider {
  readonly least: string | undefined;
}

interface Plan extends Equivalent {
  readonly received: PaymentRow['receivedAmount'];
}

/**
 * Settles a payment on which a person must decide (001 States 9 and 10). What it is worth is read first, shown, and asked about; in a
 * dry run that is all. Afterwards the payment is read anew and printed. Rejects with a `Fault` `refused`, `not-sent`, when there is
 * nothing to decide.
 */
export function settleByHand(shell: Shell, id: string, action: 'accept' | 'retry', options: SettleOptions): Promise<void> {
  return withPayments(shell, async (sources, asking) => {
    const row = await readPayment(sources, id);
    assertUndecided(row);
    for (const text of await openRefunds(shell, id)) note(shell, text);
    const worth = await worthOf(shell, sources.ask, row);
    if (shell.options.dryRun) return printRecord<Plan>(shell, planColumns, { ...worth, received: row.receivedAmount });
    const decide = (): Promise<void> => decideOn(shell, asking, action, decisionText(row, worth), { id, ...options });
    if (action === 'accept') await accept(asking, row, worth, decide);
    else await retry(shell, asking, row, worth, options.least, decide);
    const after = await readPayment(sources, id);
    printPayment(shell, after, await timelineOf(sources, after));
  });
}

/** The method of this read is not shown (001 Endpoints): where the venue has no such one, its record of the payment must do. */
async function worthOf(shell: Shell, ask: Ask<'processing'>, row: PaymentRow): Promise<Equivalent> {
  try {
    return await ask('paymentIntents.receivedEquivalent', { paymentIntentId: row.id });
  } catch (error) {
    if (!isFault(error)) throw error;
    note(shell, `what it is worth now could not be read (${error.message}); this is from the record of the payment`);
    return { ...row, currencyFrom: row.currencyFrom ?? '' };
  }
}

function assertUndecided({ id, status, receivedAmount }: PaymentRow): void {
  if (status === 'ManualActionRequired' && receivedAmount?.gt(0) === true) return;
  const why = status === 'ManualActionRequired' ? 'nothing was deposited' : `it is ${status}, not ManualActionRequired`;
  throw new Fault('refused', `there is nothing to decide about payment ${id}: ${why} (001 States)`, {
    outcome: 'not-sent',
    suggestion: `\`sluice pay intents show ${id}\` shows what happened to it`,
  });
}

async function accept({ agree }: Asking<'processing'>, row: PaymentRow, worth: Equivalent, decide: () => Promise<void>): Promise<void> {
  await agree(`accept ${receivedText(row, worth)} for the requested ${wantedText(row)}?`);
  await decide();
}

/** The quote has to come first, and it makes the retry at the venue; one that is not executed expires (001 Retry payment intent). */
async function retry(
  shell: Shell,
  { ask, agree }: Asking<'processing'>,
  row: PaymentRow,
  worth: Equivalent,
  least: string | undefined,
  decide: () => Promise<void>,
): Promise<void> {
  await agree(`process ${receivedText(row, worth)} by a quote of this moment, for the requested ${wantedText(row)}?`);
  const quote = await quoteOf(ask, row.id);
  if (least !== undefined && quote.amountTo.lt(dec(least))) {
    throw new Fault('refused', `--least ${least}: the quote gives ${quote.amountTo.toFixed()} ${quote.currencyTo}. No retry is sent`, {
      outcome: 'not-sent',
      suggestion: 'the quote expires by itself; try again later, or with a lower --least',
    });
  }
  say(shell, `quote: ${quote.amountFrom.toFixed()} ${quote.currencyFrom} is ${quote.amountTo.toFixed()} ${quote.currencyTo}`);
  await decide();
}

/** What the audit log says of it. */
function decisionText(row: PaymentRow, worth: Equivalent): string {
  return `received ${receivedText(row, worth)} for the requested ${wantedText(row)}`;
}

function quoteOf(ask: Ask<'processing'>, paymentIntentId: string) {
  return ask('paymentIntents.requestRetryQuote', { paymentIntentId });
}

function receivedText({ receivedAmount, currencyFrom }: PaymentRow, worth: Equivalent): string {
  const { receivedAmountEquivalent: amount, receivedEquivalentCurrency: currency } = worth;
  const equivalent = amount === undefined ? '' : `, worth ${amount.toFixed()} ${currency ?? ''},`;
  return `${receivedAmount?.toFixed() ?? '0'} ${currencyFrom ?? ''}${equivalent}`;
}

function wantedText({ amountTo, currencyTo, customOrderId }: PaymentRow): string {
  return `${amountTo?.toFixed() ?? '?'} ${currencyTo ?? ''}${customOrderId === undefined ? '' : ` of order ${customOrderId}`}`;
}

const planColumns: readonly Column<Plan>[] = [
  { key: 'outcome', value: () => 'dry-run' },
  { key: 'id', value: (plan) => plan.id },
  { key: 'received', kind: 'number', value: (plan) => plan.received },
  { key: 'receivedCurrency', value: (plan) => plan.currencyFrom },
  { key: 'expected', kind: 'number', value: (plan) => plan.amountFrom },
  { key: 'worth', kind: 'number', value: (plan) => plan.receivedAmountEquivalent },
  { key: 'worthCurrency', value: (plan) => plan.receivedEquivalentCurrency },
  { key: 'worthValidTo', kind: 'time', value: (plan) => plan.receivedAmountEquivalentValidTo },
];
