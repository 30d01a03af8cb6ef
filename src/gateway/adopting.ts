import type { Clock } from '../base/clock.ts';
import type { Decimal } from '../base/decimal.ts';
import type { Report } from '../model/event.ts';
import type { Intent } from '../model/intent.ts';
import type { BoundOrder, FillLog, Journal } from '../model/journal.ts';
import type { Candidate } from './candidates.ts';
import type { OrderShape } from './fingerprint.ts';
import type { FrozenLanes } from './frozenLanes.ts';
import type { LearnedRefusals } from './learnedRefusals.ts';
import type { Sightings } from './sightings.ts';

export interface AdoptionOptions {
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly clock: Clock;
  readonly report: (report: Report) => void;
  readonly frozen: FrozenLanes;
  /** How far the venue's word on a time may be off ours. */
  readonly skewMs: number;
  /** Whether the venue is known to replace an order in one step. */
  readonly replacesAtomically: boolean;
  /** An order of ours is at the venue that is not wanted: it was bound, and is to be canceled. */
  readonly onLate: (order: BoundOrder) => void;
  /** What the lists of this life have shown, and since when. */
  readonly sightings: Sightings;
  /** Without it, none are learned. */
  readonly refusals?: LearnedRefusals | undefined;
}

export type Candidates = ReadonlyMap<string, Candidate>;

export async function unbound(
  candidates: Candidates,
  test: (candidate: Candidate) => boolean,
  { journal }: AdoptionOptions,
): Promise<readonly Candidate[]> {
  const matching: Candidate[] = [];
  for (const candidate of candidates.values()) {
    if (test(candidate) && (await journal.order(candidate.orderId)) === undefined) matching.push(candidate);
  }
  return matching;
}

export function idsOf(candidates: readonly Candidate[]): readonly string[] {
  return candidates.map(({ orderId }) => orderId);
}

export function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** What speaks for an adoption, in words for people. */
export const ONE_OF_THIS_SHAPE = 'exactly one order of this shape was found';

/** What else is known of an order that is adopted. */
export interface Adoption {
  /** Further orders of the same shape, which are too many. */
  readonly extras?: readonly BoundOrder[];
  readonly evidence: string;
  /** The order that it has replaced. */
  readonly replaced?: string | undefined;
}

export async function settleAdopted(
  intent: Intent,
  order: BoundOrder,
  adoption: Adoption,
  { journal, clock, refusals }: Pick<AdoptionOptions, 'journal' | 'clock' | 'refusals'>,
): Promise<void> {
  refusals?.disproved(intent, order.orderId);
  await journal.settle(intent.id, { state: 'adopted', at: clock.now(), venueId: order.orderId, order, ...adoption });
}

export function boundTo(
  intent: Intent,
  found: Candidate,
  { symbol, side, type, price }: OrderShape,
  amount: Decimal,
  before: BoundOrder | undefined,
): BoundOrder {
  return {
    orderId: found.orderId,
    intentId: before?.intentId ?? intent.id,
    strategy: intent.strategy,
    symbol,
    side,
    type,
    price,
    amount,
    openedAt: before?.openedAt ?? found.openedAt ?? intent.createdAt,
    closedAt: undefined,
    end: undefined,
    tag: before?.tag,
  };
}
