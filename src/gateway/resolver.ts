import type { Clock } from '../base/clock.ts';
import type { Decimal } from '../base/decimal.ts';
import { durationText, type Instant, isoOf } from '../base/instant.ts';
import type { Balance } from '../model/balance.ts';
import type { Report } from '../model/event.ts';
import type { Intent, IntentKind, IntentState } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import { atVenue, takenUntil, type VenueClocks } from './atVenue.ts';
import type { OpenOrderRow } from './accountLists.ts';
import type { BalanceWitness, UnbookedBefore } from './balanceWitness.ts';
import { type Finding, mayBeText } from './finding.ts';
import type { FrozenLanes } from './frozenLanes.ts';
import type { LearnedRefusals } from './learnedRefusals.ts';
import type { ListDelays, MeasuredDelays } from './listDelays.ts';
import { settleNotPlaced } from './notPlaced.ts';
import { proofText } from './proofText.ts';

export interface ResolverOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly report: (report: Report) => void;
  readonly frozen: FrozenLanes;
  readonly delays: ListDelays;
  readonly witness: BalanceWitness;
  readonly balances: () => Promise<readonly Balance[]>;
  /** Without it only the balances themselves are asked. */
  readonly ledgerWitness?: LedgerWitness | undefined;
  /** Learns from what comes to nothing. */
  readonly refusals?: LearnedRefusals | undefined;
}

/** What the ledger says of the balances. */
export interface LedgerWitness {
  /** Whether a difference of a currency has lasted and has no cause. */
  hasUnexplained(currency: string): boolean;
  /** By currency, how much more these balances have than what is booked. Undefined where the ledger has not begun before this time of the venue. */
  differences(balances: readonly Balance[], since: Instant): Promise<ReadonlyMap<string, Decimal> | undefined>;
}

/** A complete reading of the lists that an unknown outcome would show in. */
export interface Evidence {
  /** The earliest that the venue's clock can have shown when the reading began. */
  readonly begunAt: Instant;
  readonly begunMs: number;
  /** The venue's clock minus ours. */
  readonly offsetMs: number;
  /** The newest time of the venue in the lists. */
  readonly newestAt: Instant;
  /** Whether they reach back to what is known. */
  readonly isCurrent: boolean;
  /** Whether they were read anew all the way back to an intent, rather than joined with what was read before. */
  readonly isWholeFor: (intent: Intent) => boolean;
  readonly openOrders: readonly OpenOrderRow[];
}

/** An unknown outcome as a person looks at it. */
export interface Unresolved {
  readonly id: string;
  readonly kind: IntentKind;
  readonly lane: string;
  readonly strategy: string;
  readonly state: IntentState;
  readonly since: Instant;
  /** What is missing before it can be settled. */
  readonly waitsFor: string;
  /** What the last complete reading of the lists says of it. Undefined before the first one. */
  readonly look?: Look | undefined;
}

/** What one complete reading says of an unknown outcome. Times are by our clock. */
export interface Look {
  readonly at: Instant;
  readonly finding: 'nothing' | 'unclear';
  /** How many open orders the list had. */
  readonly openOrders: number;
  /** Whether the trades reach back to what is known. */
  readonly isCurrent: boolean;
  /** Whether an order that the venue has acknowledged is not shown yet. */
  readonly isBehind: boolean;
  /** Whether something that came after it is in the lists. */
  readonly isAlive: boolean;
  /** Readings in a row that show nothing and began late enough, and how many are needed. */
  readonly rounds: number;
  readonly roundsNeeded: number;
  /** Whether the balances leave no room for it. Undefined until they are asked. */
  readonly leavesNoRoom: boolean | undefined;
  /** Until when the venue may take it, until when it may become visible, and from when on a quiet account proves something. */
  readonly takenUntil: Instant;
  readonly visibleUntil: Instant;
  readonly quietUntil: Instant;
}

/** How long outcomes may stay unknown, and which are. */
export interface Resolution extends MeasuredDelays {
  /** T: how long after its signature an order that is not there is taken for not placed, at the soonest. */
  readonly notPlacedAfterMs: number;
  readonly unresolved: readonly Unresolved[];
  /** When the lists were last read completely, by our clock. Undefined before the first time. */
  readonly listsReadAt?: Instant | undefined;
  readonly clocks?: VenueClocks;
}

type OpenFinding = Exclude<Finding, 'settled'>;

interface Doubt {
  intent: Intent;
  /** What there was before it, by the balances. */
  readonly before: UnbookedBefore | undefined;
  /** Negative complete rounds in a row that began late enough. */
  rounds: number;
  /** For how long complete rounds have looked for it. */
  observedMs: number;
  lookedMs: number | undefined;
  /** When a reading all the way back was last asked for, and when one that showed nothing began. */
  wholeAskedMs: number;
  wholeMs: number;
  /** When the balances were last asked, and how often in a row they must still leave no room for it. */
  balancesMs: number;
  looksLeft: number;
  waitsFor: string | undefined;
  look: Look | undefined;
}

const ROUNDS = 3;
const UNCLEAR = 'certainty about something at the venue that may be it';
const ROOM = 'balances that leave no room for it';
/** What stays in doubt is read all the way back this often. */
const WHOLE_AGAIN_MS = 60_000;
/** Balances that move while others trade are asked again so soon. */
const BALANCES_AGAIN_MS = 5000;
/** Without a sign that the lists are alive, so much longer; and twice that where nothing was measured on them. */
const QUIET_MS = 45_000;
const QUARANTINE_AFTER_MS = 900_000;
/** A longer gap between two rounds is a time in which nobody looked. */
const MOST_GAP_MS = 30_000;

/**
 * Concludes that an unknown outcome came to nothing, and only from proof: the venue can't accept the request any more, whatever was
 * accepted would be visible by now, three complete readings show nothing of it, the lists are alive, and the balances leave no room
 * for it. What would be found is adopted before it comes here.
 *
 * What can't be settled in a quarter of an hour of looking is quarantined and told. It is looked for on and on.
 */
export class Resolver {
  readonly #options: ResolverOptions;
  readonly #doubts = new Map<string, Doubt>();
  /** Back to which of them the next reading must be anew. */
  #wanted: Intent[] = [];

  constructor(options: ResolverOptions) {
    this.#options = options;
  }

  /** Back to which intents the next reading must be anew; asked for once. */
  takeWanted(): readonly Intent[] {
    const wanted = this.#wanted;
    this.#wanted = [];
    return wanted;
  }

  /** Draws the conclusions of one reading for the intents that it has said something of. */
  async consider(findings: ReadonlyMap<Intent, Finding>, evidence: Evidence): Promise<void> {
    // First what can't fail: what is settled is never looked at again.
    for (const [intent, finding] of findings) if (finding === 'settled') this.settled(intent.id);
    for (const [intent, finding] of findings) if (finding !== 'settled') await this.#consider(intent, finding, evidence);
  }

  /** Nothing waits for it any more: it was found, or a person has decided. */
  settled(id: string): void {
    this.#doubts.delete(id);
  }

  /** As of the last reading. */
  resolution(): Resolution {
    const { clock, delays } = this.#options;
    const measured = delays.measured(clock.monotonicMs());
    const doubts = [...this.#doubts.values()];
    return {
      ...measured,
      notPlacedAfterMs: lifeOf(doubts.at(-1)?.intent) + measured.visibleMs + measured.staleMs,
      unresolved: doubts.map(({ intent: { id, kind, lane, strategy, state, createdAt }, waitsFor = '', look }) => {
        return { id, kind, lane, strategy, state, since: createdAt, waitsFor, look };
      }),
    };
  }

  async #consider(intent: Intent, finding: OpenFinding, evidence: Evidence): Promise<void> {
    const doubt = this.#lookedAt(intent, evidence.begunMs);
    doubt.waitsFor = await this.#missing(intent, finding, evidence, doubt);
    if (doubt.waitsFor !== undefined) {
      if (intent.state === 'unknown' && doubt.observedMs >= QUARANTINE_AFTER_MS) await this.#quarantine(intent, doubt.waitsFor);
      return;
    }
    this.settled(intent.id);
    const afterMs = this.#options.clock.now() - (intent.gaveUpAt ?? intent.createdAt);
    await settleNotPlaced(intent, 'lost', proofText(ROUNDS, afterMs, doubt.look!), this.#options);
    this.#options.refusals?.proven(intent);
  }

  /** What is still missing before it can be said that it was not placed. */
  async #missing(intent: Intent, finding: OpenFinding, evidence: Evidence, doubt: Doubt): Promise<string | undefined> {
    const { delays, clock } = this.#options;
    const { begunAt, begunMs, offsetMs } = evidence;
    const { visibleMs, staleMs } = delays.measured(clock.monotonicMs());
    const visibleAt = takenUntil(intent, offsetMs) + visibleMs + staleMs;
    const isLate = begunAt >= visibleAt;
    const isBehind = !evidence.isCurrent || delays.isBehind(begunMs);
    const isNegative = finding === 'nothing' && isLate && !isBehind;
    doubt.rounds = isNegative ? doubt.rounds + 1 : 0;
    if (!isNegative) doubt.wholeMs = -Infinity;
    else if (evidence.isWholeFor(intent)) doubt.wholeMs = begunMs;
    const quietAt = visibleAt + (delays.isMeasured(begunMs) ? QUIET_MS : 2 * QUIET_MS);
    const isAlive = this.#isAlive(intent, evidence);
    doubt.look = {
      at: clock.now(),
      finding: finding === 'nothing' ? 'nothing' : 'unclear',
      openOrders: evidence.openOrders.length,
      isCurrent: evidence.isCurrent,
      isBehind: delays.isBehind(begunMs),
      isAlive,
      rounds: doubt.rounds,
      roundsNeeded: ROUNDS,
      leavesNoRoom: doubt.look?.leavesNoRoom,
      takenUntil: takenUntil(intent, offsetMs) - offsetMs,
      visibleUntil: Math.ceil(visibleAt - offsetMs),
      quietUntil: Math.ceil(quietAt - offsetMs),
    };
    if (finding !== 'nothing') return `${UNCLEAR}: ${mayBeText(finding)}`;
    if (!isLate) return `the time until when it may become visible, ${isoOf(Math.ceil(visibleAt - offsetMs))}`;
    if (isBehind) return 'lists that show all that is known';
    if (doubt.rounds < ROUNDS) return `${ROUNDS - doubt.rounds} more complete rounds of the lists`;
    if (begunAt < quietAt && !isAlive) {
      return `a sign that the lists are alive (an order or a trade that came after it), or ${isoOf(Math.ceil(quietAt - offsetMs))}`;
    }
    if (begunMs - doubt.wholeMs >= WHOLE_AGAIN_MS) return this.#wantWhole(doubt, begunMs);
    if (begunMs - doubt.balancesMs < BALANCES_AGAIN_MS) return ROOM;
    doubt.balancesMs = begunMs;
    // What others do between two readings may hide it in one look, and hardly in two.
    const leavesNoRoom = await this.#isExplained(doubt, evidence);
    doubt.looksLeft = leavesNoRoom ? doubt.looksLeft - 1 : 2;
    doubt.look = { ...doubt.look, leavesNoRoom };
    return doubt.looksLeft === 0 ? undefined : ROOM;
  }

  #wantWhole(doubt: Doubt, nowMs: number): string {
    if (nowMs - doubt.wholeAskedMs >= WHOLE_AGAIN_MS) {
      doubt.wholeAskedMs = nowMs;
      this.#wanted.push(doubt.intent);
    }
    return doubt.waitsFor === ROOM ? ROOM : 'a reading of the trades all the way back to it';
  }

  /** Something that came after it is in the lists. */
  #isAlive(intent: Intent, { newestAt, offsetMs }: Evidence): boolean {
    const { delays, clock } = this.#options;
    const since = atVenue(intent, intent.gaveUpAt ?? intent.createdAt, offsetMs);
    return newestAt > since || delays.hasShownSince(clock.monotonicMs() - (clock.now() + offsetMs - since));
  }

  async #isExplained({ intent, before }: Doubt, { openOrders }: Evidence): Promise<boolean> {
    const { witness, ledgerWitness } = this.#options;
    if (ledgerWitness?.hasUnexplained(intent.exposureCurrency) === true) return false;
    const balances = await this.#options.balances();
    const unbooked = await ledgerWitness?.differences(balances, intent.venueAt ?? intent.createdAt);
    return witness.leaveNoRoom(intent, { before, unbooked }, balances, openOrders);
  }

  async #quarantine(intent: Intent, waitsFor: string): Promise<void> {
    const { journal, clock, report } = this.#options;
    const reason = `the ${intent.kind} ${intent.id} is quarantined: after ${durationText(QUARANTINE_AFTER_MS)} of looking it still waits for ${waitsFor}`;
    await journal.settle(intent.id, { state: 'quarantined', at: clock.now(), evidence: reason });
    report({ type: 'lane-frozen', lane: intent.lane, reason });
  }

  #lookedAt(intent: Intent, nowMs: number): Doubt {
    let doubt = this.#doubts.get(intent.id);
    if (doubt === undefined) {
      const before = this.#options.witness.before(intent);
      const never = { wholeAskedMs: -Infinity, wholeMs: -Infinity, balancesMs: -Infinity, looksLeft: 1 };
      this.#doubts.set(
        intent.id,
        (doubt = { intent, before, rounds: 0, observedMs: 0, lookedMs: undefined, ...never, waitsFor: undefined, look: undefined }),
      );
    }
    doubt.observedMs += Math.min(MOST_GAP_MS, nowMs - (doubt.lookedMs ?? nowMs));
    doubt.lookedMs = nowMs;
    doubt.intent = intent;
    return doubt;
  }
}

/** For how long the venue may accept a request after it was given up, as far as an example tells. */
function lifeOf(intent: Intent | undefined): number {
  return intent?.expiresAt === undefined ? 15_000 : Math.max(0, intent.expiresAt - (intent.venueAt ?? intent.createdAt));
}
