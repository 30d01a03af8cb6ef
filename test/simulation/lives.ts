import { isFault, messageOf } from '../../src/base/fault.ts';
import type { Transport } from '../../src/client/transport.ts';
import type { Trader } from '../../src/daemon/trader.ts';
import type { PollSettings } from '../../src/loading/pollsOf.ts';
import type { Disk } from './disk.ts';
import type { FaultSource } from './faults.ts';
import { type Happenings, NATURE, type Owner } from './happenings.ts';
import { beginLife, type Life } from './life.ts';
import { LifeClock } from './lifeClock.ts';
import type { Plan } from './plan.ts';
import type { Story } from './story.ts';
import type { VenueModel } from './venueModel.ts';
import type { Violations } from './violations.ts';

export interface LivesOptions {
  readonly happenings: Happenings;
  readonly story: Story;
  readonly violations: Violations;
  readonly faults: FaultSource;
  readonly disk: Disk;
  readonly model: VenueModel;
  readonly plan: Plan;
  /** Other than usual. */
  readonly poll: PollSettings | undefined;
  /** What the machine's clock shows when the world begins. */
  readonly wallMs: number;
  /** Makes the network between one life and the venue. */
  readonly transportOf: (life: Life) => Transport;
}

/** A supervisor starts the daemon again. */
const RESTART_MS = 3000;

/** The lives of a daemon, one after the other, and what may happen to each. */
export class Lives {
  readonly #options: LivesOptions;
  /** Orders that a life has pointed out as nobody's. */
  readonly external = new Set<string>();
  /** Orders of which a life has told that more was executed than was ordered. A person must settle them. */
  readonly overbooked = new Set<string>();
  /** The tags of all orders that were sent, by their intents: an order that is found after a restart has none. */
  readonly tags = new Map<string, string>();
  /** All that was said to people, and what a strategy heard, which they may be told. */
  readonly said = new Set<string>();
  #life: Life | undefined;
  #count = 0;
  #wallMs: number;
  /** Whether they begin again after their end. */
  #isSupervised = true;

  constructor(options: LivesOptions) {
    this.#options = options;
    this.#wallMs = options.wallMs;
  }

  /** The living process, once it is born. */
  get trader(): Trader | undefined {
    return this.#life?.trader;
  }

  /** Whether the living process was told to end. */
  get isStopping(): boolean {
    return this.#life?.isStopping === true;
  }

  /** How many there were. */
  get count(): number {
    return this.#count;
  }

  /** Without `strategies`, those of the plan. */
  begin(strategies: Plan['strategies'] = this.#options.plan.strategies): void {
    const { happenings, plan, model, disk, poll, story, violations, transportOf } = this.#options;
    const owner: Owner = { name: `life ${++this.#count}`, isGone: false, asleepUntilMs: 0 };
    const clock = new LifeClock(happenings, owner, this.#wallMs);
    const life: Life = { owner, clock, trader: undefined, isStopping: false };
    this.#life = life;
    story.add(owner.name, 'begins');
    beginLife({
      owner,
      clock,
      disk,
      gate: { pass: (moment, sql) => this.#atDisk(life, moment, sql) },
      transport: transportOf(life),
      key: model.key,
      secret: model.secret,
      ...plan,
      strategies,
      firstPage: plan.behaviour.pageBase ?? 0,
      poll,
      onReport: (report) => {
        if (report.type === 'external-order') this.external.add(report.orderId);
        const orderId = report.type === 'lane-frozen' ? OVERBOOKED.exec(report.reason)?.[1] : undefined;
        if (orderId !== undefined) this.overbooked.add(orderId);
        const text = JSON.stringify(report);
        this.said.add(text);
        story.add(owner.name, `hears ${text}`);
      },
      onFatal: (reason) => {
        this.said.add(reason);
        this.crash(life, `gives up: ${reason}`);
      },
      onTrouble: (message) => {
        this.said.add(message);
        story.add(owner.name, `says ${message}`);
      },
      onBorn: (trader) => {
        life.trader = trader;
        trader.commands$.subscribe((command) => {
          if (command.type === 'place' && command.tag !== undefined) this.tags.set(command.intentId, command.tag);
        });
      },
    }).catch((error: unknown) => {
      // What is no fault of the daemon's own kind is a mistake in it, or in this world.
      if (!isFault(error)) violations.add(0, `a life could not begin: ${messageOf(error)}`);
      this.crash(life, `could not begin: ${messageOf(error)}`);
    });
  }

  /** The process is no more, in the middle of whatever it did. */
  crash(life: Life, how: string): void {
    if (life.owner.isGone) return;
    this.end(how);
    if (this.#isSupervised) this.#options.happenings.later(RESTART_MS, NATURE, () => this.begin());
  }

  /** The present one is over, and none follows by itself. */
  end(how: string): void {
    const life = this.#life;
    if (life === undefined) return;
    life.owner.isGone = true;
    this.#life = undefined;
    this.#options.disk.crash();
    this.#options.story.add(life.owner.name, how);
  }

  /** From here on nobody starts it again. */
  abandon(): void {
    this.#isSupervised = false;
  }

  #atDisk(life: Life, moment: 'before' | 'after', sql: string): Promise<void> | undefined {
    const { faults, happenings } = this.#options;
    if (life.owner.isGone) return never();
    if (faults.strikes('crash-at-await', sql)) {
      this.crash(life, `is killed ${moment} ${sql.trim().slice(0, 60).replaceAll(/\s+/g, ' ')}`);
      return never();
    }
    if (!faults.strikes('slow-disk', sql)) return undefined;
    const ms = faults.int(20) === 0 ? faults.between(100, 3000) : faults.between(1, 30);
    return new Promise((resolve) => happenings.later(ms, life.owner, resolve));
  }

  /** What may happen to the process at any second. */
  strike(): void {
    const life = this.#life;
    if (life === undefined) return;
    const { faults, story, happenings, violations } = this.#options;
    if (faults.strikes('crash')) return this.crash(life, 'is killed');
    if (faults.strikes('suspend')) {
      const ms = faults.between(500, 70_000);
      life.owner.asleepUntilMs = happenings.nowMs + ms;
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
        () => this.crash(life, 'has stopped'),
        (error: unknown) => violations.add(0, `a stop failed: ${messageOf(error)}`),
      );
    }
  }
}

const OVERBOOKED = /executed of order (\S+), of which .* was ordered/;

/** A promise for each that waits: one for all would keep everybody who has ever waited, and each world with them. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}
