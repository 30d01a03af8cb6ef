import type { Decimal } from '../../src/base/decimal.ts';
import type { Random } from '../../src/base/random.ts';
import type { Crowd } from './crowd.ts';
import type { Disk } from './disk.ts';
import { OUTAGES } from './fate.ts';
import type { FaultSource } from './faults.ts';
import { type Happenings, NATURE } from './happenings.ts';
import type { Story } from './story.ts';
import type { VenueModel } from './venueModel.ts';

export interface WeatherOptions {
  readonly happenings: Happenings;
  readonly faults: FaultSource;
  readonly story: Story;
  readonly disk: Disk;
  readonly random: Random;
  /** Made after the weather, since it asks whether it is halted. */
  readonly model: () => VenueModel;
  readonly crowd: () => Crowd;
  /** What may happen to the process in this second. */
  readonly toProcess: () => void;
}

const EVERY_MS = 1000;

/** What may happen at any second, around the process and to it. */
export class Weather {
  readonly #options: WeatherOptions;
  #outage: number | undefined;
  #halt: string | undefined;
  #limits: { readonly symbol: string; readonly least: Decimal } | undefined;
  #isCalm = false;

  constructor(options: WeatherOptions) {
    this.#options = options;
  }

  /** In what way nothing gets through to the venue at this time, if so. */
  get outage(): number | undefined {
    return this.#outage;
  }

  /** Why the venue takes no orders at this time, if so. */
  get halt(): string | undefined {
    return this.#halt;
  }

  /** The least that an order of the symbol may hold at this time, where that is more than usual. */
  leastOf(symbol: string): Decimal | undefined {
    return this.#limits?.symbol === symbol ? this.#limits.least : undefined;
  }

  begin(): void {
    this.#options.happenings.later(EVERY_MS, NATURE, () => this.begin());
    this.#others();
    this.#troubles();
    this.#options.toProcess();
  }

  /** All troubles are over. New ones strike as long as the faults are not healed. */
  clear(): void {
    this.#outage = undefined;
    this.#halt = undefined;
    this.#limits = undefined;
    this.#options.disk.fill(false);
  }

  /** Nobody else trades any more. */
  calm(): void {
    this.#isCalm = true;
  }

  #others(): void {
    const { faults, story, random, model, crowd } = this.#options;
    if (random.int(4) === 0 && !this.#isCalm) {
      const took = crowd().take();
      if (took !== undefined) story.add('crowd', took);
    }
    if (faults.strikes('foreign-order')) {
      const placed = crowd().foreign();
      if (placed !== undefined) story.add('person', placed);
    }
    model().replicas.note();
  }

  #troubles(): void {
    const { faults, story, happenings, disk } = this.#options;
    if (this.#outage === undefined && faults.strikes('outage')) {
      this.#outage = faults.int(OUTAGES);
      story.add('nature', `an outage of kind ${this.#outage} begins`);
      happenings.later(faults.between(2000, 200_000), NATURE, () => (this.#outage = undefined));
    }
    if (this.#halt === undefined && faults.strikes('halt')) {
      this.#halt = faults.pick(['market-halted', 'maintenance']);
      story.add('venue', `halts: ${this.#halt}`);
      happenings.later(faults.between(5000, 60_000), NATURE, () => (this.#halt = undefined));
    }
    if (this.#limits === undefined && faults.strikes('limits')) {
      const { symbol, minVolume } = faults.pick(this.#options.model().venue.catalog.pairs);
      this.#limits = { symbol, least: minVolume.times(faults.pick([10, 100, 1000])) };
      story.add('venue', `takes no order of ${symbol} below ${this.#limits.least.toFixed()}`);
      happenings.later(faults.between(5000, 120_000), NATURE, () => (this.#limits = undefined));
    }
    if (faults.strikes('full-disk')) {
      disk.fill(true);
      story.add('nature', 'the disk is full');
      happenings.later(faults.between(100, 20_000), NATURE, () => disk.fill(false));
    }
  }
}
