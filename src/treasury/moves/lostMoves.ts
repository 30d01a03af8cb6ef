import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { JsonValue } from '../../base/json.ts';
import type { Instant } from '../../base/instant.ts';
import { orderShapeOf } from '../../gateway/fingerprint.ts';
import type { Intent } from '../../model/intent.ts';
import type { FeeMode, MoveKind, MoveRecord, MoveRow, RowProgress } from '../../model/move.ts';
import { moveStateOf } from '../../model/moveState.ts';
import { amountIn, bodyOf, fieldOf, rowsOf } from '../bodyFields.ts';
import { majorUnits } from '../minorUnits.ts';
import { kindOf } from '../transferKinds.ts';
import { journalProgress, NOT_BEGUN } from './journalProgress.ts';

/** Who has asked for a payment of which the treasury has lost the record. */
export const RECOVERED_PERSON = 'recovered';
/** Who says what became of a payment that no journal of ours has. */
export const SETTLED_BY_RECOVERY = 'sluice treasury recover';

/** A payment that left an account, as the treasury would have it. */
export interface LostMove {
  readonly kind: MoveKind;
  readonly rows: readonly MoveRow[];
  readonly progress: readonly RowProgress[];
  readonly at: Instant;
}

const BLANK = {
  destination: undefined,
  to: undefined,
  target: undefined,
  fiat: undefined,
  beneficiary: undefined,
  note: undefined,
} as const;

/** What it takes to tell a payment by the intent that it was sent with. */
export interface IntentContext {
  /** Validations of drafts, by the id of their batch. */
  readonly draft: (batchId: string) => Intent | undefined;
  /** What the venue shows to have left with a reference: a draft may name amounts of fiat currency only. */
  readonly left: (reference: string) => Decimal | undefined;
  /** What the venue shows to have left for a payout with a reference: one may fix what arrives. */
  readonly paid: (reference: string) => { readonly amount: Decimal; readonly currency: string } | undefined;
  /** What a payment that was refunded had received. Undefined when the venue does not say. */
  readonly received: (paymentId: string) => { readonly amount: Decimal; readonly currency: string } | undefined;
}

/** The payments that an intent of a journal has sent, or may have. Undefined for one that moved nothing, or that another intent stands for. */
export function lostMoveOf(intent: Intent, context: IntentContext): LostMove | undefined {
  const { state, body, createdAt, targetId } = intent;
  if (state === 'not-sent' || state === 'rejected') return undefined;
  const found = rowsOfIntent(intent, bodyOf(body), context);
  if (found === undefined || found.rows.length === 0) return undefined;
  const before = { ...NOT_BEGUN, venueId: kindOf(intent).what === 'confirmation of a batch' ? targetId : undefined };
  const progress = found.rows.map(() => journalProgress([intent], before));
  return { ...found, progress, at: createdAt };
}

/** A conversion by the order book, of which the journal knows the most that it could take. */
export function bookMoveOf({ state, fingerprint, exposure, exposureCurrency, createdAt, sentAt, venueId }: Intent): LostMove | undefined {
  if (state === 'not-sent' || state === 'rejected') return undefined;
  const { symbol } = orderShapeOf(fingerprint);
  const reference = `order ${venueId ?? `of ${createdAt}`}`;
  const target = symbol.split('/').find((currency) => currency !== exposureCurrency);
  const row = { ...BLANK, reference, currency: exposureCurrency, amount: exposure, target, feeMode: 'default' } as const;
  const evidence = `${reference} of the book of ${symbol}, of which the journal says the most that it could take`;
  const progress = {
    state: 'completed',
    venueId,
    fee: undefined,
    sentAt: sentAt ?? createdAt,
    evidence,
    settledBy: SETTLED_BY_RECOVERY,
  } as const;
  return { kind: 'conversion', rows: [{ ...row, conversion: { exact: 'from', toAmount: ZERO } }], progress: [progress], at: createdAt };
}

function rowsOfIntent(intent: Intent, body: JsonValue, context: IntentContext): Pick<LostMove, 'kind' | 'rows'> | undefined {
  const { targetId = '' } = intent;
  switch (kindOf(intent).what) {
    case 'withdrawal':
      return { kind: 'withdrawal', rows: [withdrawalRow(body, 'destinationAdditionalAddress', amountIn(body, 'amount'))] };
    case 'confirmation of a batch':
      return { kind: 'batch', rows: draftRows(context.draft(targetId), context) };
    case 'payout':
      return { kind: 'payout', rows: [payoutRow(body, context)] };
    case 'refund':
      return { kind: 'refund', rows: [refundRow(body, targetId, context)] };
    case 'refunds':
      return { kind: 'page-refund', rows: rowsOf(body, 'refunds').map(pageRefundRow) };
    case 'conversion':
      return { kind: 'conversion', rows: [conversionRow(body)] };
    default:
      return undefined;
  }
}

function draftRows(draft: Intent | undefined, { left }: IntentContext): readonly MoveRow[] {
  if (draft === undefined) return [];
  return rowsOf(bodyOf(draft.body), undefined).map((body) => {
    const fiatCurrency = fieldOf(body, 'fiatCurrency');
    const amount = fiatCurrency === '' ? amountIn(body, 'amount') : (left(fieldOf(body, 'referenceId')) ?? ZERO);
    const fiat = fiatCurrency === '' ? undefined : { amount: amountIn(body, 'fiatEquivalent'), currency: fiatCurrency };
    return { ...withdrawalRow(body, 'destinationTag', amount), fiat };
  });
}

function withdrawalRow(body: JsonValue, tagField: string, amount: Decimal): MoveRow {
  const currency = fieldOf(body, 'currency');
  const tag = fieldOf(body, tagField);
  const destination = {
    currency,
    network: fieldOf(body, 'networkCode'),
    address: fieldOf(body, 'destinationAddress'),
    tag: tag === '' ? undefined : tag,
  };
  return { ...BLANK, reference: fieldOf(body, 'referenceId'), currency, amount, destination, feeMode: feeModeOf(fieldOf(body, 'feeType')) };
}

function payoutRow(body: JsonValue, { paid }: IntentContext): MoveRow {
  const tag = fieldOf(body, 'additionalAddress');
  const reference = fieldOf(body, 'customOrderId');
  const destination = {
    currency: fieldOf(body, 'currencyTo'),
    network: fieldOf(body, 'networkCode'),
    address: fieldOf(body, 'address'),
    tag: tag === '' ? undefined : tag,
  };
  const left = fieldOf(body, 'amountFrom') === '' ? paid(reference) : amountOf(body, 'From');
  // Where the venue does not show it either, what arrives is the best that is known, unless it is in another currency.
  return { ...BLANK, reference, ...(left ?? arriving(body)), destination, feeMode: 'default' };
}

function amountOf(body: JsonValue, side: 'From' | 'To'): { readonly currency: string; readonly amount: Decimal } {
  return { currency: fieldOf(body, `currency${side}`), amount: amountIn(body, `amount${side}`) };
}

function arriving(body: JsonValue): { readonly currency: string; readonly amount: Decimal } {
  const from = fieldOf(body, 'currencyFrom');
  const to = amountOf(body, 'To');
  return from === '' || from === to.currency ? to : { currency: from, amount: ZERO };
}

function refundRow(body: JsonValue, paymentId: string, { received }: IntentContext): MoveRow {
  const { amount, currency } = received(paymentId) ?? { amount: ZERO, currency: 'unknown' };
  return { ...BLANK, reference: fieldOf(body, 'externalTransactionId'), amount, currency, target: paymentId, feeMode: 'default' };
}

function pageRefundRow(row: JsonValue): MoveRow {
  const money = (row as Readonly<Record<string, JsonValue>>)['money'] ?? null;
  const currency = fieldOf(money, 'currency');
  const amount = majorUnits(amountIn(money, 'amount'), currency);
  return {
    ...BLANK,
    reference: fieldOf(row, 'origin_transaction_id'),
    currency,
    amount,
    target: fieldOf(row, 'transaction_id'),
    feeMode: 'default',
  };
}

function conversionRow(body: JsonValue): MoveRow {
  const toAmount = amountIn(body, 'toAmount');
  return {
    ...BLANK,
    reference: fieldOf(body, 'id'),
    currency: fieldOf(body, 'fromCurrency'),
    amount: amountIn(body, 'fromAmount'),
    target: fieldOf(body, 'toCurrency'),
    conversion: { exact: 'from', toAmount },
    feeMode: 'default',
  };
}

function feeModeOf(text: string): FeeMode {
  return text === 'net' || text === 'gross' ? text : 'default';
}

/** The record of a lost move. Nothing of it can be sent: none of its rows waits. */
export function recordOfLost({ kind, rows, progress, at }: LostMove, id: string, account: string, now: Instant): MoveRecord {
  return {
    id,
    kind,
    rows,
    progress,
    initiator: RECOVERED_PERSON,
    createdAt: at,
    policyVersion: 0,
    expiresAt: undefined,
    state: moveStateOf(progress),
    rule: 'recovered',
    needs: [],
    evidence: 'the treasury had lost the record of it',
    changedAt: now,
    signedWith: undefined,
    account,
  };
}
