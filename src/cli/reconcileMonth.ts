import { type Fault, isFault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { type DepositFacts } from '../treasury/payments/depositLines.ts';
import { type PaymentSide, readPaymentSide, type Span } from '../treasury/payments/readPaymentSide.ts';
import { NO_DEPOSITS, type PaymentReconciliation, reconcilePayments } from '../treasury/payments/reconcilePayments.ts';
import { askInterface } from './askInterface.ts';
import { readDeposits } from './depositHistory.ts';
import { withSightings } from './keptSightings.ts';
import { note, type Shell } from './shell.ts';
import { withPayments } from './withPayments.ts';

type DepositSide = Omit<DepositFacts, 'payments'>;

/**
 * Reads a month at the interfaces whose accounts are named, and compares. An interface without an account is left out, which is told;
 * without any it rejects with the `Fault` `configuration`.
 */
export async function reconcileMonth(
  shell: Shell,
  span: Span,
): Promise<PaymentReconciliation & { readonly read: Readonly<Record<'processing' | 'exchange', boolean>> }> {
  const processing = await ifNamed(shell, 'processing', () => paymentSide(shell, span));
  const exchange = await ifNamed(shell, 'exchange', () => depositSide(shell, span));
  if ('fault' in processing && 'fault' in exchange) throw processing.fault;
  const { payments, payouts, sent } = 'fault' in processing ? NO_PAYMENTS : processing.side;
  const deposits = 'fault' in exchange ? NO_DEPOSITS : exchange.side;
  const found = reconcilePayments({ payments, payouts, sent, deposits: { ...deposits, payments: payments.known } });
  return { ...found, read: { processing: !('fault' in processing), exchange: !('fault' in exchange) } };
}

const NO_PAYMENTS: PaymentSide = {
  payments: { now: 0, payments: [], known: [], wallets: [], sightings: new Map() },
  payouts: [],
  sent: [],
};

async function ifNamed<T>(shell: Shell, name: string, read: () => Promise<T>): Promise<{ readonly side: T } | { readonly fault: Fault }> {
  try {
    return { side: await read() };
  } catch (error) {
    if (!isFault(error, 'configuration')) throw error;
    note(shell, `${name} is left out: ${error.message}`);
    return { fault: error };
  }
}

function paymentSide(shell: Shell, span: Span): Promise<PaymentSide> {
  return withPayments(shell, (sources) => readPaymentSide(sources, span));
}

async function depositSide(shell: Shell, { from, to }: Span): Promise<DepositSide> {
  const { fiat, crypto } = await readDeposits(shell, from);
  const addresses = await askInterface(shell, 'exchange', ({ ask }) => ask('depositAddresses.list', {}));
  const sightings = await withSightings(shell, 'exchange', (kept) => kept.all('fiat-deposit'));
  const isWithin = ({ createdOn }: { readonly createdOn: Instant }): boolean => createdOn < to;
  return { fiat: fiat.filter(isWithin), crypto: crypto.filter(isWithin), addresses, sightings };
}
