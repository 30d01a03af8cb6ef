import { ZERO } from '../base/decimal.ts';
import type { Clock } from '../base/clock.ts';
import { type JsonValue, stringifyJson } from '../base/json.ts';
import { contentHashOf } from '../client/signer.ts';
import { OPERATOR } from '../engine/operator.ts';
import type { Intent } from '../model/intent.ts';
import type { Journal, NewIntent } from '../model/journal.ts';
import type { ShownTransfer } from './shownTransfers.ts';
import { RECOVERED } from './transferKinds.ts';

export interface EnterOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** A place to which something may have been sent that a rebuilt journal has lost. It takes nothing else until a person has decided. */
export interface UncertainPlace {
  /** The intent that a person decides on. */
  readonly id: string;
  readonly place: string;
  /** Why it is uncertain: mostly what the venue has there. */
  readonly why: string;
}

/** More of a name than a person reads. */
const MOST_WORDS = 500;

/**
 * Enters what the venue shows and a rebuilt journal lacks. Its references count as used. A place with something recent is shut until a person
 * has decided whether that was sent from here. `known`: ids of the venue that are accounted for elsewhere. It may be repeated.
 */
export async function enterRecovered(shown: readonly ShownTransfer[], known: ReadonlySet<string>, options: EnterOptions): Promise<void> {
  const lost = await lostOf(shown, known, options.journal);
  const places = Map.groupBy(
    lost.filter(({ isRecent }) => isRecent),
    placeOf,
  );
  for (const [place, rows] of places) {
    await enter(rows, place, options, `the venue has ${rows.map(({ venueId, words }) => `${venueId} (${words})`).join(', ')}`);
  }
  const earlier = Map.groupBy(
    lost.filter(({ isRecent, references }) => !isRecent && references.length > 0),
    ({ what }) => what,
  );
  for (const [what, rows] of earlier) await enter(rows, `${what}s of a lost journal`, options, undefined);
}

/** Shuts the refunds of an interface that shows nothing of them, until a person has decided. It may be repeated. */
export async function enterHiddenRefunds(options: EnterOptions): Promise<void> {
  if ((await uncertainPlaces(options.journal)).length > 0) return;
  const row = { name: 'recovered.refunds', place: 'refunds of a lost journal', body: '', targetId: undefined, references: [] };
  await begin(row, options, 'no read of the venue shows what was refunded');
}

/** Whether an intent stands for what a rebuilt journal has lost. */
export function isRecovered({ fingerprint }: Pick<Intent, 'fingerprint'>): boolean {
  return RECOVERED[fingerprint.split(' ', 1)[0]!] !== undefined;
}

/** What a person has to decide on since the journal was rebuilt. */
export async function uncertainPlaces(journal: Journal): Promise<readonly UncertainPlace[]> {
  const waiting = (await journal.unresolved()).filter(isRecovered);
  return waiting.map(({ id, lane, evidence }) => ({ id, place: lane, why: evidence ?? '' }));
}

async function lostOf(shown: readonly ShownTransfer[], known: ReadonlySet<string>, journal: Journal): Promise<readonly ShownTransfer[]> {
  const bound = new Set(known);
  for (const { venueId, targetId } of await journal.transfers(0)) {
    for (const id of `${venueId ?? ''},${targetId ?? ''}`.split(',')) bound.add(id);
  }
  const lost = new Map<string, ShownTransfer>();
  for (const row of shown) {
    if (bound.has(row.venueId)) continue;
    const earlier = await Promise.all(row.references.map((one) => journal.withReference(one)));
    if (earlier.flat().length === 0) lost.set(row.venueId, row);
  }
  return [...lost.values()];
}

function placeOf({ what, place }: ShownTransfer): string {
  return RECOVERED[`recovered.${what}`]!.lane(place as JsonValue, undefined);
}

/** Several of one kind, or to one place, are one row. `evidence` is for what a person decides on; without it all of it counts as done. */
function enter(rows: readonly ShownTransfer[], place: string, options: EnterOptions, evidence: string | undefined): Promise<void> {
  const { what, place: fields } = rows[0]!;
  const references = [...new Set(rows.flatMap((row) => row.references))];
  const targetId = rows.map(({ venueId }) => venueId).join(',');
  const body = evidence === undefined ? '' : stringifyJson(fields);
  return begin({ name: `recovered.${what}`, place, body, targetId, references }, options, evidence);
}

interface RecoveredRow extends Required<Pick<NewIntent, 'body' | 'references' | 'targetId'>> {
  readonly name: string;
  readonly place: string;
}

async function begin(
  { name, place, body, targetId, references = [] }: RecoveredRow,
  { journal, clock, newId }: EnterOptions,
  evidence: string | undefined,
): Promise<void> {
  const id = newId();
  const at = clock.now();
  const intent: NewIntent = {
    id,
    kind: 'transfer',
    decision: id,
    // A lane of its own, since the old journal may hold something unknown to the same place.
    lane: `${place} (${id})`,
    strategy: OPERATOR,
    fingerprint: `${name} ${place} (${references.join(', ')})`.slice(0, MOST_WORDS),
    body,
    bodyHash: contentHashOf(body),
    createdAt: at,
    venueAt: undefined,
    expiresAt: undefined,
    exposure: ZERO,
    exposureCurrency: 'nothing',
    targetId,
    references,
  };
  const outcome = evidence === undefined ? { state: 'acknowledged' as const } : { state: 'unknown' as const, evidence };
  await journal.beginSettled(intent, { ...outcome, at });
}
