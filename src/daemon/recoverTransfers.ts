import type { Clock } from '../base/clock.ts';
import { DAY_MS, type Instant, isoOf } from '../base/instant.ts';
import { seededRandom } from '../base/random.ts';
import { ulid } from '../base/ulid.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { conversionLane } from '../model/command.ts';
import type { OldJournal } from '../store/rebuildJournal.ts';
import { enterHiddenRefunds, enterRecovered, isRecovered, type UncertainPlace, uncertainPlaces } from '../treasury/enterRecovered.ts';
import { SKEW_MS } from '../treasury/findTransfer.ts';
import { shownByExchange, shownByProcessing } from '../treasury/shownTransfers.ts';
import { type TransferCalls, transferReads } from '../treasury/transferReads.ts';

export interface RecoverTransfersOptions {
  readonly interface: InterfaceName;
  readonly calls: TransferCalls;
  readonly firstPage: number;
  /** Sends nothing more of the treasury's open moves at an interface. Answers how many there are. */
  readonly holdMoves: (name: InterfaceName, evidence: string) => Promise<number>;
  readonly clock: Clock;
  /** How far back the venue is read when the journal itself does not say. */
  readonly sinceMs: number;
}

/** Among so many newest rows is one that was not entered by a recovery. */
const MOST_ROWS = 10_000;

/** What a rebuilt journal can't know of withdrawals, payouts, refunds and the treasury's conversions. */
export interface RecoveredTransfers {
  /** Places that wait for a person. */
  readonly uncertainPlaces: readonly UncertainPlace[];
  /** How many moves of the treasury were open, of which nothing more is sent. */
  readonly heldMoves: number;
}

/**
 * Enters into a rebuilt journal the transfers that it may have lost, and holds the treasury's moves that were open. It may be repeated.
 * Rejects with `daemon-running` while a treasury runs.
 */
export async function recoverTransfers(old: OldJournal, options: RecoverTransfersOptions): Promise<RecoveredTransfers> {
  const wholeAt = old.wholeAt === undefined ? 'nobody knows when' : isoOf(old.wholeAt);
  // What the treasury has as approved, the lost end of the journal may have had as sent.
  const heldMoves = await options.holdMoves(options.interface, `the journal of its account is rebuilt; it was last whole: ${wholeAt}`);
  await enterLost(old, options);
  return { heldMoves, uncertainPlaces: await uncertainPlaces(old.store.journal) };
}

async function enterLost(old: OldJournal, options: RecoverTransfersOptions): Promise<void> {
  const { calls, firstPage, clock } = options;
  const { journal, fillLog } = old.store;
  const random = seededRandom(`recover:${clock.now()}:${process.pid}`);
  const enter = { journal, clock, newId: () => ulid(clock.now(), random) };
  if (options.interface === 'hostedPage') return enterHiddenRefunds(enter);
  const { since, recent } = await spanOf(old, options);
  const reads = transferReads(calls, firstPage);
  if (options.interface === 'processing') return enterRecovered(await shownByProcessing(reads, since, recent), new Set(), enter);
  const known = new Set((await fillLog.conversionsSince(since)).map(({ id }) => id));
  // What they have led to is looked for by everything that starts.
  const unknownLanes = (await journal.unresolved()).map(({ lane }) => lane);
  const shown = (await shownByExchange(reads, since, recent)).filter(
    ({ what, place }) => what !== 'conversion' || !unknownLanes.includes(conversionLane(place['fromCurrency']!, place['toCurrency']!)),
  );
  return enterRecovered(shown, known, enter);
}

/**
 * From when on the venue is read, and from when on something may have been lost: since the journal's newest row of the time when it was whole. Newer
 * ones may be of a machine that has gone on with it after it was set back. A journal without one says nothing, and what is older than a day is no
 * surprise to anybody.
 */
async function spanOf(
  { store, wholeAt }: OldJournal,
  { clock, sinceMs }: RecoverTransfersOptions,
): Promise<{ readonly since: Instant; readonly recent: Instant }> {
  const newest = (await store.journal.list(MOST_ROWS)).find(
    (intent) => !isRecovered(intent) && (wholeAt === undefined || intent.createdAt <= wholeAt),
  );
  if (newest !== undefined) return { since: newest.createdAt - SKEW_MS, recent: newest.createdAt - SKEW_MS };
  const now = clock.now();
  return { since: now - sinceMs, recent: Math.max(now - sinceMs, Math.min(now, wholeAt ?? now) - DAY_MS) };
}
