import { Fault } from '../base/fault.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import { type Intent, UNRESOLVED } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import type { ConversionRow } from './accountLists.ts';
import type { AdoptionOptions, Candidates } from './adopting.ts';
import { adoptAsPlaced } from './adoption.ts';
import { notPlacedFrom, takenUntil, type VenueClocks } from './atVenue.ts';
import { type Candidate, fitsPrice } from './candidates.ts';
import { adoptAsConverted, isDone } from './conversionAdoption.ts';
import { orderShapeOf } from './fingerprint.ts';
import { settleNotPlaced } from './notPlaced.ts';
import { adoptAsReplaced } from './replaceAdoption.ts';

const EVIDENCE = 'a person has decided it';

/** The intent that a person may decide. Rejects with a `Fault` that says why it is none. */
export async function undecided(journal: Journal, id: string): Promise<Intent> {
  const intent = await journal.get(id);
  if (intent === undefined) {
    throw new Fault('not-found', `there is no intent ${id}`, { suggestion: 'see `sluice orders unresolved`' });
  }
  const { kind, state, resolvedAt } = intent;
  if (!UNRESOLVED.includes(state)) {
    const since = resolvedAt === undefined ? '' : ` since ${isoOf(resolvedAt)}`;
    throw new Fault('refused', `the ${kind} ${id} is ${state}${since}: there is nothing to decide`, { outcome: 'not-sent' });
  }
  if (state === 'sending') {
    throw new Fault('refused', `the ${kind} ${id} is on its way: its answer may still come`, {
      outcome: 'not-sent',
      retryable: true,
      suggestion: 'repeat it when `sluice orders unresolved` shows it as unknown',
    });
  }
  if (kind === 'cancel') {
    throw new Fault('refused', `${id} is a cancel, which shuts no lane`, {
      outcome: 'not-sent',
      suggestion: 'cancel the order again when `sluice orders list` still shows it',
    });
  }
  return intent;
}

/** Nothing came of it, a person says. Refused for as long as the venue may still take it, whatever is known of it by then. */
export async function resolveAsNotPlaced(intent: Intent, clocks: VenueClocks, options: AdoptionOptions): Promise<void> {
  assertTakenNoMore(intent, clocks, options.clock.now());
  await settleNotPlaced(intent, 'lost', EVIDENCE, options);
}

/** Throws a `Fault` that says from when on it can be decided, for as long as the venue may still take the request. */
export function assertTakenNoMore(intent: Intent, clocks: VenueClocks, now: Instant): void {
  const from = notPlacedFrom(intent, clocks);
  if (now >= from) return;
  const { kind, id } = intent;
  const until = isoOf(Math.ceil(takenUntil(intent, clocks.offsetMs) - clocks.offsetMs));
  const reason = `the ${kind} ${id} may still be on its way: the venue may take it until ${until}`;
  throw new Fault('refused', `${reason}, and only after that can it be said that nothing came of it`, {
    outcome: 'not-sent',
    retryable: true,
    retryAfterMs: from - now,
    // The venue's clock may be behind what is known of it.
    suggestion: `repeat it at ${isoOf(from)}, when that is over by the venue's clock for certain`,
  });
}

/** The order is the intent's, a person says. It may have another price or amount than was asked for, but no other symbol or side. */
export async function resolveAsOrder(intent: Intent, orderId: string, candidates: Candidates, options: AdoptionOptions): Promise<void> {
  const found = candidates.get(orderId);
  if (found === undefined) throw notShown(`order ${orderId}`, intent);
  const asked = orderShapeOf(intent.fingerprint);
  if (found.symbol !== asked.symbol || found.side !== asked.side) {
    throw new Fault('refused', `order ${orderId} is a ${found.side} of ${found.symbol}; a ${asked.side} of ${asked.symbol} was asked for`, {
      outcome: 'not-sent',
    });
  }
  const isKept = intent.kind === 'replace' && orderId === intent.targetId;
  if (!isKept) await assertUnbound(found, options.journal);
  // Executions do not tell an order's own price, which is no better than they are.
  const isOwn = !found.isPriceExecuted || !fitsPrice(found, asked);
  const shape = { ...asked, amount: found.amount, price: isOwn ? found.price : asked.price };
  const adopt = intent.kind === 'place' ? adoptAsPlaced : adoptAsReplaced;
  await adopt(intent, found, shape, EVIDENCE, options);
}

/** The conversion is the intent's, a person says. */
export async function resolveAsConversion(
  intent: Intent,
  id: string,
  rows: readonly ConversionRow[],
  options: AdoptionOptions,
): Promise<void> {
  const row = rows.find((candidate) => candidate.id === id);
  if (row === undefined) throw notShown(`conversion ${id}`, intent);
  const [from, to] = intent.fingerprint.split(' ');
  if (!isDone(row) || row.fromCurrency !== from || row.toCurrency !== to) {
    const what = `${row.status} conversion of ${row.fromCurrency} to ${row.toCurrency}`;
    throw new Fault('refused', `${id} is a ${what}; a completed one of ${from} to ${to} was asked for`, { outcome: 'not-sent' });
  }
  await adoptAsConverted(intent, row, EVIDENCE, options);
}

export async function assertUnbound({ orderId }: Pick<Candidate, 'orderId'>, journal: Journal): Promise<void> {
  const bound = await journal.order(orderId);
  if (bound === undefined) return;
  throw new Fault('refused', `order ${orderId} belongs to ${bound.strategy}, intent ${bound.intentId}`, { outcome: 'not-sent' });
}

function notShown(what: string, { createdAt }: Intent): Fault {
  return new Fault('not-found', `the venue shows no ${what} since ${isoOf(createdAt)}`, {
    suggestion: '`sluice orders unresolved` shows what it may be',
  });
}
