import { isFault, messageOf } from '../../src/base/fault.ts';
import { type Random, seededRandom } from '../../src/base/random.ts';
import type { Transport } from '../../src/client/transport.ts';
import type { Trader } from '../../src/daemon/trader.ts';
import { Crowd } from './crowd.ts';
import { Disk } from './disk.ts';
import { type Fate, fateInOutage, fateOfMoney, fateOfRead } from './fate.ts';
import { Faults, type FaultSource } from './faults.ts';
import { Happenings, NATURE, type Owner } from './happenings.ts';
import { beginLife, type Life } from './life.ts';
import { LifeClock } from './lifeClock.ts';
import { simulatedNetwork } from './network.ts';
import { latencyOf, type Plan, SHARES } from './plan.ts';
import type { SmallWorld } from './scope/smallWorld.ts';
import { Story } from './story.ts';
import { VenueModel } from './venueModel.ts';
import { Violations } from './violations.ts';
import { Weather } from './weather.ts';
import { askedBy, Wire } from './wire.ts';
import type { Witness } from './witness.ts';
import type { WorldOptions } from './worldOptions.ts';

const BEGINNING = Date.UTC(2026, 10, 20, 10);
/** A supervisor starts the daemon again. */
const RESTART_MS = 3000;
/** How late an order or a trade shows, and how far a replica lags: the daemon takes for granted that it is no more. */
const MOST_LATE_MS = 9000;
const MOST_STALE_MS = 3000;

/** A venue, a network, a disk and the lives of a daemon, one after the other. All of it follows from the plan. */
export class World implements Witness {
  readonly happenings = new Happenings();
  readonly story: Story;
  readonly violations: Violations;
  readonly faults: FaultSource;
  readonly disk = new Disk();
  readonly model: VenueModel;
  readonly wire: Wire;
  readonly crowd: Crowd;
  readonly plan: Plan;
  /** Orders that a life has pointed out as nobody's. */
  readonly external = new Set<string>();
  /** All that was said to people. */
  readonly said = new Set<string>();
  readonly #latency: Random;
  readonly #weather: Weather;
  readonly #small: SmallWorld | undefined;
  #life: Life | undefined;
  /** How many lives there were. */
  lives = 0;
  #wallMs = BEGINNING;
  /** Whether lives begin again after their end. */
  #isSupervised = true;
  strategies: Plan['strategies'];

  constructor({ plan, shares, without, small, tell }: WorldOptions) {
    this.plan = plan;
    this.#small = small;
    this.strategies = plan.strategies;
    const nowMs = (): number => this.happenings.nowMs;
    this.story = new Story(nowMs, tell);
    this.violations = new Violations(nowMs);
    this.faults = small?.faults ?? new Faults(plan.seed, shares ?? SHARES, shares === undefined, without);
    this.#latency = seededRandom(`${plan.seed}/latency`);
    this.#weather = new Weather({
      happenings: this.happenings,
      faults: this.faults,
      story: this.story,
      disk: this.disk,
      random: this.#latency,
      model: () => this.model,
      crowd: () => this.crowd,
      toProcess: () => this.#toLife(),
    });
    const lag = (): ((index: number) => number) => this.faults.lag('visibility', MOST_LATE_MS);
    this.model = new VenueModel({
      clock: new LifeClock(this.happenings, NATURE, BEGINNING + plan.venueAheadMs),
      seed: plan.seed,
      symbols: plan.symbols,
      conversionSpread: plan.conversionSpread,
      balances: plan.balances,
      behaviour: { ...plan.behaviour, tradesLateMs: lag(), ordersLateMs: lag() },
      staleMs: () => this.faults.delay('stale-replica', MOST_STALE_MS),
      haltedBecause: () => this.#weather.halt,
    });
    this.crowd = new Crowd(this.model.venue, seededRandom(`${plan.seed}/crowd`));
    this.wire = new Wire(this.disk, this.violations);
  }

  /** The living process, once it is born. */
  get trader(): Trader | undefined {
    return this.#life?.trader;
  }

  /** What the outcomes that nobody knows wait for, by their intents, as the present life sees it. */
  waiting(): ReadonlyMap<string, string> {
    const trader = this.#life?.trader;
    const unresolved = trader?.isStarted === true ? trader.resolution()?.unresolved : undefined;
    return new Map(unresolved?.map(({ id, waitsFor }) => [id, waitsFor]));
  }

  /** The market and the first life begin. */
  begin(): void {
    if (this.#small === undefined) this.model.venue.start();
    this.#begin();
    if (this.#small === undefined) this.#weather.begin();
  }

  /** Lets time pass; throws when a promise was not kept meanwhile. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1000) {
      await this.happenings.pass(Math.min(1000, left));
      this.violations.assertNone();
    }
  }

  /** From here on nothing goes wrong any more. */
  heal(): void {
    this.faults.heal();
    this.#weather.clear();
    this.story.add('nature', 'all is well from here on');
  }

  /** Nobody at the venue trades any more. */
  calm(): void {
    this.#weather.calm();
    this.model.venue.stop();
  }

  /** The daemon is told to end and leaves its orders; nobody starts it again. */
  async retire(): Promise<void> {
    this.#isSupervised = false;
    const trader = this.#life?.trader;
    if (trader?.isStarted !== true) return this.violations.add(12, 'no life trades, long after the faults have stopped');
    const watch = { isOver: false };
    const stopped = trader.stop('keep', 8000).finally(() => (watch.isOver = true));
    for (let waits = 0; !watch.isOver && waits < 30; waits++) await this.pass(1000);
    await stopped;
    this.#end('ends');
  }

  /** One more life without strategies, which only looks. */
  async lookAgain(ms: number): Promise<void> {
    this.strategies = [];
    this.#begin();
    await this.pass(ms);
    this.#end('ends');
  }

  #begin(): void {
    const owner: Owner = { name: `life ${++this.lives}`, isGone: false, asleepUntilMs: 0 };
    const clock = new LifeClock(this.happenings, owner, this.#wallMs);
    const life: Life = { owner, clock, trader: undefined, isStopping: false };
    this.#life = life;
    this.story.add(owner.name, 'begins');
    const { plan, model, disk } = this;
    beginLife({
      owner,
      clock,
      disk,
      gate: { pass: (moment, sql) => this.#atDisk(life, moment, sql) },
      transport: this.#transport(life),
      key: model.key,
      secret: model.secret,
      ...plan,
      strategies: this.strategies,
      firstPage: plan.behaviour.pageBase ?? 0,
      poll: this.#small?.poll,
      onReport: (report) => {
        if (report.type === 'external-order') this.external.add(report.orderId);
        this.story.add(owner.name, `hears ${JSON.stringify(report)}`);
      },
      onFatal: (reason) => {
        this.said.add(reason);
        this.#crash(life, `gives up: ${reason}`);
      },
      onTrouble: (message) => {
        this.said.add(message);
        this.story.add(owner.name, `says ${message}`);
      },
      onBorn: (trader) => (life.trader = trader),
    }).catch((error: unknown) => {
      // What is no fault of the daemon's own kind is a mistake in it, or in this world.
      if (!isFault(error)) this.violations.add(0, `a life could not begin: ${messageOf(error)}`);
      this.#crash(life, `could not begin: ${messageOf(error)}`);
    });
  }

  /** The process is no more, in the middle of whatever it did. */
  #crash(life: Life, how: string): void {
    if (life.owner.isGone) return;
    this.#end(how);
    if (this.#isSupervised) this.happenings.later(RESTART_MS, NATURE, () => this.#begin());
  }

  #end(how: string): void {
    const life = this.#life;
    if (life === undefined) return;
    life.owner.isGone = true;
    this.#life = undefined;
    this.disk.crash();
    this.story.add(life.owner.name, how);
  }

  #atDisk(life: Life, moment: 'before' | 'after', sql: string): Promise<void> | undefined {
    if (life.owner.isGone) return NEVER;
    if (this.faults.strikes('crash-at-await', sql)) {
      this.#crash(life, `is killed ${moment} ${sql.trim().slice(0, 60).replaceAll(/\s+/g, ' ')}`);
      return NEVER;
    }
    if (!this.faults.strikes('slow-disk', sql)) return undefined;
    const ms = this.faults.int(20) === 0 ? this.faults.between(100, 3000) : this.faults.between(1, 30);
    return new Promise((resolve) => this.happenings.later(ms, life.owner, resolve));
  }

  #transport(life: Life): Transport {
    const { happenings, model, wire, story, faults } = this;
    return simulatedNetwork(life.owner, {
      happenings,
      venue: (call) => {
        this.#small?.meanwhile(call.path);
        return model.answer(call);
      },
      fateOf: (request) => {
        const { kind, operation } = askedBy(request);
        if (kind === undefined || !faults.strikes('crash-at-send')) return this.#fateOf(kind !== undefined, operation);
        this.#crash(life, `is killed before it sends ${operation}`);
        return undefined;
      },
      left: (request, fate) => {
        const asked = askedBy(request);
        const send = wire.leave(request, asked, fate, happenings.nowMs);
        if (send !== undefined || fate.kind !== 'well') {
          story.add(life.owner.name, `sends ${asked.operation} ${asked.targetId ?? ''} ${send?.body ?? ''} (${fate.kind})`);
        }
        if (send !== undefined && faults.strikes('crash-at-send')) this.#crash(life, `is killed after it has sent ${asked.operation}`);
      },
      arrived: (request, answer) => {
        const logged = model.requests.at(-1);
        const send = wire.arrive(request, logged);
        if (send !== undefined) story.add('venue', `gets ${send.asked.operation} ${send.body}: ${answer.status} ${logged?.venueId ?? ''}`);
      },
      heard: (request, outcome) => {
        const { kind, operation } = askedBy(request);
        if (kind === undefined) return;
        story.add(life.owner.name, `hears of ${operation}: ${outcome}`);
        if (faults.strikes('crash-at-send')) this.#crash(life, 'is killed as it hears');
      },
    });
  }

  #fateOf(isMoney: boolean, operation: string): Fate {
    const latencyMs = (): number => latencyOf(this.plan, this.#latency);
    const { outage } = this.#weather;
    const out = outage === undefined ? this.#small?.fateOf?.(operation) : fateInOutage(outage, operation);
    if (out !== undefined) return out;
    return isMoney ? fateOfMoney(this.faults, latencyMs) : fateOfRead(this.faults, latencyMs, operation);
  }

  /** What may happen to the process at any second. */
  #toLife(): void {
    const life = this.#life;
    if (life === undefined) return;
    const { faults, story } = this;
    if (faults.strikes('crash')) return this.#crash(life, 'is killed');
    if (faults.strikes('suspend')) {
      const ms = faults.between(500, 70_000);
      life.owner.asleepUntilMs = this.happenings.nowMs + ms;
      story.add(life.owner.name, `sleeps for ${ms} ms`);
    }
    if (faults.strikes('clock-step')) {
      const ms = faults.pick([-600_000, -90_000, -2500, -1000, 1000, 2500, 90_000, 600_000]);
      this.#wallMs += ms;
      life.clock.stepWall(ms);
      story.add(life.owner.name, `has its clock set by ${ms} ms`);
    }
    if (!life.isStopping && life.trader?.isStarted === true && faults.strikes('stop')) {
      life.isStopping = true;
      const onStop = faults.pick(['cancel', 'keep'] as const);
      story.add(life.owner.name, `is told to stop and ${onStop} its orders`);
      life.trader.stop(onStop, 8000).then(
        () => this.#crash(life, 'has stopped'),
        (error: unknown) => this.violations.add(0, `a stop failed: ${messageOf(error)}`),
      );
    }
  }
}

const NEVER = new Promise<never>(() => undefined);
