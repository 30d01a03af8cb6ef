import { unreachable } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import type { JsonValue } from '../base/json.ts';
import type { ConversionRow } from '../gateway/accountLists.ts';
import { begunAtVenue, takenUntil } from '../gateway/atVenue.ts';
import { isDone } from '../gateway/conversionAdoption.ts';
import type { Intent } from '../model/intent.ts';
import { isSameAddress } from '../model/plainAddress.ts';
import { amountIn, bodyOf, fieldOf } from './bodyFields.ts';
import { referenceOf } from './references.ts';
import { kindOf } from './transferKinds.ts';
import type { HistoryRow, TransferReads } from './transferReads.ts';

/** Something at the venue that a transfer may be. */
export interface FoundTransfer {
  readonly venueId: string;
  readonly status: string;
  /** Why it is another one, although it has the reference. */
  readonly mismatch: string | undefined;
}

/** How far the venue's clock and ours may be apart when times are compared. */
export const SKEW_MS = 120_000;

/** The earliest time, by the venue's clock, that anything that came of the intent can have. */
export function notBefore(intent: Intent, offsetMs: number): Instant {
  return begunAtVenue(intent, offsetMs) - SKEW_MS;
}

/** What the venue shows of a transfer, by one complete reading. Rejects when that could not be read. */
export async function findTransfer(intent: Intent, reads: TransferReads, offsetMs: number): Promise<readonly FoundTransfer[]> {
  const kind = kindOf(intent);
  const body = bodyOf(intent.body);
  const reference = referenceOf(kind, body);
  const since = notBefore(intent, offsetMs);
  const until = takenUntil(intent, offsetMs) + SKEW_MS;
  switch (kind.foundBy) {
    case 'history':
      return (await reads.history(since))
        .filter((row) => isSent(row, reference) && row.createdOn >= since)
        .map((row) => ofHistory(row, body));
    case 'conversions':
      return (await reads.conversions(since))
        .filter((row) => isOfQuote(row, body) && row.operationExecutionTime <= until)
        .map(ofConversion);
    case 'payments':
      return (await reads.payments(reference, since)).map(({ id, status }) => ({ venueId: id, status, mismatch: undefined }));
    case 'payouts':
      return (await reads.payouts(reference, since)).map((row) => ({
        venueId: row.id,
        status: row.status,
        mismatch:
          otherAddress(fieldOf(body, 'address'), row.address) ??
          otherTag(fieldOf(body, 'additionalAddress'), row.additionalAddress) ??
          otherCurrency(fieldOf(body, 'currencyTo'), row.currencyTo),
      }));
    case 'payment': {
      const { status } = await reads.payment(intent.targetId!);
      return status === kind.doneStatus ? [{ venueId: intent.targetId!, status, mismatch: undefined }] : [];
    }
    case 'batch': {
      const { status } = await reads.batch(intent.targetId!);
      return status.toLowerCase() === 'draft' ? [] : [{ venueId: intent.targetId!, status, mismatch: undefined }];
    }
    case 'nothing':
      return [];
    default:
      return unreachable(kind.foundBy, 'way to find a transfer');
  }
}

/** What was sent with this reference. In the history it stands as the one or the other (000 Crypto transaction; docs/assumptions.md). */
function isSent({ type, referenceId, traceId }: HistoryRow, reference: string): boolean {
  return type.toLowerCase() !== 'receive' && (referenceId === reference || traceId === reference);
}

/** The history has neither the quote's id nor one of ours: a conversion is known by its currencies and amounts (000 Conversion history item). */
function isOfQuote({ fromCurrency, toCurrency, amountFrom, amountTo }: ConversionRow, body: JsonValue): boolean {
  return (
    fieldOf(body, 'fromCurrency') === fromCurrency &&
    fieldOf(body, 'toCurrency') === toCurrency &&
    amountIn(body, 'fromAmount').eq(amountFrom) &&
    amountIn(body, 'toAmount').eq(amountTo)
  );
}

function ofConversion(row: ConversionRow): FoundTransfer {
  return { venueId: row.id, status: row.status, mismatch: isDone(row) ? undefined : `its status is ${row.status}` };
}

function ofHistory({ id, status, currency, destinationAddress, destinationAdditionalAddress }: HistoryRow, body: JsonValue): FoundTransfer {
  const mismatch =
    otherCurrency(fieldOf(body, 'currency'), currency) ??
    otherAddress(fieldOf(body, 'destinationAddress'), destinationAddress) ??
    otherTag(fieldOf(body, 'destinationAdditionalAddress'), destinationAdditionalAddress);
  return { venueId: id, status, mismatch };
}

function otherCurrency(asked: string, shown: string | undefined): string | undefined {
  if (asked === '' || shown === undefined || shown === '' || asked.toLowerCase() === shown.toLowerCase()) return undefined;
  return `its currency is ${shown}, not ${asked}`;
}

function otherAddress(asked: string, shown: string | undefined): string | undefined {
  if (asked === '' || shown === undefined || shown === '' || isSameAddress(asked, shown)) return undefined;
  return `its address is ${shown}, not ${asked}`;
}

/** Behind one address, each tag is somebody else. Where a page of the venue asked for it, the request has none. */
function otherTag(asked: string, shown: string | undefined): string | undefined {
  if (asked === '' || shown === undefined || shown === '' || asked === shown) return undefined;
  return `its tag is ${shown}, not ${asked}`;
}
