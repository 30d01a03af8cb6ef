import type { Clock } from '../base/clock.ts';
import { type Decimal, dec } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import { type Decision, HOLDS, type Hold } from './holds.ts';
import { aboutFaults, FAULT_PROFILES, type FaultProfileName } from './faultProfiles.ts';
import { type FaultSwitch, type Strike, strikeText } from './faultSwitch.ts';
import type { PendingMove } from './funding/pendingMoves.ts';
import type { NetworkCost } from './networkCosts.ts';
import type { NotificationDelivery } from './notifications/notifier.ts';
import type { Simulator } from './simulator.ts';
import type { World } from './world.ts';

/** A simulator that runs, as a person sees it. Times are ISO 8601 UTC. */
export interface SimulatorReport {
  readonly faults: {
    readonly profile: FaultProfileName;
    readonly about: string;
    readonly since: string;
    /** Calls since then. */
    readonly calls: number;
    /** What was done to calls since then, the most frequent first. */
    readonly counts: readonly { readonly what: string; readonly count: number }[];
    /** The last calls that were struck, newest first. */
    readonly struck: readonly { readonly n: number; readonly at: string; readonly operation: string; readonly what: string }[];
    /** Strikes by hand that wait for their call. */
    readonly waiting: readonly { readonly operation: string; readonly strike: Strike }[];
  };
  readonly profiles: readonly { readonly name: FaultProfileName; readonly about: string }[];
  readonly currencies: readonly {
    readonly code: string;
    readonly euro: Decimal | undefined;
    /** How many times its price at the beginning it has been moved to by hand. */
    readonly priceFactor: Decimal;
    readonly lent: Decimal;
  }[];
  /** Kinds of transactions that stay where they are until somebody decides them. */
  readonly held: readonly Hold[];
  /** Money on its way, newest first, with the number of all of it. */
  readonly pending: {
    readonly count: number;
    readonly rows: readonly (Omit<PendingMove, 'createdAt'> & { readonly createdAt: string })[];
  };
  readonly networks: readonly NetworkCost[];
  readonly notifications: {
    /** Where those of ViBAN deposits go; undefined when they are not sent. */
    readonly url: string | undefined;
    /** The last ones, newest first. */
    readonly sent: readonly SentNotification[];
  };
  /** What people have done to it, newest first. */
  readonly deeds: readonly { readonly at: string; readonly text: string }[];
}

/** A notification that was sent, and how its receiver answered. */
export interface SentNotification extends Pick<NotificationDelivery, 'id' | 'url' | 'subject' | 'type' | 'state'> {
  readonly at: string;
  readonly body: string;
  readonly attempts: readonly { readonly at: string; readonly outcome: string }[];
}

const MOST_DEEDS = 50;
const MOST_PENDING = 50;
const MOST_SENT = 50;
const MOST_BODY = 2000;
/** One move, and all moves of a currency together, stay where every price is still a price of its pair. */
const MOVE = { least: dec(-50), most: dec(100) };
const FACTOR = { least: dec('0.05'), most: dec(20) };
const MOST_AMOUNT = dec(1_000_000_000);

/**
 * What a person may do to the simulator that runs inside the daemon. It holds a simulator and nothing else: there is no way from here
 * to any other venue.
 */
export class EmbeddedSimulator {
  readonly #simulator: Pick<Simulator, 'deliveries'>;
  readonly #world: World;
  readonly #faults: FaultSwitch;
  readonly #clock: Clock;
  #deeds: { readonly at: Instant; readonly text: string }[] = [];

  constructor(simulator: Pick<Simulator, 'deliveries' | 'world'>, faults: FaultSwitch, clock: Clock) {
    this.#simulator = simulator;
    this.#world = simulator.world;
    this.#faults = faults;
    this.#clock = clock;
  }

  /** The profile of faults that is on; undefined while nothing goes wrong. */
  get faults(): FaultProfileName | undefined {
    return this.#faults.profile === 'none' ? undefined : this.#faults.profile;
  }

  report(): SimulatorReport {
    const { profile, since, calls, counts, struck, waiting } = this.#faults;
    const held = this.#world.held();
    const pending = this.#world.pending();
    return {
      faults: {
        profile,
        about: aboutFaults(profile),
        since: isoOf(since),
        calls,
        counts: [...counts].map(([what, count]) => ({ what, count })).toSorted((a, b) => b.count - a.count),
        struck: struck.map((one) => ({ ...one, at: isoOf(one.at) })),
        waiting: [...waiting],
      },
      profiles: FAULT_PROFILES.map((name) => ({ name, about: aboutFaults(name) })),
      currencies: this.#world.currencies().map(({ code, euro, priceFactor, lent }) => ({ code, euro, priceFactor, lent })),
      held: HOLDS.filter((kind) => held.includes(kind)),
      pending: {
        count: pending.length,
        rows: pending.slice(0, MOST_PENDING).map((move) => ({ ...move, createdAt: isoOf(move.createdAt) })),
      },
      networks: this.#world.networks(),
      notifications: { url: this.#world.fiatNoticesGoTo(), sent: this.#simulator.deliveries(MOST_SENT).toReversed().map(sentNotification) },
      deeds: this.#deeds.map(({ at, text }) => ({ at: isoOf(at), text })),
    };
  }

  /** Each of these answers what was done, in words. */
  chooseFaults(profile: FaultProfileName): string {
    this.#faults.choose(profile);
    if (profile === 'none') this.#faults.clear();
    return this.#did(`faults ${profile}: ${aboutFaults(profile)}`);
  }

  strike(operation: string, strike: Strike): string {
    if (!this.#faults.strike(operation, strike))
      throw new Fault('usage', 'too many calls wait to be struck already: wait, or choose the faults `none`');
    return this.#did(strikeText(operation, strike));
  }

  /** By so many percent, up or down. */
  movePrice(currency: string, percent: Decimal): string {
    const known = this.#currency(currency);
    if (percent.lt(MOVE.least) || percent.gt(MOVE.most))
      throw new Fault('usage', `percent: expected ${MOVE.least.toFixed()} to ${MOVE.most.toFixed()}, not ${percent.toFixed()}`);
    const factor = percent.div(100).plus(1);
    const after = known.priceFactor.times(factor);
    if (after.lt(FACTOR.least) || after.gt(FACTOR.most))
      throw new Fault(
        'usage',
        `percent: ${currency} would be at ${after.toFixed(4)} times its first price; expected ${FACTOR.least.toFixed()} to ${FACTOR.most.toFixed()}`,
      );
    this.#world.movePrice(currency, factor);
    return this.#did(`the price of ${currency} moved by ${percent.toFixed()} %`);
  }

  deposit(currency: string, amount: Decimal): string {
    const known = this.#currency(currency);
    assertAmount(amount, known.type);
    const { id, status } = this.#world.payIn(currency, amount);
    const how = status === 'Completed' ? 'is there' : 'is on its way until the network confirms it';
    return this.#did(`a deposit of ${amount.toFixed()} ${currency} ${how} (${id})`);
  }

  /** So much is lent to the account from now on, in all. */
  lend(currency: string, amount: Decimal): string {
    assertAmount(amount, this.#currency(currency).type);
    this.#world.lend(currency, amount);
    return this.#did(`${amount.toFixed()} ${currency} are lent to the account from now on`);
  }

  /** These stay pending from now on until somebody decides them, or are decided by bank and network again. */
  hold(kind: Hold, isHeld: boolean): string {
    const others = this.#world.held().filter((held) => held !== kind);
    this.#world.hold(isHeld ? [...others, kind] : others);
    return this.#did(
      isHeld
        ? `${kind} of coins are held from now on: each stays pending until it is decided by hand`
        : `${kind} of coins are no longer held; what waits already is still decided by hand`,
    );
  }

  /** Ends something that is pending, as a bank, a network or a review would. */
  decide(id: string, decision: Decision): string {
    const move = this.#world.pending().find((one) => one.id === id);
    if (move === undefined) throw new Fault('not-found', `id: no deposit or withdrawal with the id ${id} is pending`);
    const { kind, type, currency, amount } = move;
    const isDone = decision === 'complete';
    if (type === 'Crypto' && kind === 'deposit') this.#world.endCryptoDeposit(id, decision);
    else if (type === 'Crypto') this.#world.endWithdrawal(id, decision);
    else if (kind === 'withdrawal') this.#world.endFiatWithdrawal(id, isDone ? 'Completed' : 'Declined');
    else if (isDone) this.#world.bankTransfer(id);
    else this.#world.endFiatDeposit(id, 'Declined', 'declined by hand at the simulator');
    return this.#did(`the ${kind} ${id} of ${amount.toFixed()} ${currency} is ${isDone ? 'completed' : 'declined'}`);
  }

  /** What a transaction on a network costs from now on. */
  changeNetworkFee(currency: string, network: string, fee: Decimal): string {
    assertAmount(fee, this.#currency(currency).type, 'fee');
    const all = this.#world.networks().filter((one) => one.currency === currency);
    if (!all.some((one) => one.network === network)) {
      const known = all.length === 0 ? 'none, since it is no coin' : all.map((one) => one.network).join(', ');
      throw new Fault('not-found', `network: ${currency} has no network ${network}; it has ${known}`);
    }
    this.#world.changeNetworkFee(currency, network, fee);
    return this.#did(`a withdrawal of ${currency} by ${network} costs ${fee.toFixed()} ${currency} from now on`);
  }

  /** Where the notifications of ViBAN deposits go from now on; nowhere without an address. Only this machine gets any. */
  notifyFiatDeposits(url: string | undefined): string {
    if (url !== undefined) assertHere(url);
    this.#world.notifyFiatDeposits(url);
    return this.#did(
      url === undefined ? 'notifications of ViBAN deposits are no longer sent' : `notifications of ViBAN deposits go to ${url} from now on`,
    );
  }

  #currency(currency: string): ReturnType<World['currencies']>[number] {
    const all = this.#world.currencies();
    const known = all.find(({ code }) => code === currency);
    if (known !== undefined) return known;
    throw new Fault(
      'not-found',
      `currency: the simulator has no ${currency}; it has ${all
        .map(({ code }) => code)
        .slice(0, 20)
        .join(', ')}`,
    );
  }

  #did(text: string): string {
    this.#deeds = [{ at: this.#clock.now(), text }, ...this.#deeds].slice(0, MOST_DEEDS);
    return text;
  }
}

function sentNotification({ id, url, subject, type, state, body, createdAt, attempts }: NotificationDelivery): SentNotification {
  return {
    id,
    url,
    subject,
    type,
    state,
    at: isoOf(createdAt),
    body: body.slice(0, MOST_BODY),
    attempts: attempts.map(({ at, outcome }) => ({ at: isoOf(at), outcome: String(outcome) })),
  };
}

/** A page must not make the daemon post to any other machine. */
function assertHere(text: string): void {
  const url = URL.parse(text);
  const isHere = url !== null && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (isHere && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '') return;
  throw new Fault('usage', 'url: expected an http address on this machine without a user, like http://127.0.0.1:7720/notify');
}

function assertAmount(amount: Decimal, type: 'Fiat' | 'Crypto', field = 'amount'): void {
  const places = type === 'Fiat' ? 2 : 8;
  if (amount.decimalPlaces() > places) throw new Fault('usage', `${field}: expected at most ${places} decimals, not ${amount.toFixed()}`);
  if (amount.gt(MOST_AMOUNT)) throw new Fault('usage', `${field}: expected at most ${MOST_AMOUNT.toFixed()}, not ${amount.toFixed()}`);
}
