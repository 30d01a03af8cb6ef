import { messageOf } from '../../src/base/fault.ts';
import { type Random, seededRandom } from '../../src/base/random.ts';
import type { Transport } from '../../src/client/transport.ts';
import type { Trader } from '../../src/daemon/trader.ts';
import { Crowd } from './crowd.ts';
import { DecisionCheck } from './decisionCheck.ts';
import { Disk } from './disk.ts';
import { ExposureCheck } from './exposureCheck.ts';
import { type Fate, fateInOutage, fateOfMoney, fateOfRead } from './fate.ts';
import { Faults, type FaultSource } from './faults.ts';
import { Happenings, NATURE } from './happenings.ts';
import type { Life } from './life.ts';
import { LifeClock } from './lifeClock.ts';
import { Lives } from './lives.ts';
import { simulatedNetwork } from './network.ts';
import { Person } from './person.ts';
import { latencyOf, type Plan, SHARES } from './plan.ts';
import type { SmallWorld } from './scope/smallWorld.ts';
import { StopCheck } from './stopCheck.ts';
import { Story } from './story.ts';
import { VenueModel } from './venueModel.ts';
import { Violations } from './violations.ts';
import { Weather } from './weather.ts';
import { askedBy, Wire } from './wire.ts';
import { MOST_LATE_MS, type Witness } from './witness.ts';
import type { WorldOptions } from './worldOptions.ts';

const BEGINNING = Date.UTC(2026, 10, 20, 10);
/** How late an order or a trade shows, and how far a replica lags: the daemon takes for granted that it is no more. */
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
  readonly lives: Lives;
  readonly #exposure: ExposureCheck;
  readonly #decisions: DecisionCheck;
  readonly #latency: Random;
  readonly #weather: Weather;
  readonly #stops: StopCheck;
  readonly #person: Person;
  readonly #small: SmallWorld | undefined;

  constructor({ plan, shares, without, small, tell }: WorldOptions) {
    this.plan = plan;
    this.#small = small;
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
      toProcess: () => {
        this.lives.strike();
        this.#tell();
      },
    });
    const lag = (): ((index: number) => number) => this.faults.lag('visibility', MOST_LATE_MS);
    this.model = new VenueModel({
      clock: new LifeClock(this.happenings, NATURE, BEGINNING + plan.venueAheadMs),
      seed: plan.seed,
      symbols: plan.symbols,
      conversionSpread: plan.conversionSpread,
      balances: plan.balances,
      behaviour: { tradesLateMs: lag(), ordersLateMs: lag(), ...plan.behaviour },
      staleMs: () => this.faults.delay('stale-replica', MOST_STALE_MS),
      haltedBecause: () => this.#weather.halt,
      leastOf: (symbol) => this.#weather.leastOf(symbol),
    });
    this.crowd = new Crowd(this.model.venue, seededRandom(`${plan.seed}/crowd`));
    this.wire = new Wire(this.disk, this.violations);
    this.#exposure = new ExposureCheck(this, plan);
    this.#decisions = new DecisionCheck(this, plan);
    this.#stops = new StopCheck(this);
    this.#person = new Person(this, this.#stops);
    this.lives = new Lives({ ...this, poll: small?.poll, wallMs: BEGINNING, transportOf: (life) => this.#transport(life) });
  }

  /** The living process, once it is born. */
  get trader(): Trader | undefined {
    return this.lives.trader;
  }

  get external(): ReadonlySet<string> {
    return this.lives.external;
  }

  /** What the outcomes that nobody knows wait for, by their intents, as the present life sees it. */
  waiting(): ReadonlyMap<string, string> {
    const { trader } = this;
    const unresolved = trader?.isStarted === true ? trader.resolution()?.unresolved : undefined;
    return new Map(unresolved?.map(({ id, waitsFor }) => [id, waitsFor]));
  }

  /** The market and the first life begin. */
  begin(): void {
    if (this.#small === undefined) this.model.venue.start();
    this.lives.begin();
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
    this.#person.relent();
    this.story.add('nature', 'all is well from here on');
  }

  /** Nobody at the venue trades any more. */
  calm(): void {
    this.#weather.calm();
    this.model.venue.stop();
  }

  /** The daemon is told to end and leaves its orders; nobody starts it again. */
  async retire(): Promise<void> {
    this.lives.abandon();
    const { trader } = this;
    if (trader?.isStarted !== true) return this.violations.add(12, 'no life trades, long after the faults have stopped');
    const watch = { isOver: false };
    const stopped = trader.stop('keep', 8000).finally(() => (watch.isOver = true));
    for (let waits = 0; !watch.isOver && waits < 30; waits++) await this.pass(1000);
    await stopped;
    this.lives.end('ends');
  }

  /** One more life without strategies, which only looks. */
  async lookAgain(ms: number): Promise<void> {
    this.lives.begin([]);
    await this.pass(ms);
    this.lives.end('ends');
  }

  /** One more life, in which a person says of each order that was executed beyond what was ordered that it is as the venue lists it. */
  async settleByHand(ms: number): Promise<void> {
    if (this.lives.overbooked.size === 0) return;
    this.lives.begin([]);
    await this.pass(ms);
    const { trader } = this;
    if (trader?.isStarted !== true) return this.violations.add(12, 'no life begins for a person to settle executions in');
    const settling = [...this.lives.overbooked].map(async (orderId) => {
      const said = await trader.decisions.settleExecutions(orderId, 'as-listed').catch((error: unknown) => messageOf(error));
      this.story.add('a person', `settles the executions of order ${orderId}: ${JSON.stringify(said)}`);
    });
    await this.pass(ms);
    await Promise.all(settling);
    this.lives.end('ends');
  }

  /** A person may tell the life that trades something. */
  #tell(): void {
    const { trader, isStopping } = this.lives;
    if (trader?.isStarted === true && !isStopping) this.#person.act(trader);
  }

  #transport(life: Life): Transport {
    const { happenings, model, wire, story, faults, lives } = this;
    return simulatedNetwork(life.owner, {
      happenings,
      venue: (call) => {
        this.#small?.meanwhile(call.path);
        return model.answer(call);
      },
      fateOf: (request) => {
        const { kind, operation } = askedBy(request);
        if (kind === undefined || !faults.strikes('crash-at-send')) return this.#fateOf(kind !== undefined, operation);
        lives.crash(life, `is killed before it sends ${operation}`);
        return undefined;
      },
      left: (request, fate) => {
        const asked = askedBy(request);
        const send = wire.leave(request, asked, fate, happenings.nowMs);
        if (send !== undefined) this.#stops.left(send);
        if (send !== undefined || fate.kind !== 'well') {
          story.add(life.owner.name, `sends ${asked.operation} ${asked.targetId ?? ''} ${send?.body ?? ''} (${fate.kind})`);
        }
        if (send !== undefined && faults.strikes('crash-at-send')) lives.crash(life, `is killed after it has sent ${asked.operation}`);
      },
      arrived: (request, answer) => {
        const logged = model.requests.at(-1);
        const send = wire.arrive(request, logged);
        this.#exposure.look(send);
        if (send?.asked.kind === 'place') this.#decisions.look();
        if (send !== undefined) story.add('venue', `gets ${send.asked.operation} ${send.body}: ${answer.status} ${logged?.venueId ?? ''}`);
      },
      heard: (request, outcome) => {
        const { kind, operation } = askedBy(request);
        if (kind === undefined) return;
        story.add(life.owner.name, `hears of ${operation}: ${outcome}`);
        if (faults.strikes('crash-at-send')) lives.crash(life, 'is killed as it hears');
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
}
