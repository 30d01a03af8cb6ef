import { z } from 'zod';
import { checkAddress } from '../../addresses/checkAddress.ts';
import { type Decimal, decimalFrom } from '../../base/decimal.ts';
import { didYouMean } from '../../base/didYouMean.ts';
import { Fault } from '../../base/fault.ts';
import { uuidOf } from '../../base/ulid.ts';
import type { AddressEntry } from '../../model/addressEntry.ts';
import { isAutomatic } from '../../model/automaticPerson.ts';
import {
  CONVERSION_WAYS,
  type Destination,
  MOVE_KINDS,
  type MoveKind,
  type MoveRow,
  type MoveTerms,
  REFUND_FLOWS,
} from '../../model/move.ts';
import { hashOf } from '../approvals/canonicalMove.ts';
import { isSignatureOf, type SignedThing } from '../approvals/signature.ts';
import { isSameDestination } from '../book/isSameDestination.ts';
import type { MoveOrder } from './moves.ts';

const MOST_PAYMENTS = 10_000;
const words = z.string().min(1).max(500);
const money = z.string().transform((text, context): Decimal => {
  const value = decimalFrom(text);
  if (value?.isFinite() === true && value.gt(0)) return value;
  context.addIssue({ code: 'custom', message: `expected an amount above 0, like 0.25, not ${JSON.stringify(text.slice(0, 40))}` });
  return z.NEVER;
});

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

const terms = z.strictObject({
  refundFlow: z.enum(REFUND_FLOWS).optional(),
  amountTo: money.transform((amount) => amount.toFixed()).optional(),
  amountToType: z.enum(['net', 'gross']).optional(),
  accountId: words.optional(),
  callbackUrl: words.optional(),
  clientTag: words.optional(),
});

/** The kinds of moves that have each of them. */
const TERMS_OF: Readonly<Record<keyof MoveTerms, MoveKind>> = {
  refundFlow: 'refund',
  amountTo: 'payout',
  amountToType: 'payout',
  accountId: 'payout',
  callbackUrl: 'payout',
  clientTag: 'withdrawal',
};

const payment = z.strictObject({
  reference: z.string().min(1).max(100).optional(),
  /** What leaves the account. */
  currency: words,
  amount: money,
  /** The name of an entry of the address book, or a destination as it is. */
  to: words.optional(),
  destination: z.strictObject({ currency: words, network: words, address: words, tag: words.optional() }).optional(),
  target: words.optional(),
  /** What a conversion has to bring of the target: exactly so much, or at least where what leaves is exact. */
  conversion: z.strictObject({ exact: z.enum(['from', 'to']), toAmount: money, by: z.enum(CONVERSION_WAYS).optional() }).optional(),
  fiat: z.strictObject({ amount: money, currency: words }).optional(),
  feeMode: z.enum(['default', 'net', 'gross']).default('default'),
  beneficiary: z.strictObject({ firstName: words, lastName: words, countryOfBirthCode: words, dateOfBirth: words }).optional(),
  note: words.optional(),
  terms: terms.optional(),
});

/** A move as it is asked for from outside: amounts are text, and a destination may be named. */
export const moveOrderText = z.strictObject({
  /** A ULID after the letter of its kind. Asking twice with one id asks once. */
  id: z.string().regex(/^[WBPRC]-[0-9A-Z]{26}$/),
  kind: z.enum(MOVE_KINDS),
  initiator: words,
  payments: z.array(payment).min(1).max(MOST_PAYMENTS),
  /** Whether payments that were made before are meant to be made again. */
  repeats: z.boolean().default(false),
  /** The initiator's signature over the rest. */
  signed: z.strictObject({ key: words, signature: words }).optional(),
});

export type MoveOrderText = z.input<typeof moveOrderText>;
type Payment = z.output<typeof payment>;
type Payments = MoveOrderText['payments'];

/** What the initiator of an order signs: its text without the signature. */
export function signedOrder({ signed: _signed, ...order }: Omit<MoveOrderText, 'signed'> & { readonly signed?: unknown }): SignedThing {
  return { purpose: 'move request', hash: hashOf(JSON.stringify(order)), policyVersion: 0 };
}

/**
 * Reads an order of a person, and finds the destinations that it names. Throws a `Fault` `invalid-request` that says all that is wrong with
 * it. `by`: the treasury itself asks by schedule, and nobody else asks in the name of one.
 */
export function readMoveOrder(text: unknown, book: readonly AddressEntry[], by: 'person' | 'schedule' = 'person'): MoveOrder {
  const read = moveOrderText.safeParse(text);
  if (!read.success) throw invalid(read.error.issues.map(({ path, message }) => `${path.join('.') || 'the order'}: ${message}`));
  const { id, kind, initiator, payments, repeats, signed } = read.data;
  if (kind !== 'batch' && kind !== 'page-refund' && payments.length !== 1)
    throw invalid([`a ${kind} has one payment, not ${payments.length}`]);
  const problems: string[] = [];
  if (by === 'person' && isAutomatic(initiator)) problems.push(`initiator: nobody asks as ${initiator} but the schedule itself`);
  const rows = payments.map((one, place) => {
    const refuse = (message: string): void => void problems.push(payments.length === 1 ? message : `row ${place + 1}: ${message}`);
    return rowOf(kind, one, kind === 'refund' ? uuidOf(id.slice(2)) : referenceOf(id, place + 1), book, refuse);
  });
  problems.push(...twice(rows));
  if (signed !== undefined && !isSignatureOf(signedOrder(text as MoveOrderText), signed.key, signed.signature)) {
    problems.push(`the signature of ${initiator} is not one of this order`);
  }
  if (problems.length > 0) throw invalid(problems);
  return { id, kind, initiator, rows, repeats, signedWith: signed?.key };
}

/** The reference of a row for which nobody has named one. The first row is 1. */
export function referenceOf(id: string, row: number): string {
  return `${id}-${row}`;
}

function rowOf(kind: MoveKind, one: Payment, made: string, book: readonly AddressEntry[], refuse: (message: string) => void): MoveRow {
  const { reference = made, currency, amount, target, fiat, feeMode, beneficiary, note, conversion, terms } = one;
  const entry = entryOf(one, book);
  if (one.to !== undefined && entry === undefined) refuse(notInBook(one.to, book));
  const given = destinationOf(one);
  const destination = entry?.destination ?? given;
  if (entry !== undefined && given !== undefined && !isSameDestination(entry.destination, given)) {
    refuse(`${entry.name} of the address book is another destination than the one that is given`);
  }
  const isRefund = kind === 'refund' || kind === 'page-refund';
  if (isRefund && target === undefined) refuse('it names no payment');
  if (kind === 'page-refund' && target !== undefined && !UUID.test(target))
    refuse(`${target} is not the UUID of a payment transaction (002)`);
  if (isRefund && (one.to !== undefined || one.destination !== undefined)) refuse('a refund goes to whoever has paid');
  refuseTerms(kind, terms, refuse);
  refuseUnsent(kind, one, refuse);
  if (kind === 'conversion') refuseConversion(one, refuse);
  else if (conversion !== undefined) refuse(`a ${kind} converts nothing`);
  else if (!isRefund && destination === undefined && one.to === undefined) refuse('it names no destination');
  // What leaves by the exchange is what arrives; a payout is converted.
  if ((kind === 'withdrawal' || kind === 'batch') && destination !== undefined && destination.currency !== currency) {
    refuse(`${entry?.name ?? destination.address} takes ${destination.currency}, and this is ${currency}`);
  }
  if (destination !== undefined) {
    const problem = checkAddress(destination.network, destination.address, destination.tag);
    if (problem !== undefined) refuse(`${problem.field}: ${problem.message}`);
  }
  return {
    reference,
    currency,
    amount,
    destination,
    to: entry?.name,
    target,
    fiat,
    feeMode,
    beneficiary: beneficiary ?? entry?.beneficiary,
    note,
    ...(conversion === undefined ? {} : { conversion }),
    ...(terms === undefined ? {} : { terms }),
  };
}

function refuseTerms(kind: MoveKind, given: MoveTerms = {}, refuse: (message: string) => void): void {
  for (const [name, of] of Object.entries(TERMS_OF)) {
    if (given[name as keyof MoveTerms] !== undefined && of !== kind) refuse(`terms.${name}: a ${kind} has none, only a ${of}`);
  }
  if (given.amountToType !== undefined && given.amountTo === undefined) refuse('terms.amountToType goes only with terms.amountTo');
}

/** What a kind of move has no place for would be signed and never be sent. */
function refuseUnsent(kind: MoveKind, { fiat, feeMode, target }: Payment, refuse: (message: string) => void): void {
  if (fiat !== undefined && kind !== 'batch' && kind !== 'conversion')
    refuse(`fiat: only a batch has amounts in fiat currency, and this is a ${kind}`);
  if (feeMode !== 'default' && kind !== 'withdrawal')
    refuse(`feeMode: only a withdrawal says how its fee is charged, and this is a ${kind}`);
  if (target !== undefined && (kind === 'withdrawal' || kind === 'batch' || kind === 'payout'))
    refuse(`target: a ${kind} is about no other payment or currency`);
}

/** Money that is converted stays in the account. */
function refuseConversion({ currency, target, conversion, to, destination, fiat }: Payment, refuse: (message: string) => void): void {
  if (target === undefined || conversion === undefined) refuse('it does not say what is to be received');
  if (target === currency) refuse(`${currency} can't be converted into itself`);
  if (to !== undefined || destination !== undefined || fiat !== undefined) refuse('a conversion goes to no destination');
}

/** References that stand twice. */
function twice(rows: readonly MoveRow[]): readonly string[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ reference }, place) => {
    const before = first.get(reference);
    if (before !== undefined) return [`row ${place + 1}: its reference ${reference} is that of row ${before + 1}`];
    first.set(reference, place);
    return [];
  });
}

/** The entry that is named, or the one with exactly this destination. */
function entryOf({ to, destination }: Payment, book: readonly AddressEntry[]): AddressEntry | undefined {
  const kept = book.filter(({ removedAt }) => removedAt === undefined);
  if (to !== undefined) return kept.find(({ name }) => name === to);
  return destination === undefined ? undefined : kept.find((entry) => isSameDestination(entry.destination, destination as Destination));
}

function notInBook(name: string, book: readonly AddressEntry[]): string {
  const near = didYouMean(
    name,
    book.map((entry) => entry.name),
  );
  return `the address book has no ${name}${near === undefined ? '' : `: did you mean ${near}?`}`;
}

function destinationOf({ destination }: Payment): Destination | undefined {
  return destination === undefined ? undefined : { ...destination, tag: destination.tag };
}

function invalid(problems: readonly string[]): Fault {
  return new Fault('invalid-request', problems.join('; '), { outcome: 'not-sent' });
}

/** A payment as an order has it. */
export function paymentText({
  reference,
  currency,
  amount,
  destination,
  to,
  target,
  fiat,
  feeMode,
  beneficiary,
  note,
  conversion,
  terms,
}: MoveRow): Payments[number] {
  const { tag, ...place } = destination ?? {};
  return {
    reference,
    currency,
    amount: amount.toFixed(),
    feeMode,
    ...(to === undefined ? {} : { to }),
    ...(destination === undefined
      ? {}
      : { destination: { ...(place as Omit<Destination, 'tag'>), ...(tag === undefined ? {} : { tag }) } }),
    ...(target === undefined ? {} : { target }),
    ...(fiat === undefined ? {} : { fiat: { amount: fiat.amount.toFixed(), currency: fiat.currency } }),
    ...(beneficiary === undefined ? {} : { beneficiary }),
    ...(note === undefined ? {} : { note }),
    ...(conversion === undefined ? {} : { conversion: { ...conversion, toAmount: conversion.toAmount.toFixed() } }),
    ...(terms === undefined ? {} : { terms }),
  };
}
