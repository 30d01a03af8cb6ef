import { type Decimal, dec } from '../../../src/base/decimal.ts';
import { DAY_MS, type Instant } from '../../../src/base/instant.ts';
import { type Random, seededRandom } from '../../../src/base/random.ts';
import type { Clock } from '../../../src/base/clock.ts';
import { movePolicy } from '../../../src/daemon/treasury/movePolicy.ts';
import type { MoveRecord, MoveRow, RowProgress, RowState } from '../../../src/model/move.ts';
import { moveStateOf } from '../../../src/model/moveState.ts';
import type { TreasuryStore } from '../../../src/store/treasuryStore.ts';
import type { MovePolicy } from '../../../src/treasury/moves/moveDecision.ts';
import { btcRow, usdtRow } from '../../treasury/moves/moveBench.ts';

const STATES = ['completed', 'completed', 'completed', 'completed', 'declined', 'sent', 'unknown', 'waiting', 'not-sent'] as const;
const PEOPLE = ['anna', 'ben', 'carl'];
const NOTE = { who: 'anna', what: 'move.requested', subject: 'a move', before: '', after: '', evidence: '' };

/** Writes a history of so many moves that ends now: payments of these states, some of batches, some settled by hand. */
export async function writeHistory(
  store: TreasuryStore,
  now: Instant,
  count: number,
  days: number,
  seed: string,
  states: readonly RowState[] = STATES,
): Promise<void> {
  const random = seededRandom(`a long history:${seed}`);
  for (let i = 0; i < count; i++) {
    const at = now - Math.floor((days * DAY_MS * (count - i)) / count);
    await store.moves.add(moveAt(at, `W-${i}`, random, states), at, NOTE);
  }
}

function moveAt(at: Instant, id: string, random: Random, states: readonly RowState[]): MoveRecord {
  const rows = Array.from({ length: random.int(8) === 0 ? 3 : 1 }, (_, place) => rowOf(`${id}-${place}`, random));
  const progress = rows.map(() => progressAt(at, random, states));
  const state = random.int(30) === 0 ? 'canceled' : moveStateOf(progress);
  return {
    id,
    kind: rows.length === 1 ? 'withdrawal' : 'batch',
    rows,
    initiator: PEOPLE[random.int(PEOPLE.length)]!,
    createdAt: at,
    policyVersion: 1,
    expiresAt: undefined,
    state,
    rule: 'all',
    needs: [],
    evidence: '',
    changedAt: at,
    signedWith: undefined,
    account: 'account',
    progress,
  };
}

function rowOf(reference: string, random: Random): MoveRow {
  const amount = `0.00${100 + random.int(900)}`;
  return random.int(2) === 0 ? btcRow(reference, amount) : usdtRow(reference, `${20 + random.int(50)}`);
}

function progressAt(at: Instant, random: Random, states: readonly RowState[]): RowProgress {
  const state = states[random.int(states.length)]!;
  const isByHand = (state === 'completed' || state === 'declined') && random.int(10) === 0;
  const isDated = state !== 'waiting' && !(isByHand && random.int(2) === 0);
  const sentAt = isDated ? at + random.int(60_000) : undefined;
  return { state, venueId: undefined, fee: undefined, sentAt, evidence: undefined, ...(isByHand && { settledBy: 'ben' }) };
}

export interface TwoPolicies {
  /** As it is. */
  readonly policy: MovePolicy;
  /** One that reads everything that ever left, for each decision. */
  readonly whole: MovePolicy;
}

export function twoPolicies(
  store: TreasuryStore,
  clock: Clock,
  free: ReadonlyMap<string, Decimal> = new Map([['BTC', dec(100)]]),
): TwoPolicies {
  const options = { clock, available: () => Promise.resolve(free), prices: () => Promise.resolve(new Map([['BTC/USDT', dec(60_000)]])) };
  const moves: TreasuryStore['moves'] = {
    ...store.moves,
    outflows: (_since, now, except) => store.moves.outflows(Number.MIN_SAFE_INTEGER, now, except),
    past: () => Promise.resolve([]),
  };
  return { policy: movePolicy({ ...options, store }), whole: movePolicy({ ...options, store: { ...store, moves } }) };
}
