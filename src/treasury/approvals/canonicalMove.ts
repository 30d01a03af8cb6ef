import { createHash } from 'node:crypto';
import { z } from 'zod';
import { decimalFrom } from '../../base/decimal.ts';
import { Fault } from '../../base/fault.ts';
import { instantOf, isoOf } from '../../base/instant.ts';
import { wireDigits } from '../../base/json.ts';
import {
  CONVERSION_WAYS,
  type ConversionTerms,
  type Move,
  MOVE_KINDS,
  type MoveRow,
  type MoveTerms,
  REFUND_FLOWS,
} from '../../model/move.ts';
import { BENEFICIARY, canonicalBeneficiary, canonicalDestination, DESTINATION, optional } from './canonicalParts.ts';

const FORM = 'sluice move v1';

/**
 * All that a person agrees to who approves a move, as one JSON text: keys in a fixed order, amounts as text in plain digits, times in
 * ISO 8601, null for what is not given. Nothing that changes later stands in it, so the same move always has the same text.
 */
export function canonicalMove({ id, kind, initiator, createdAt, expiresAt, policyVersion, rows }: Move): string {
  const members = {
    id,
    kind,
    initiator,
    createdAt: isoOf(createdAt),
    expiresAt: expiresAt === undefined ? null : isoOf(expiresAt),
    policyVersion,
    rows: rows.map(canonicalRow),
  } satisfies Record<keyof Move, unknown>;
  return JSON.stringify({ form: FORM, ...members });
}

/** SHA-256 of a canonical text, in hexadecimal: what is signed. */
export function hashOf(canonical: string): string {
  return createHash('sha256').update(canonical).digest('hex');
}

/** The move of a canonical text. Throws a `Fault` for any text that `canonicalMove` does not write. */
export function moveOfCanonical(text: string): Move {
  const move = readMove(text);
  if (move === undefined || canonicalMove(move) !== text) {
    throw new Fault('usage', 'this is not the canonical content of a move', {
      suggestion: '`sluice treasury approve ID --show` writes it; not a byte of it may be changed',
    });
  }
  return move;
}

/** What only some kinds have stands in no other text. */
function canonicalRow(row: MoveRow): Record<Exclude<keyof MoveRow, 'conversion' | 'terms'>, unknown> {
  const { reference, currency, amount, destination, to, target, fiat, feeMode, beneficiary, note, conversion, terms } = row;
  return {
    reference,
    currency,
    amount: wireDigits(amount),
    destination: destination === undefined ? null : canonicalDestination(destination),
    to: to ?? null,
    target: target ?? null,
    fiat: fiat === undefined ? null : { amount: wireDigits(fiat.amount), currency: fiat.currency },
    feeMode,
    beneficiary: canonicalBeneficiary(beneficiary),
    note: note ?? null,
    ...(conversion === undefined ? {} : { conversion: canonicalTerms(conversion) }),
    ...(terms === undefined ? {} : { terms: moveTerms(terms) }),
  };
}

/** The way stands there where one was named. */
function canonicalTerms({ exact, toAmount, by }: ConversionTerms): Record<keyof ConversionTerms, unknown> {
  return { exact, toAmount: wireDigits(toAmount), by };
}

/** In a fixed order. */
function moveTerms(terms: MoveTerms): Record<keyof MoveTerms, unknown> {
  const { refundFlow, amountTo, amountToType, accountId, callbackUrl, clientTag } = terms;
  return { refundFlow, amountTo, amountToType, accountId, callbackUrl, clientTag };
}

const AMOUNT = z
  .string()
  .transform(decimalFrom)
  .refine((amount) => amount !== undefined);
const TIME = z
  .string()
  .transform(instantOf)
  .refine((at) => at !== undefined);
const OPTIONAL_TEXT = optional(z.string());

const ROW = z.strictObject({
  reference: z.string(),
  currency: z.string(),
  amount: AMOUNT,
  destination: optional(DESTINATION),
  to: OPTIONAL_TEXT,
  target: OPTIONAL_TEXT,
  fiat: optional(z.strictObject({ amount: AMOUNT, currency: z.string() })),
  feeMode: z.enum(['default', 'net', 'gross']),
  beneficiary: optional(BENEFICIARY),
  note: OPTIONAL_TEXT,
  conversion: z.strictObject({ exact: z.enum(['from', 'to']), toAmount: AMOUNT, by: z.enum(CONVERSION_WAYS).optional() }).optional(),
  terms: z
    .strictObject({
      refundFlow: z.enum(REFUND_FLOWS).optional(),
      amountTo: z.string().optional(),
      amountToType: z.enum(['net', 'gross']).optional(),
      accountId: z.string().optional(),
      callbackUrl: z.string().optional(),
      clientTag: z.string().optional(),
    })
    .optional(),
});

const MOVE = z
  .strictObject({
    form: z.literal(FORM),
    id: z.string(),
    kind: z.enum(MOVE_KINDS),
    initiator: z.string(),
    createdAt: TIME,
    expiresAt: optional(TIME),
    policyVersion: z.int(),
    rows: z.array(ROW),
  })
  .transform(({ form: _form, ...move }): Move => move);

function readMove(text: string): Move | undefined {
  try {
    return MOVE.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
