import type { Clock } from '../../base/clock.ts';
import type { Instant } from '../../base/instant.ts';
import type { Random } from '../../base/random.ts';
import { ulid } from '../../base/ulid.ts';
import type { PayoutRow } from '../../treasury/transferReads.ts';
import type { InterfaceName } from '../../contract/operation.ts';
import type { Intent } from '../../model/intent.ts';
import type { Journal } from '../../model/journal.ts';
import { MOVE_LETTERS, type MoveKind } from '../../model/move.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import { isRecovered } from '../../treasury/enterRecovered.ts';
import { interfaceOf } from '../../treasury/moves/interfaceOf.ts';
import { bookMoveOf, type LostMove, lostMoveOf, recordOfLost } from '../../treasury/moves/lostMoves.ts';
import { shownMoves } from '../../treasury/moves/shownMoves.ts';
import { kindOf } from '../../treasury/transferKinds.ts';
import type { HistoryRow } from '../../treasury/transferReads.ts';
import { TREASURY } from './accountOrders.ts';
import type { TreasuryVenue } from './treasuryVenue.ts';

export interface EnterLostOptions {
  readonly store: TreasuryStore;
  readonly side: Pick<TreasuryVenue, 'venue' | 'accountOf'> & { readonly transfers: Pick<TreasuryVenue['transfers'], 'journalOf'> };
  /** The interfaces at which there is an account with a journal. */
  readonly names: readonly InterfaceName[];
  readonly clock: Pick<Clock, 'now'>;
  /** From when on records may be missing. */
  readonly since: Instant;
  readonly random: Random;
}

const FAMILY: Readonly<Record<MoveKind, string>> = {
  withdrawal: 'withdrawal',
  batch: 'withdrawal',
  payout: 'payout',
  refund: 'refund',
  'page-refund': 'refund',
  conversion: 'conversion',
};
const MOST_MOVES = 1_000_000;

/**
 * Enters the payments that have left, or may have, and of which the treasury has no record: those of the journals of its accounts, and those
 * that the venue alone shows. So windows count them, and they are followed to their end. Answers how many moves that makes. It may be repeated.
 */
export async function enterLostMoves(options: EnterLostOptions): Promise<number> {
  let moves = 0;
  for (const name of options.names) moves += await enterAt(name, options);
  return moves;
}

async function enterAt(name: InterfaceName, options: EnterLostOptions): Promise<number> {
  const { store, side, since, clock } = options;
  const journal = await side.transfers.journalOf(name);
  const known = await knownOf(store, journal, name);
  const intents = (await journal.transfers(since)).filter((intent) => !isRecovered(intent));
  const lost: LostMove[] = [];
  const history = name === 'exchange' ? await side.venue.reads('exchange').history(since) : [];
  const payouts = name === 'processing' ? await side.venue.reads('processing').payouts(undefined, since) : [];
  const received = await receivedOf(intents, side);
  const context = {
    draft: (batchId: string) => intents.find((one) => kindOf(one).what === 'batch draft' && one.venueId?.split(',').includes(batchId)),
    left: (reference: string) => shownWith(history, reference)?.totalAmount,
    paid: (reference: string) => paidFor(payouts, reference),
    received: (id: string) => received.get(id),
  };
  for (const intent of intents.toReversed()) {
    if (known.intents.has(intent.id)) continue;
    const move = lostMoveOf(intent, context);
    if (move !== undefined) lost.push(move);
  }
  const ours = new Set([...known.venueIds, ...intents.flatMap(({ venueId, targetId }) => `${venueId ?? ''},${targetId ?? ''}`.split(','))]);
  const others = shownMoves(history, payouts, since).filter(
    ({ rows: [row], progress: [progress] }) => !ours.has(progress!.venueId!) && !known.references.has(row!.reference),
  );
  for (const move of others) {
    const isJournalled = (await journal.withReference(`${FAMILY[move.kind]} ${move.rows[0]!.reference}`)).length > 0;
    if (!isJournalled) lost.push(move);
  }
  const orders = (await journal.placedBy(TREASURY, since)).filter(({ id }) => !known.intents.has(id));
  lost.push(...orders.flatMap((intent) => bookMoveOf(intent) ?? []));
  let entered = 0;
  for (const move of lost) if (await enter(move, known.references, options, clock.now())) entered++;
  return entered;
}

async function enter(move: LostMove, used: Set<string>, { store, side, random }: EnterLostOptions, now: Instant): Promise<boolean> {
  if (move.rows.some(({ reference }) => used.has(reference))) return false;
  for (const { reference } of move.rows) used.add(reference);
  const record = recordOfLost(move, `${MOVE_LETTERS[move.kind]}-${ulid(now, random)}`, side.accountOf(move.kind), now);
  const evidence = move.progress.map(({ evidence: why }) => why ?? '').join('; ');
  await store.moves.add(record, now, {
    who: 'sluice',
    what: 'move.recovered',
    subject: record.id,
    before: '',
    after: record.state,
    evidence,
  });
  return true;
}

interface Known {
  readonly references: Set<string>;
  readonly venueIds: ReadonlySet<string>;
  /** Ids of the intents that moves of the treasury have led to. */
  readonly intents: ReadonlySet<string>;
}

async function knownOf(store: TreasuryStore, journal: Journal, name: InterfaceName): Promise<Known> {
  const moves = await store.moves.since(Number.MIN_SAFE_INTEGER, MOST_MOVES);
  const references = new Set(moves.flatMap(({ rows }) => rows.map(({ reference }) => reference)));
  const venueIds = new Set(moves.flatMap(({ progress }) => progress.flatMap(({ venueId }) => venueId ?? [])));
  const intents = new Set<string>();
  for (const { kind, rows } of moves) {
    if (interfaceOf(kind) !== name) continue;
    for (const { reference } of rows) {
      for (const { id, venueId } of await journal.withReference(`${FAMILY[kind]} ${reference}`)) {
        intents.add(id);
        // The confirmation of a batch has no references: its draft has them.
        for (const batch of kind === 'batch' ? (venueId?.split(',') ?? []) : [])
          for (const confirmation of await journal.aimedAt(batch)) intents.add(confirmation.id);
      }
    }
  }
  return { references, venueIds, intents };
}

async function receivedOf(intents: readonly Intent[], { venue }: EnterLostOptions['side']): Promise<ReadonlyMap<string, Received>> {
  const received = new Map<string, Received>();
  for (const intent of intents) {
    if (kindOf(intent).what !== 'refund' || intent.targetId === undefined) continue;
    const { receivedAmount: amount, currencyFrom: currency } = await venue.reads('processing').payment(intent.targetId);
    if (amount !== undefined && currency !== undefined) received.set(intent.targetId, { amount, currency });
  }
  return received;
}

type Received = NonNullable<ReturnType<Parameters<typeof lostMoveOf>[1]['received']>>;

function shownWith(history: readonly HistoryRow[], reference: string): HistoryRow | undefined {
  return history.find(
    ({ type, referenceId, traceId }) => type.toLowerCase() !== 'receive' && (referenceId === reference || traceId === reference),
  );
}

function paidFor(payouts: readonly PayoutRow[], reference: string): Received | undefined {
  const { amountFrom: amount, currencyFrom: currency } = payouts.find(({ customOrderId }) => customOrderId === reference) ?? {};
  return amount === undefined || currency === undefined ? undefined : { amount, currency };
}
