import { type Fault, isFault } from '../base/fault.ts';
import { DAY_MS, type Instant } from '../base/instant.ts';
import { systemClock } from '../base/systemClock.ts';
import { type DepositFacts } from '../treasury/payments/depositLines.ts';
import type { PaymentFacts } from '../treasury/payments/paymentLines.ts';
import { readPayments, readPayouts, readWallets } from '../treasury/payments/paymentReads.ts';
import { type PaymentReconciliation, type ReconcileFacts, reconcilePayments } from '../treasury/payments/reconcilePayments.ts';
import { sightingOfIntent } from '../treasury/payments/sightingOfIntent.ts';
import { sentFrom } from './accountJournal.ts';
import { askInterface } from './askInterface.ts';
import { readDeposits } from './depositHistory.ts';
import { withSightings } from './keptSightings.ts';
import { note, type Shell } from './shell.ts';

interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

type PaymentSide = Pick<ReconcileFacts, 'payments' | 'payouts' | 'sent'>;
type DepositSide = Omit<DepositFacts, 'payments'>;

/** Further deposits go to addresses that were given out up to so long before. */
const KNOWN_BEFORE_MS = 31 * DAY_MS;

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
const NO_DEPOSITS: DepositSide = { fiat: [], crypto: [], addresses: [], sightings: new Map() };

async function ifNamed<T>(shell: Shell, name: string, read: () => Promise<T>): Promise<{ readonly side: T } | { readonly fault: Fault }> {
  try {
    return { side: await read() };
  } catch (error) {
    if (!isFault(error, 'configuration')) throw error;
    note(shell, `${name} is left out: ${error.message}`);
    return { fault: error };
  }
}

async function paymentSide(shell: Shell, { from, to }: Span): Promise<PaymentSide> {
  const read = await askInterface(shell, 'processing', async ({ ask }) => ({
    known: await readPayments(ask, { from: from - KNOWN_BEFORE_MS, to }),
    payouts: await readPayouts(ask, { from, to }),
    wallets: await readWallets(ask, {}),
  }));
  const { known, payouts, wallets } = read;
  const now = systemClock.now();
  const sightings = await withSightings(shell, 'processing', async (kept): Promise<PaymentFacts['sightings']> => {
    await kept.see(known.map((row) => sightingOfIntent(row, now)));
    return kept.all('payment');
  });
  const payments = known.filter(({ createdOn = from }) => createdOn >= from && createdOn < to);
  const sent = await sentFrom(shell, 'processing', (journal) => journal.transfers(from));
  return {
    payments: { now, payments, known, wallets, sightings },
    payouts,
    sent: sent.filter(({ createdAt }) => createdAt < to),
  };
}

async function depositSide(shell: Shell, { from, to }: Span): Promise<DepositSide> {
  const { fiat, crypto } = await readDeposits(shell, from);
  const addresses = await askInterface(shell, 'exchange', ({ ask }) => ask('depositAddresses.list', {}));
  const sightings = await withSightings(shell, 'exchange', (kept) => kept.all('fiat-deposit'));
  const isWithin = ({ createdOn }: { readonly createdOn: Instant }): boolean => createdOn < to;
  return { fiat: fiat.filter(isWithin), crypto: crypto.filter(isWithin), addresses, sightings };
}
