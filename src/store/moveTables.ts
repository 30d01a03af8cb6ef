import type { Instant } from '../base/instant.ts';
import type {
  ApprovalNeed,
  Beneficiary,
  ConversionTerms,
  Destination,
  FeeMode,
  MoveKind,
  MoveRecord,
  MoveRow,
  MoveState,
  MoveTerms,
  RowProgress,
  RowState,
} from '../model/move.ts';
import type { SqlValue } from './connection.ts';
import { decimalOf, decimalText, optionalDecimalText } from './decimalText.ts';

export interface MoveTableRow {
  readonly id: string;
  readonly kind: MoveKind;
  readonly initiator: string;
  readonly created_at: Instant;
  readonly policy_version: number;
  readonly expires_at: Instant | null;
  readonly state: MoveState;
  readonly rule: string;
  readonly evidence: string | null;
  readonly changed_at: Instant;
  readonly account: string | null;
  readonly needs: string;
  readonly signed_with: string | null;
  readonly of_backup: 0 | 1;
}

export interface RowTableRow {
  readonly reference: string;
  readonly currency: string;
  readonly amount: string;
  readonly destination: string | null;
  readonly entry: string | null;
  readonly target: string | null;
  readonly fiat_amount: string | null;
  readonly fiat_currency: string | null;
  readonly fee_mode: FeeMode;
  readonly beneficiary: string | null;
  readonly note: string | null;
  readonly conversion: string | null;
  readonly terms: string | null;
}

export interface ProgressTableRow {
  readonly state: RowState;
  readonly venue_id: string | null;
  readonly fee: string | null;
  readonly sent_at: Instant | null;
  readonly evidence: string | null;
  readonly settled_by: string | null;
}

export function recordOf(move: MoveTableRow, rows: readonly RowTableRow[], progress: readonly RowProgress[]): MoveRecord {
  return {
    id: move.id,
    kind: move.kind,
    initiator: move.initiator,
    createdAt: move.created_at,
    policyVersion: move.policy_version,
    expiresAt: move.expires_at ?? undefined,
    state: move.state,
    rule: move.rule,
    needs: JSON.parse(move.needs) as ApprovalNeed[],
    evidence: move.evidence ?? undefined,
    changedAt: move.changed_at,
    account: move.account ?? undefined,
    signedWith: move.signed_with ?? undefined,
    ...(move.of_backup === 1 ? { isOfBackup: true } : {}),
    rows: rows.map(rowOf),
    progress,
  };
}

/** The columns of a row after its move and its place. */
export function rowValues(row: MoveRow): readonly SqlValue[] {
  const { reference, currency, amount, destination, to, target, fiat, feeMode, beneficiary, note, conversion, terms } = row;
  return [
    reference,
    currency,
    decimalText(amount, 'amount'),
    jsonText(destination),
    to ?? null,
    target ?? null,
    optionalDecimalText(fiat?.amount, 'fiat amount'),
    fiat?.currency ?? null,
    feeMode,
    jsonText(beneficiary),
    note ?? null,
    conversion === undefined
      ? null
      : jsonText({ exact: conversion.exact, toAmount: decimalText(conversion.toAmount, 'amount that arrives'), by: conversion.by }),
    jsonText(terms),
  ];
}

export function destinationOf(text: string): Destination {
  const { currency, network, address, tag } = JSON.parse(text) as Destination;
  return { currency, network, address, tag };
}

export function jsonText(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

export function rowOf(row: RowTableRow): MoveRow {
  const what = `of the payment ${row.reference}`;
  return {
    reference: row.reference,
    currency: row.currency,
    amount: decimalOf(row.amount, `amount ${what}`),
    destination: row.destination === null ? undefined : destinationOf(row.destination),
    to: row.entry ?? undefined,
    target: row.target ?? undefined,
    fiat:
      row.fiat_amount === null ? undefined : { amount: decimalOf(row.fiat_amount, `fiat amount ${what}`), currency: row.fiat_currency! },
    feeMode: row.fee_mode,
    beneficiary: row.beneficiary === null ? undefined : (JSON.parse(row.beneficiary) as Beneficiary),
    note: row.note ?? undefined,
    conversion: row.conversion === null ? undefined : conversionOf(row.conversion, what),
    ...(row.terms === null ? {} : { terms: JSON.parse(row.terms) as MoveTerms }),
  };
}

function conversionOf(text: string, what: string): ConversionTerms {
  const { exact, toAmount, by } = JSON.parse(text) as Omit<ConversionTerms, 'toAmount'> & { readonly toAmount: string };
  return { exact, toAmount: decimalOf(toAmount, `amount that arrives ${what}`), ...(by !== undefined && { by }) };
}

export function progressOf(row: ProgressTableRow): RowProgress {
  const { state, venue_id: venueId, fee, sent_at: sentAt, evidence, settled_by: settledBy } = row;
  return {
    state,
    venueId: venueId ?? undefined,
    fee: fee === null ? undefined : decimalOf(fee, 'fee of a payment'),
    sentAt: sentAt ?? undefined,
    evidence: evidence ?? undefined,
    ...(settledBy === null ? {} : { settledBy }),
  };
}
