import type { Clock } from '../base/clock.ts';
import type { Instant } from '../base/instant.ts';
import type { CallFault, FaultedCall } from './callFault.ts';
import { type FaultProfileName, faultProfile } from './faultProfiles.ts';
import { lagOf, type VenueBehaviour } from './simulatorOptions.ts';

/** What is done to one call by hand, whatever the profile. */
export const STRIKES = ['lost-answer', 'lost-request', 'server-error'] as const;

export type Strike = (typeof STRIKES)[number];

/** The calls that a person may strike: those that change an order. */
export const STRUCK_CALLS = ['orders.place', 'orders.replace', 'orders.cancel'] as const;

const CALL_WORDS: Readonly<Record<string, string>> = {
  'orders.place': 'new order',
  'orders.replace': 'change of an order',
  'orders.cancel': 'cancel',
};
const STRIKE_WORDS: Readonly<Record<Strike, string>> = {
  'lost-answer': 'is carried out, and its answer is lost',
  'lost-request': 'is lost, and nothing is done',
  'server-error': 'is answered by an error, and nothing is done',
};

/** For people: what will be done to a call. */
export function strikeText(operation: string, strike: Strike): string {
  return `the next ${CALL_WORDS[operation] ?? operation} ${STRIKE_WORDS[strike]}`;
}

/** What has been done to a call. */
export interface StruckCall {
  /** Grows by one with each call that was struck. */
  readonly n: number;
  readonly at: Instant;
  /** The name of the row in the contract table. */
  readonly operation: string;
  readonly what: string;
}

/** Strikes that wait for their call, and calls that are kept: what a page has room for. */
const MOST_WAITING = 20;
const MOST_KEPT = 50;

const STRIKE_FAULTS: Readonly<Record<Strike, CallFault>> = {
  'lost-answer': { kind: 'drop-after' },
  'lost-request': { kind: 'drop-before' },
  'server-error': { kind: 'status', status: 500, apply: false },
};

/** The faults of a venue that runs: its profile may be changed, and it counts what it has done. */
export class FaultSwitch {
  readonly #clock: Clock;
  readonly #seed: number | string;
  #profile: FaultProfileName = 'none';
  #since: Instant;
  #now: VenueBehaviour = {};
  #calls = 0;
  readonly #counts = new Map<string, number>();
  readonly #waiting: { readonly operation: string; readonly strike: Strike }[] = [];
  #struck: StruckCall[] = [];
  #strikes = 0;

  constructor(clock: Clock, seed: number | string) {
    this.#clock = clock;
    this.#seed = seed;
    this.#since = clock.now();
  }

  /** What the venue asks. It stays the same object when the profile changes. */
  readonly behaviour: VenueBehaviour = {
    fault: (call) => this.#faultOf(call),
    ordersLateMs: (index) => lagOf(this.#now.ordersLateMs, index),
    tradesLateMs: (index) => lagOf(this.#now.tradesLateMs, index),
    feesLateMs: (index) => lagOf(this.#now.feesLateMs, index),
    tradesTwice: (index) => this.#now.tradesTwice?.(index) ?? false,
  };

  get profile(): FaultProfileName {
    return this.#profile;
  }

  /** Since when the profile is on. */
  get since(): Instant {
    return this.#since;
  }

  /** How many calls there were since then. */
  get calls(): number {
    return this.#calls;
  }

  /** What was done to calls since then, and how often. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** The last calls that were struck, newest first. */
  get struck(): readonly StruckCall[] {
    return this.#struck;
  }

  /** Strikes by hand that wait for their call. */
  get waiting(): readonly { readonly operation: string; readonly strike: Strike }[] {
    return this.#waiting;
  }

  /** The profile is on from now on, and its counts begin anew. */
  choose(profile: FaultProfileName): void {
    this.#profile = profile;
    this.#since = this.#clock.now();
    this.#now = faultProfile(profile, this.#seed);
    this.#calls = 0;
    this.#counts.clear();
  }

  /** The next call of that operation is struck, once. False when too many wait already. */
  strike(operation: string, strike: Strike): boolean {
    if (this.#waiting.length >= MOST_WAITING) return false;
    this.#waiting.push({ operation, strike });
    return true;
  }

  /** Forgets what waits for its call. */
  clear(): void {
    this.#waiting.length = 0;
  }

  #faultOf(call: FaultedCall): CallFault | undefined {
    this.#calls++;
    // The profile is asked for each call, so that a strike by hand does not move its chances.
    const chance = this.#now.fault?.(call);
    const at = this.#waiting.findIndex(({ operation }) => operation === call.operation);
    const [ordered] = at < 0 ? [] : this.#waiting.splice(at, 1);
    const fault = ordered === undefined ? chance : STRIKE_FAULTS[ordered.strike];
    if (fault !== undefined) this.#note(call.operation, wordsOf(fault));
    return fault;
  }

  #note(operation: string, what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    this.#struck = [{ n: this.#strikes++, at: this.#clock.now(), operation, what }, ...this.#struck].slice(0, MOST_KEPT);
  }
}

/** What a fault does to a call, in words that are few enough to be counted. */
function wordsOf(fault: CallFault): string {
  switch (fault.kind) {
    case 'drop-before':
      return 'request lost: nothing was done';
    case 'drop-after':
      return fault.applyAfterMs === undefined ? 'answer lost: it was carried out' : 'answer lost: it was carried out later';
    case 'delay':
      return 'answered late';
    case 'status':
      return `answered ${fault.status}: ${fault.apply ? 'it was carried out all the same' : 'nothing was done'}`;
    case 'garble':
      return 'half an answer: it was carried out';
  }
}
