import type { Candle } from '../../market/candle.ts';

/** What takes a value at a time, such as the indicators of the kit. */
export interface Indicator<Input, Result> {
  add(input: Input): Result | null;
  readonly isStable: boolean;
  /** How many values it takes until it is stable. */
  getRequiredInputs(): number;
}

/** An indicator that is fed with closed candles. */
export interface Used<Result> {
  /** What it came to with the last candle. Undefined before it is stable. */
  readonly value: Result | undefined;
  readonly isStable: boolean;
}

type PriceOfCandle = 'open' | 'high' | 'low' | 'close';

/** The candles of one length, as a strategy sees them. */
export interface Candles {
  /** In milliseconds. */
  readonly length: number;
  /** The last one that has closed since they were asked for. */
  readonly last: Candle | undefined;
  /** Whether all indicators that are fed with them are stable. */
  readonly isStable: boolean;
  /** The closed candle that came so many before the last, which is 0. The last 500 are kept. */
  back(count: number): Candle | undefined;
  /** Feeds an indicator with one price of each candle that closes from now on, in ticks. */
  use<Result>(indicator: Indicator<number, Result>, of?: PriceOfCandle): Used<Result>;
  /** The same with whole candles, for indicators such as ATR. */
  use<Result>(indicator: Indicator<Candle, Result>, of: 'candle'): Used<Result>;
}

const MOST_KEPT = 500;

/** The candles of one length for one strategy: those that have closed, and the indicators that are fed with them. */
export class Bars implements Candles {
  readonly length: number;
  readonly #kept: Candle[] = [];
  #next = 0;
  readonly #fed: Fed[] = [];

  constructor(lengthMs: number) {
    this.length = lengthMs;
  }

  get last(): Candle | undefined {
    return this.back(0);
  }

  get isStable(): boolean {
    for (let i = 0; i < this.#fed.length; i++) if (!this.#fed[i]!.isStable) return false;
    return true;
  }

  /** How long it takes until all indicators are stable. The interval in which books begin is not whole. */
  get neededMs(): number {
    const most = this.#fed.reduce((needed, { required }) => Math.max(needed, required), 0);
    return most === 0 ? 0 : (most + 1) * this.length;
  }

  readonly back = (count: number): Candle | undefined =>
    count >= 0 && count < this.#kept.length ? this.#kept[(this.#next - 1 - count + 2 * MOST_KEPT) % MOST_KEPT] : undefined;

  readonly use = <Result>(indicator: Indicator<never, Result>, of: PriceOfCandle | 'candle' = 'close'): Used<Result> => {
    const used = new Fed<Result>(indicator, of);
    this.#fed.push(used);
    return used;
  };

  /** Takes a candle that has closed. */
  add(candle: Candle): void {
    this.#kept[this.#next] = candle;
    this.#next = (this.#next + 1) % MOST_KEPT;
    for (let i = 0; i < this.#fed.length; i++) this.#fed[i]!.add(candle);
  }
}

class Fed<Result = unknown> implements Used<Result> {
  readonly #indicator: Indicator<number | Candle, Result>;
  readonly #of: PriceOfCandle | 'candle';
  #value: Result | undefined = undefined;

  constructor(indicator: Indicator<number | Candle, Result>, of: PriceOfCandle | 'candle') {
    this.#indicator = indicator;
    this.#of = of;
  }

  get value(): Result | undefined {
    return this.isStable ? this.#value : undefined;
  }
  get isStable(): boolean {
    return this.#indicator.isStable;
  }
  get required(): number {
    return this.#indicator.getRequiredInputs();
  }

  add(candle: Candle): void {
    const value = this.#indicator.add(this.#of === 'candle' ? candle : candle[this.#of]) ?? undefined;
    if (Number.isNaN(value)) {
      const name = this.#indicator.constructor.name;
      throw new TypeError(`${name} makes nothing of the ${this.#of}: one that takes whole candles needs use(indicator, 'candle')`);
    }
    this.#value = value;
  }
}
