import { ZERO } from '../../base/decimal.ts';
import { DAY_MS, type Instant } from '../../base/instant.ts';
import { plainAddress } from '../../model/plainAddress.ts';
import type { Sighting } from '../../model/sighting.ts';
import type { PaymentRow } from '../transferReads.ts';
import { isRefunded, isSettled, waysToSettle } from './settled.ts';
import type { WalletRow } from './paymentReads.ts';
import { bucketOf, type ReconcileLine } from './reconcileLine.ts';

export interface PaymentFacts {
  readonly now: Instant;
  /** Those that are reconciled. */
  readonly payments: readonly PaymentRow[];
  /** These and earlier ones: further deposits may go to their addresses. */
  readonly known: readonly PaymentRow[];
  /** Permanent addresses. */
  readonly wallets: readonly WalletRow[];
  /** What earlier reads have seen, by payment, each oldest first. */
  readonly sightings: ReadonlyMap<string, readonly Sighting[]>;
}

type Judgement = Pick<ReconcileLine, 'bucket' | 'isOpen' | 'why'> & Partial<Pick<ReconcileLine, 'expected' | 'belongsTo'>>;

/** A line for each payment (001 States). */
export function paymentLines(facts: PaymentFacts): readonly ReconcileLine[] {
  const firstAt = firstOfAddresses(facts.known);
  const wallets = new Map(facts.wallets.map((wallet) => [placeOf(wallet.address, wallet.tag), wallet]));
  return facts.payments.map((row) => {
    const place = placeOf(row.address, row.additionalAddress);
    const judged = judgeUnasked(row, firstAt.get(place), wallets.get(place)) ?? judge(row, facts);
    return { ...recordOf(row), belongsTo: undefined, ...judged };
  });
}

/** Lines for what went back to payers, and for what was converted for the merchant. */
export function followUpLines(payments: readonly PaymentRow[]): readonly ReconcileLine[] {
  return payments.flatMap((row) => [...refundLines(row), ...conversionLines(row)]);
}

function recordOf(row: PaymentRow) {
  const { id, customOrderId: reference, createdOn: at, amountFrom, amountTo, currencyFrom, currencyTo, receivedAmount, status } = row;
  return {
    kind: 'payment' as const,
    id,
    reference,
    at,
    // Until the payer has picked a coin, only the requested amount is known.
    currency: currencyFrom ?? currencyTo ?? '',
    expected: (currencyFrom === undefined ? amountTo : amountFrom) ?? ZERO,
    received: receivedAmount ?? ZERO,
    status,
  };
}

/** The payment for which each address was first given out. */
function firstOfAddresses(known: readonly PaymentRow[]): ReadonlyMap<string, PaymentRow> {
  const first = new Map<string, PaymentRow>();
  for (const row of known) {
    const place = placeOf(row.address, row.additionalAddress);
    const before = first.get(place);
    if (place !== '' && (before === undefined || (row.createdOn ?? 0) < (before.createdOn ?? 0))) first.set(place, row);
  }
  return first;
}

function placeOf(address: string | undefined, tag: string | undefined): string {
  return address === undefined || address === '' ? '' : `${plainAddress(address)} ${tag ?? ''}`;
}

/** A payment that a deposit has made: nobody had asked for it (001 States, repeat deposit; single-address flow). */
function judgeUnasked(row: PaymentRow, first: PaymentRow | undefined, wallet: WalletRow | undefined): Judgement | undefined {
  if (row.customOrderId !== undefined && row.customOrderId !== '') return undefined;
  if (wallet !== undefined) {
    const isOpen = !isSettled(row.status);
    return { bucket: 'matched', isOpen, why: `to the permanent address of account ${wallet.accountId}`, belongsTo: wallet.accountId };
  }
  if (first === undefined || first.id === row.id) return undefined;
  const order = first.customOrderId === undefined ? '' : ` (order ${first.customOrderId})`;
  return {
    bucket: 'orphan',
    isOpen: true,
    expected: ZERO,
    belongsTo: first.id,
    why: `a further deposit to the address of payment ${first.id}${order}: the payer may have paid twice, or too little at first; credit it, or pay it back`,
  };
}

function judge(row: PaymentRow, facts: PaymentFacts): Judgement {
  const { expected, received } = recordOf(row);
  const settled = isSettled(row.status);
  if (received.isZero()) return judgeMissing(row, facts.now);
  if (isLate(row, facts.sightings.get(row.id) ?? [])) {
    const reason = row.statusDescription ?? 'it does not fit';
    const why = settled
      ? 'it came after its time and was taken'
      : `it came after its time and was not taken (${reason}): no action by hand is open to it (001 States 7); a further deposit may complete it, else ask the venue`;
    return { bucket: 'late', isOpen: !settled, why };
  }
  const bucket = bucketOf(expected, received);
  return { bucket, isOpen: !settled, why: settled ? settledBecause(row, bucket === 'matched') : openBecause(row) };
}

function judgeMissing({ status, statusDescription, createdOn }: PaymentRow, now: Instant): Judgement {
  if (isSettled(status)) return { bucket: 'missing', isOpen: true, why: `the venue says ${status} and shows no deposit: ask the venue` };
  if (status === 'Failed') return { bucket: 'missing', isOpen: false, why: `nobody paid: ${statusDescription ?? 'Failed'}` };
  const isOld = createdOn !== undefined && now - createdOn > DAY_MS;
  if (status === 'New') return { bucket: 'missing', isOpen: !isOld, why: 'the payer has not picked a coin' };
  if (status === 'Processing') return { bucket: 'missing', isOpen: true, why: 'a transaction was seen and is not confirmed yet' };
  return { bucket: 'missing', isOpen: true, why: isOld ? 'it has waited for more than a day: ask the venue' : 'it waits for its deposit' };
}

/** It had failed before anything came, or has failed although something did. */
function isLate({ status }: PaymentRow, sightings: readonly Sighting[]): boolean {
  return status === 'Failed' || sightings.some((sighting) => sighting.status === 'Failed' && sighting.amount.isZero());
}

function settledBecause({ status }: PaymentRow, isExact: boolean): string | undefined {
  if (isRefunded(status)) return 'paid back; see the line of its refund';
  if (status.startsWith('ManuallyCompleted')) return 'a person has decided it';
  return isExact ? undefined : 'within the threshold: the automatic retry has completed it (001 States 2)';
}

function openBecause({ id, status, statusDescription }: PaymentRow): string {
  const reason = statusDescription ?? status;
  return status === 'ManualActionRequired' ? `${reason}: ${waysToSettle(id)}` : `${reason}: it is still under way`;
}

function refundLines(row: PaymentRow): readonly ReconcileLine[] {
  if (!isRefunded(row.status)) return [];
  const { id, received, expected, at, currency, status } = recordOf(row);
  const amount = status === 'CompletedWithExcessRefund' ? received.minus(expected) : received;
  const why = 'before the fee of its network; the venue has no read that shows what arrived';
  return [
    {
      bucket: 'matched',
      kind: 'refund',
      id,
      reference: row.customOrderId,
      at,
      currency,
      expected: amount,
      received: amount,
      status,
      isOpen: false,
      why,
      belongsTo: id,
    },
  ];
}

function conversionLines(row: PaymentRow): readonly ReconcileLine[] {
  const { customConversion: conversion, id, customOrderId: reference, createdOn: at } = row;
  if (conversion === undefined) return [];
  const { status = 'Completed', failureReason } = conversion;
  const expected = conversion.amountTo ?? ZERO;
  const isDone = status.toLowerCase() === 'completed';
  const received = isDone ? expected : ZERO;
  const why = isDone ? undefined : `the conversion is ${status}${failureReason === undefined ? '' : `: ${failureReason}`}; ask the venue`;
  return [
    {
      bucket: isDone ? 'matched' : 'missing',
      kind: 'conversion',
      id: conversion.id,
      reference,
      at,
      currency: conversion.currencyTo ?? '',
      expected,
      received,
      status,
      isOpen: !isDone,
      why,
      belongsTo: id,
    },
  ];
}
