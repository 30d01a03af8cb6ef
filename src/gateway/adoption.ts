import type { Instant } from '../base/instant.ts';
import type { Intent } from '../model/intent.ts';
import type { BoundOrder } from '../model/journal.ts';
import { begunAtVenue, takenUntil } from './atVenue.ts';
import { type AdoptionOptions, boundTo, type Candidates, idsOf, ONE_OF_THIS_SHAPE, settleAdopted, unbound } from './adopting.ts';
import { type Candidate, fits } from './candidates.ts';
import { type Finding, mayBeAnyOf } from './finding.ts';
import { type OrderShape, orderShapeOf } from './fingerprint.ts';
import { mayBePartOf } from './mayBeOf.ts';
import { openingOf } from './openingOf.ts';
import { adoptReplaced } from './replaceAdoption.ts';

/** What is known of the time of a complete reading. */
export interface ReadWhen {
  /** The venue's clock minus ours. */
  readonly offsetMs: number;
  /** What happened before then, by the venue's clock, is visible in it. */
  readonly shownTo: Instant;
}

/**
 * Adopts orders whose answer was lost: an unbound order of the same shape, opened in the time window. Errors never come here: only
 * complete reads do. Answers what was found of each.
 */
export async function adoptOrders(
  lost: readonly Intent[],
  candidates: Candidates,
  when: ReadWhen,
  options: AdoptionOptions,
): Promise<ReadonlyMap<Intent, Finding>> {
  const findings = new Map<Intent, Finding>();
  for (const intent of lost) {
    const since = begunAtVenue(intent, when.offsetMs) - options.skewMs;
    if (intent.kind !== 'place' && intent.kind !== 'replace') continue;
    const adopt = intent.kind === 'place' ? adoptPlaced : adoptReplaced;
    const finding = await adopt(intent, candidates, since, options);
    findings.set(intent, finding === 'nothing' ? mayBeAnyOf(await partsOf(intent, candidates, when, options)) : finding);
  }
  return findings;
}

/** The unbound orders that may be it and show a part only. One that was opened when the venue took the request no more is none. */
async function partsOf(
  intent: Intent,
  candidates: Candidates,
  { offsetMs, shownTo }: ReadWhen,
  options: AdoptionOptions,
): Promise<readonly string[]> {
  const { skewMs, sightings } = options;
  const asked = orderShapeOf(intent.fingerprint);
  const since = begunAtVenue(intent, offsetMs) - skewMs;
  const until = takenUntil(intent, offsetMs) + skewMs;
  const isIn = (candidate: Candidate): boolean =>
    (candidate.openedAt ?? until) <= until && openingOf(candidate, intent, since, sightings) !== 'before';
  // What a replacement has led to may show the amount that was asked for at first.
  const isOther = ({ isAmountAsked = false }: Candidate): boolean => intent.kind === 'place' && isAmountAsked;
  return idsOf(await unbound(candidates, (one) => mayBePartOf(asked, one, shownTo) && isIn(one) && !isOther(one), options));
}

/**
 * One of its shape of which nobody can say whether it was there before proves neither. Several of one shape, where one was sent: all are taken for
 * ours, the oldest for what was asked for and the others for too much. They are canceled.
 */
async function adoptPlaced(intent: Intent, candidates: Candidates, since: number, options: AdoptionOptions): Promise<Finding> {
  const asked = orderShapeOf(intent.fingerprint);
  const alike = await unbound(candidates, (candidate) => fits(candidate, asked), options);
  const openings = alike.map((candidate) => openingOf(candidate, intent, since, options.sightings));
  const matching = alike.filter((_, i) => openings[i] === 'after');
  const [found, ...others] = matching.toSorted(byAge);
  if (found === undefined) return mayBeAnyOf(idsOf(alike.filter((_, i) => openings[i] === 'doubtful')));
  const extras = others.map((candidate) => boundTo(intent, candidate, asked, candidate.amount, undefined));
  const evidence = extras.length === 0 ? ONE_OF_THIS_SHAPE : `${matching.length} orders of this shape were found`;
  await adoptAsPlaced(intent, found, asked, evidence, options, extras);
  return 'settled';
}

/** Binds the order that the intent has led to, and those that are too many. */
export async function adoptAsPlaced(
  intent: Intent,
  found: Candidate,
  shape: OrderShape,
  evidence: string,
  options: AdoptionOptions,
  extras: readonly BoundOrder[] = [],
): Promise<void> {
  const { orderId, amount } = found;
  await settleAdopted(intent, boundTo(intent, found, shape, amount, undefined), { evidence, extras }, options);
  options.report({ type: 'order-opened', intentId: intent.id, orderId, amount, price: shape.price, adopted: true });
  for (const extra of extras) options.onLate(extra);
  await options.frozen.openIfFree(intent.lane);
}

function byAge(a: Candidate, b: Candidate): number {
  return (a.openedAt ?? 0) - (b.openedAt ?? 0) || (a.orderId < b.orderId ? -1 : 1);
}
