import type { Decimal } from '../../base/decimal.ts';
import { ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { Intent } from '../../model/intent.ts';
import type { Sighting } from '../../model/sighting.ts';
import type { PaymentRow } from '../transferReads.ts';
import { kindOf } from '../transferKinds.ts';

/** One thing that happened to a payment. */
export interface TimelineEntry {
  readonly at: Instant | undefined;
  /** `venue`: the venue gives the time. `seen`: that of the first read of ours that showed it. `sent`: that of our own request. */
  readonly time: 'venue' | 'seen' | 'sent';
  readonly what: 'created' | 'deposit' | 'status' | 'automatic retry' | 'manual retry' | 'conversion' | 'requested' | 'action';
  readonly status: string | undefined;
  readonly amount: Decimal | undefined;
  readonly currency: string | undefined;
  readonly note: string | undefined;
}

type Retry = NonNullable<PaymentRow['retryPaymentIntents']>[number];

/**
 * What happened to a payment, oldest first: as the venue's record says it, as earlier reads of ours have seen it (`sightings`, oldest
 * first), and as our own journal has it (`sent`). Notifications are no part of it: nobody signs them.
 */
export function intentTimeline(row: PaymentRow, sightings: readonly Sighting[], sent: readonly Intent[]): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = [
    created(row),
    ...sent.map(ofIntent),
    ...sightings.flatMap((sighting, i) => ofSighting(sighting, sightings[i - 1])),
    ...(row.retryPaymentIntents ?? []).map((retry) => ofRetry(retry, row)),
    ...conversionsOf(row),
  ];
  return entries.toSorted((a, b) => (a.at ?? Number.MAX_SAFE_INTEGER) - (b.at ?? Number.MAX_SAFE_INTEGER));
}

function created({ createdOn, amountFrom, currencyFrom, amountTo, currencyTo, customOrderId }: PaymentRow): TimelineEntry {
  const asked = amountTo === undefined ? '' : `for ${amountTo.toFixed()} ${currencyTo ?? ''}`;
  return {
    at: createdOn,
    time: 'venue',
    what: 'created',
    status: undefined,
    amount: amountFrom,
    currency: currencyFrom,
    note: [asked, customOrderId === undefined ? '' : `order ${customOrderId}`].filter((part) => part !== '').join(', ') || undefined,
  };
}

/** What has arrived since the last look is a deposit: the venue tells only the sum. */
function ofSighting(sighting: Sighting, before: Sighting | undefined): TimelineEntry[] {
  const { seenAt: at, status, reason, amount, currency, transaction } = sighting;
  const more = amount.minus(before?.amount ?? ZERO);
  const deposit: TimelineEntry = {
    at,
    time: 'seen',
    what: 'deposit',
    status: undefined,
    amount: more,
    currency,
    note: transaction === undefined ? undefined : `transaction ${transaction}`,
  };
  const changed: TimelineEntry = { at, time: 'seen', what: 'status', status, amount: undefined, currency: undefined, note: reason };
  const isNew = before?.status !== status || before.reason !== reason;
  return [...(more.isZero() ? [] : [deposit]), ...(isNew ? [changed] : [])];
}

function ofRetry(retry: Retry, row: PaymentRow): TimelineEntry {
  // The words of `type` are not documented. Only manual retries wait for a person.
  const isManual = /manual/i.test(retry.type ?? '') || retry.status === 'Pending';
  const { amountFrom, amountTo, currencyFrom = row.currencyFrom, currencyTo = row.currencyTo, failureReason } = retry;
  const worth = amountTo === undefined ? undefined : `worth ${amountTo.toFixed()} ${currencyTo ?? ''}`;
  return {
    at: retry.createdOn,
    time: 'venue',
    what: isManual ? 'manual retry' : 'automatic retry',
    status: retry.status,
    amount: amountFrom,
    currency: currencyFrom,
    note: failureReason === undefined || failureReason === '' ? worth : failureReason,
  };
}

/** The record has no time of its own (001 Custom conversion). */
function conversionsOf({ customConversion: conversion }: PaymentRow): TimelineEntry[] {
  if (conversion === undefined) return [];
  const { amountTo, currencyTo, status, failureReason } = conversion;
  return [
    {
      at: undefined,
      time: 'venue',
      what: 'conversion',
      status,
      amount: amountTo,
      currency: currencyTo,
      note: failureReason === '' ? undefined : failureReason,
    },
  ];
}

function ofIntent(intent: Intent): TimelineEntry {
  const { what } = kindOf(intent);
  const isRequest = what === 'payment' || what === 'payment page';
  return {
    at: intent.createdAt,
    time: 'sent',
    what: isRequest ? 'requested' : 'action',
    status: intent.state,
    amount: undefined,
    currency: undefined,
    note: `${what}, transfer ${intent.id}${intent.evidence === undefined ? '' : `: ${intent.evidence}`}`,
  };
}
