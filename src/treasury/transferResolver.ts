import type { Clock } from '../base/clock.ts';
import { Fault, isFault, messageOf } from '../base/fault.ts';
import { HOUR_MS } from '../base/instant.ts';
import { takenUntil } from '../gateway/atVenue.ts';
import type { Unresolved } from '../gateway/resolver.ts';
import { type Intent, TOMBSTONE_MS } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import { findTransfer, type FoundTransfer, notBefore } from './findTransfer.ts';
import { foundIds } from './foundIds.ts';
import { foundNews } from './foundNews.ts';
import { isConversion } from './isConversion.ts';
import { recentTransfers } from './recentTransfers.ts';
import { LookNotes } from './lookNotes.ts';
import { neverMade } from './neverMade.ts';
import { placesOf } from './placesOf.ts';
import { referencesIn } from './references.ts';
import { kindOf } from './transferKinds.ts';
import { transferName } from './transferName.ts';
import { unboundOf } from './unboundOf.ts';
import { withOneHistory } from './withOneHistory.ts';
import type { TransferReads } from './transferReads.ts';

export interface TransferResolverOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly reads: TransferReads;
  /** The venue's clock minus ours. */
  readonly offsetMs: () => number;
  /** Tells a person. */
  readonly tell: (message: string) => void;
}

/** A transfer of which nobody knows what came of it, and what it waits for. */
export interface TransferQuestion {
  readonly intent: Intent;
  readonly waitsFor: string;
}

/** What nobody finds in this time waits for a person. It is looked for all the same. */
export const QUARANTINE_AFTER_MS = 900_000;
/** How often something is looked for: an unknown one, one that waits for a person, one that was taken for not done. */
const LOOK_EVERY_MS = 10_000;
const LOOK_SELDOM_MS = 300_000;
const LOOK_BACK_MS = 600_000;
/** An acknowledged one is looked at once more, so long after it and no later than that: a network may have doubled it. */
const TWICE_AFTER_MS = 60_000;
const TWICE_WITHIN_MS = HOUR_MS;
/** A signature is good for a minute, and clocks may be off by some seconds. One without a time in it is given as long. */
const EXPIRED_AFTER_MS = 75_000;
/** So long after the end of a quote, and in so many complete readings of the history, a conversion that was made would have shown. */
const SHOWN_AFTER_MS = 120_000;
const LOOKS_AFTER_END = 3;
/** So many of a round are looked at that nobody waits for: a start after many payments must not keep new ones back for minutes. */
const SELDOM_A_ROUND = 20;
/** What the journal has of what a person has decided. */
export const PERSON_DECIDED = 'a person has decided it';
/** A look falls due a little before its time: rounds are as far apart as looks. */
const SLACK_MS = 1000;

/**
 * Looks for transfers of which nobody knows what came of them, by their reference, in complete readings. What is found is bound and
 * told. What is not found stays unknown, and after a quarter of an hour a person decides: nothing is ever sent again.
 */
export class TransferResolver {
  readonly #options: TransferResolverOptions;
  readonly #notes: LookNotes;
  #unresolved: readonly Intent[] = [];

  constructor(options: TransferResolverOptions, notes = new LookNotes()) {
    this.#options = options;
    this.#notes = notes;
  }

  /** As of the last round. */
  unresolved(): readonly Unresolved[] {
    return this.questions().map(({ intent: { id, kind, lane, strategy, state, createdAt: since }, waitsFor }) => {
      return { id, kind, lane, strategy, state, since, waitsFor };
    });
  }

  /** The same as the journal has it. */
  questions(): readonly TransferQuestion[] {
    return this.#unresolved.map((intent) => ({ intent, waitsFor: this.#notes.of(intent.id).waitsFor ?? 'the next look' }));
  }

  /** One look at all that are unresolved, or at one. Rejects only when the store does. */
  async look(one?: Intent): Promise<void> {
    const lost = one === undefined ? await this.#lost() : [one];
    const reads = withOneHistory(this.#options.reads, () => this.#earliest(lost));
    for (const intent of lost) await this.#look(intent, reads);
  }

  /** One look at all whose time has come, at what is taken for settled too. Rejects only when the store does. */
  async round(): Promise<void> {
    const { journal } = this.#options;
    const lost = await this.#lost();
    const recent = await this.#recent();
    const reads = withOneHistory(this.#options.reads, () => this.#earliest([...lost, ...recent]));
    for (const intent of lost) {
      if (this.#isDue(intent, intent.state === 'unknown' ? LOOK_EVERY_MS : LOOK_SELDOM_MS)) await this.#look(intent, reads);
    }
    const seldom = recent.filter((intent) => (isTombstone(intent) ? this.#isDue(intent, LOOK_BACK_MS) : this.#isDueTwice(intent)));
    for (const intent of this.#notes.longestAgo(seldom).slice(0, SELDOM_A_ROUND)) {
      await (isTombstone(intent) ? this.#lookBack(intent, reads) : this.#lookTwice(intent, reads));
    }
    this.#unresolved = (await journal.unresolved()).filter(({ kind }) => kind === 'transfer');
    this.#notes.keep(new Set([...this.#unresolved, ...recent].map(({ id }) => id)));
  }

  /** What another request of this process is sending is not lost. */
  async #lost(): Promise<readonly Intent[]> {
    return (await this.#options.journal.unresolved()).filter(({ kind, state }) => kind === 'transfer' && state !== 'sending');
  }

  /** Those of a day whose bytes may have left, and that are found by their reference. */
  async #recent(): Promise<readonly Intent[]> {
    const recent = await recentTransfers(this.#options.journal, this.#options.clock.now() - TOMBSTONE_MS);
    return recent.filter((intent) => intent.sentAt !== undefined && isSearched(intent));
  }

  #earliest(intents: readonly Intent[]): number {
    return Math.min(...intents.map((intent) => notBefore(intent, this.#options.offsetMs())));
  }

  async #look(intent: Intent, reads: TransferReads): Promise<void> {
    const { clock, journal } = this.#options;
    const { harmless, foundBy, what, waitsFor: person = `a person: no read of the venue shows a ${what}` } = kindOf(intent);
    const ageMs = clock.now() - (intent.gaveUpAt ?? intent.createdAt);
    if (harmless !== undefined) {
      if (ageMs < EXPIRED_AFTER_MS) this.#notes.of(intent.id).waitsFor = 'the end of its signature';
      else await journal.settle(intent.id, { state: 'not-sent', at: clock.now(), evidence: `its answer was lost: ${harmless}` });
      return;
    }
    if (foundBy === 'nothing') return this.#quarantine(intent, person);
    const found = await this.#find(intent, reads);
    if (found === undefined) return;
    const mine = await unboundOf(intent, found, this.#options);
    if (mine.length > 0 && !this.#areAlike(intent, mine)) return this.#adopt(intent, mine);
    const isNowhere = mine.length === 0 && found.every(({ mismatch }) => mismatch === undefined);
    const ended = isNowhere && isConversion(intent) ? await this.#settleEnded(intent, reads) : undefined;
    if (ended?.isSettled === true) return;
    const other = found[0];
    const waitsFor =
      other === undefined
        ? (ended?.waitsFor ?? 'the venue to show it, or a person')
        : mine.length > 1
          ? `a person: any of ${foundIds(mine)} can be it`
          : `a person: ${other.venueId} has its reference and is another one, ${other.mismatch ?? 'that is bound already'}`;
    this.#notes.of(intent.id).waitsFor = waitsFor;
    if (ageMs >= QUARANTINE_AFTER_MS) await this.#quarantine(intent, waitsFor);
  }

  #find(intent: Intent, reads: TransferReads): Promise<readonly FoundTransfer[] | undefined> {
    const { clock, offsetMs } = this.#options;
    this.#notes.of(intent.id).lookedMs = clock.monotonicMs();
    return this.#read(intent, () => findTransfer(intent, reads, offsetMs()));
  }

  /** Undefined when it could not be read: then nothing may be concluded. */
  async #read<T>(intent: Intent, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!isFault(error) || error.code === 'internal') throw error;
      this.#notes.of(intent.id).waitsFor = `a complete reading: ${messageOf(error)}`;
      return undefined;
    }
  }

  /** Conversions are known by their amounts alone: of two that are alike, neither is proven to be it. */
  #areAlike(intent: Intent, mine: readonly FoundTransfer[]): boolean {
    return isConversion(intent) && mine.length > 1;
  }

  /** A quote that has ended can't be executed any more. What the history does not show long after that was never made, where anything else proves it too. */
  async #settleEnded(intent: Intent, reads: TransferReads): Promise<{ readonly isSettled: boolean; readonly waitsFor?: string }> {
    const { clock, journal, tell, offsetMs } = this.#options;
    const isShown = clock.now() + offsetMs() >= takenUntil(intent, offsetMs()) + SHOWN_AFTER_MS;
    const note = this.#notes.of(intent.id);
    note.looksAfterEnd = isShown ? (note.looksAfterEnd ?? 0) + 1 : 0;
    if (note.looksAfterEnd < LOOKS_AFTER_END) return { isSettled: false };
    const proof = await this.#read(intent, () => neverMade(intent, reads, offsetMs()));
    if (proof === undefined) {
      return { isSettled: false, waitsFor: 'the history to show it or a later one, balances as they were before it, or a person' };
    }
    const evidence = `its answer was lost, its quote has ended, and ${LOOKS_AFTER_END} complete readings of the history don't show it, ${proof}`;
    await journal.settle(intent.id, { state: 'not-sent', at: clock.now(), evidence });
    tell(`${transferName(intent)} was not made: ${evidence}`);
    return { isSettled: true };
  }

  async #adopt(
    intent: Intent,
    found: readonly FoundTransfer[],
    how = `found by its ${isConversion(intent) ? 'amounts' : 'reference'}`,
  ): Promise<void> {
    const { clock, journal, tell } = this.#options;
    const { venueId, status } = found.at(-1)!;
    const evidence = `${how}: ${status}${found.length > 1 ? `; the venue has ${foundIds(found)}` : ''}`;
    await journal.settle(intent.id, { state: 'adopted', at: clock.now(), venueId, evidence });
    tell(`${transferName(intent)} was found: it is ${venueId}, ${status}`);
    for (const line of foundNews(intent, found)) tell(line);
  }

  async #quarantine(intent: Intent, waitsFor: string): Promise<void> {
    const { clock, journal, tell } = this.#options;
    this.#notes.of(intent.id).waitsFor = waitsFor;
    if (intent.state === 'quarantined') return;
    await journal.settle(intent.id, {
      state: 'quarantined',
      at: clock.now(),
      evidence: `${intent.evidence ?? 'no answer'}; waits for ${waitsFor}`,
    });
    tell(
      `${transferName(intent)} is unknown and waits for ${waitsFor}: look at the venue, then \`sluice orders resolve ${intent.id} --adopt ID\` or \`--not-placed\``,
    );
  }

  /** What the history shows may be the conversion that is under way just now. */
  async #isLaneBusy({ lane }: Intent): Promise<boolean> {
    return (await this.#options.journal.unresolved()).some((other) => other.lane === lane);
  }

  /** What was taken for not done may show all the same. */
  async #lookBack(intent: Intent, reads: TransferReads): Promise<'nothing' | 'found' | 'unreadable'> {
    if (isConversion(intent) && (await this.#isLaneBusy(intent))) return 'nothing';
    const shown = await this.#find(intent, reads);
    if (shown === undefined) return 'unreadable';
    const found = await unboundOf(intent, shown, this.#options);
    if (found.length === 0) return 'nothing';
    // Nothing is learned of those that are alike by looking again, so a person's word holds.
    if (this.#areAlike(intent, found)) return intent.evidence === PERSON_DECIDED ? 'nothing' : 'unreadable';
    this.#options.tell(
      `${transferName(intent)} was taken for ${intent.state === 'rejected' ? 'refused' : 'not sent'} and is at the venue after all`,
    );
    await this.#adopt(intent, found, 'found late');
    return 'found';
  }

  /**
   * Before anything more goes to a place, or with a reference: looks once more for what was taken for not done. A network that sends
   * twice may have brought back the refusal of the second. Throws a `Fault`, `not-sent`, when something was done after all, or nobody can say.
   */
  async assertNotDone(places: readonly string[], references: readonly string[]): Promise<void> {
    const earlier: Intent[] = [];
    for (const intent of (await this.#recent()).filter(isTombstone)) {
      const isAlike = referencesIn(intent).some((one) => references.includes(one));
      if (isAlike || (await placesOf(intent, this.#options.journal)).some((one) => places.includes(one))) earlier.push(intent);
    }
    const reads = withOneHistory(this.#options.reads, () => this.#earliest(earlier));
    for (const intent of earlier) {
      const result = await this.#lookBack(intent, reads);
      if (result === 'nothing') continue;
      const why = result === 'found' ? 'is at the venue after all' : `could not be looked for: ${this.#notes.of(intent.id).waitsFor}`;
      throw new Fault('lane-frozen', `an earlier one, ${transferName(intent)}, ${why}. Nothing is sent`, {
        outcome: 'not-sent',
        retryable: true,
        suggestion: 'repeat it if it is meant to go out beside the earlier one',
      });
    }
  }

  #isDueTwice(intent: Intent): boolean {
    const ageMs = this.#options.clock.now() - intent.createdAt;
    const isSettled = intent.state === 'acknowledged' || intent.state === 'adopted';
    // The amounts of two conversions may be the same, and a quote is executed once by itself.
    if (isConversion(intent)) return false;
    if (!isSettled || ageMs < TWICE_AFTER_MS || ageMs > TWICE_WITHIN_MS || this.#notes.of(intent.id).isSingle) return false;
    return this.#isDue(intent, LOOK_EVERY_MS);
  }

  async #lookTwice(intent: Intent, reads: TransferReads): Promise<void> {
    const found = await this.#find(intent, reads);
    if (found === undefined) return;
    this.#notes.of(intent.id).isSingle = true;
    for (const line of foundNews(intent, found)) this.#options.tell(line);
  }

  #isDue({ id }: Intent, everyMs: number): boolean {
    return this.#options.clock.monotonicMs() - this.#notes.lookedMs(id) >= everyMs - SLACK_MS;
  }
}

function isTombstone({ state }: Intent): boolean {
  return state === 'not-sent' || state === 'rejected';
}

/** Whether what it has come to is found by its reference, so that it shows how often that was done. */
function isSearched(intent: Intent): boolean {
  return ['history', 'payments', 'payouts', 'conversions'].includes(kindOf(intent).foundBy);
}
