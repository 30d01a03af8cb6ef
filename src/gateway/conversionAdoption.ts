import type { Conversion } from '../model/conversion.ts';
import type { Intent } from '../model/intent.ts';
import { begunAtVenue } from './atVenue.ts';
import type { ConversionRow } from './accountLists.ts';
import { type Finding, mayBeAnyOf } from './finding.ts';
import type { AdoptionOptions } from './adopting.ts';
import { conversionFingerprint } from './fingerprint.ts';

/** The specification shows no values of the status: only words that leave no doubt are taken for a conversion that took place. */
const DONE: ReadonlySet<string> = new Set(['completed', 'executed']);

/**
 * Adopts conversions whose answer was lost, by the history: exactly one row of the same currencies and amounts in the time
 * window that belongs to no other intent. Two alike prove nothing; the lane stays frozen.
 *
 * `offsetMs` is the venue's clock minus ours.
 */
export async function adoptConversions(
  lost: readonly Intent[],
  rows: readonly ConversionRow[],
  offsetMs: number,
  options: AdoptionOptions,
): Promise<ReadonlyMap<Intent, Finding>> {
  const findings = new Map<Intent, Finding>();
  const { fillLog, skewMs } = options;
  // An answer may have been logged before the process ended, and not yet settled.
  const owners = new Map((await fillLog.conversions(10_000)).map(({ id, intentId }) => [id, intentId]));
  for (const intent of lost) {
    const since = begunAtVenue(intent, offsetMs) - skewMs;
    const isOurs = ({ id }: ConversionRow): boolean => !owners.has(id) || owners.get(id) === intent.id;
    const matching = rows.filter((row) => row.operationExecutionTime >= since && isOurs(row) && shapeOf(row) === intent.fingerprint);
    const row = matching[0];
    if (row === undefined || matching.length > 1 || !isDone(row)) {
      findings.set(intent, mayBeAnyOf(matching.map(({ id }) => id)));
      continue;
    }
    findings.set(intent, 'settled');
    owners.set(row.id, intent.id);
    await adoptAsConverted(intent, row, 'found in the conversion history', options);
  }
  return findings;
}

/** Books the conversion that the intent has led to. */
export async function adoptAsConverted(intent: Intent, row: ConversionRow, evidence: string, options: AdoptionOptions): Promise<void> {
  const { journal, fillLog, report, clock, frozen } = options;
  const conversion = conversionOf(row, intent);
  await fillLog.recordConversion(conversion);
  await journal.settle(intent.id, { state: 'adopted', at: clock.now(), venueId: row.id, evidence });
  report({ type: 'converted', conversion, adopted: true });
  await frozen.openIfFree(intent.lane);
}

/** Whether a row of the history is a conversion that took place. */
export function isDone({ status }: ConversionRow): boolean {
  return DONE.has(status.toLowerCase());
}

/** A row of the history, as the conversion that the intent has led to; without one, that of whoever asked. */
export function conversionOf(row: ConversionRow, intent: Intent | undefined): Conversion {
  const { id, fromCurrency, toCurrency, amountFrom: fromAmount, amountTo: toAmount, rate, operationExecutionTime: executedAt } = row;
  return { id, fromCurrency, toCurrency, fromAmount, toAmount, rate, executedAt, intentId: intent?.id, strategy: intent?.strategy };
}

function shapeOf({ fromCurrency, toCurrency, amountFrom, amountTo }: ConversionRow): string {
  return conversionFingerprint(fromCurrency, toCurrency, amountFrom, amountTo);
}
