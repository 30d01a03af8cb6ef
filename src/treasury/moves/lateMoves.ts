import type { Clock } from '../../base/clock.ts';
import { isFault } from '../../base/fault.ts';
import { DAY_MS } from '../../base/instant.ts';
import type { MoveKind, MoveRecord, MoveState, RowState } from '../../model/move.ts';
import { wasOvertaken } from '../../store/overtaken.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import type { Carrier, Carriers } from './carrier.ts';
import type { MoveChanges } from './moveChanges.ts';

export interface LateMovesOptions {
  readonly store: TreasuryStore;
  readonly clock: Clock;
  readonly carriers: Carriers;
  readonly accountOf: (kind: MoveKind) => string;
}

/** What was taken for not done is found within a day of that, by whoever runs then. */
const WITHIN_MS = 7 * DAY_MS;
const EVERY_MS = 60_000;
const DECLINED: readonly MoveState[] = ['declined', 'partly-completed'];
/** What a payment is that is at the venue after all, or may be. */
const THERE: readonly RowState[] = ['sent', 'unknown', 'completed'];

/** Moves that were declined since nothing had come of them, and of which the journal says later on that something has. */
export class LateMoves {
  readonly #options: LateMovesOptions;
  readonly #changes: MoveChanges;
  #askedMs = -Infinity;

  constructor(options: LateMovesOptions, changes: MoveChanges) {
    this.#options = options;
    this.#changes = changes;
  }

  /** Those to look at; none more than once a minute. */
  async due(): Promise<readonly MoveRecord[]> {
    const { store, clock } = this.#options;
    if (clock.monotonicMs() - this.#askedMs < EVERY_MS) return [];
    this.#askedMs = clock.monotonicMs();
    return store.moves.declined(clock.now() - WITHIN_MS);
  }

  /** Answers how a move stands that had come to its end. Rejects when the store does. */
  async look(move: MoveRecord): Promise<MoveRecord> {
    const { carriers, accountOf } = this.#options;
    if (!DECLINED.includes(move.state) || move.account !== accountOf(move.kind)) return move;
    const carrier = carriers[move.kind];
    const places = await knownPlaces(move, carrier);
    if (places.length === 0) return move;
    try {
      const looked = await carrier.look(move);
      const there = places.filter((place) => THERE.includes(looked[place]!.state));
      return there.length === 0 ? move : await this.#changes.cameLate(move, new Map(there.map((place) => [place, looked[place]!])));
    } catch (error) {
      if (!isFault(error) || error.code === 'store' || error.code === 'internal' || wasOvertaken(error)) throw error;
      return move;
    }
  }
}

/** The payments that were declined without the venue's word on them, and that the account's journal now knows as sent. */
async function knownPlaces({ rows, progress }: MoveRecord, carrier: Carrier): Promise<readonly number[]> {
  const places = [...progress.entries()].flatMap(([place, { state, venueId, settledBy }]) =>
    state === 'declined' && venueId === undefined && settledBy === undefined ? [place] : [],
  );
  const referenceOf = (place: number): string => rows[place]!.reference;
  const journalled = await carrier.journalled?.(places.map(referenceOf));
  const known: number[] = [];
  for (const place of places) {
    const reference = referenceOf(place);
    if (journalled?.has(reference) !== false && (await carrier.knows(reference))) known.push(place);
  }
  return known;
}
