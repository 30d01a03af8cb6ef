import type { Instant } from '../../base/instant.ts';
import type { Candle } from '../../market/candle.ts';
import { CandleSeries } from '../../market/candleSeries.ts';
import { booksOfLooks } from '../../market/looks.ts';
import { OrderFlow } from '../../market/orderFlow.ts';
import type { Book } from '../../model/book.ts';
import type { Pair } from '../../model/pair.ts';
import type { Bars } from './bars.ts';

/** Who follows the candles of one length. */
export interface CandleFollower {
  /** The name of the instance. */
  readonly name: string;
  readonly bars: Bars;
  /** Feeds the indicators with a closed candle. */
  feed(candle: Candle): void;
  /** Tells the strategy of it, once all indicators of all lengths are fed. */
  tell(candle: Candle): void;
}

interface Followed {
  readonly series: CandleSeries;
  readonly follower: CandleFollower;
  closed: Candle | undefined;
}

interface Flow {
  readonly name: string;
  /** Whose it is: the version before of a strategy has the same name. */
  readonly owner: object;
  readonly flow: OrderFlow;
}

/** The candles and order flows of one market. Each instance has its own, so that none depends on what others ask for. */
export class MarketSignals {
  /** Shortest first. */
  readonly #candles: Followed[] = [];
  #flows: readonly Flow[] = [];

  /** No further candle goes to who follows with these. */
  unfollow(bars: Bars): void {
    const at = this.#candles.findIndex(({ follower }) => follower.bars === bars);
    if (at >= 0) this.#candles.splice(at, 1);
  }

  /** Forgets the order flows of an instance. */
  dropFlows(owner: object): void {
    this.#flows = this.#flows.filter((one) => one.owner !== owner);
  }

  /** Candles of the follower's length go to it from the next book on. */
  follow(follower: CandleFollower): void {
    this.#candles.push({ series: new CandleSeries(follower.bars.length), follower, closed: undefined });
    this.#candles.sort((a, b) => a.series.lengthMs - b.series.lengthMs);
  }

  orderFlow(name: string, owner: object, windowMs: number): OrderFlow {
    const known = this.#flows.find((one) => one.owner === owner && one.flow.windowMs === windowMs);
    if (known !== undefined) return known.flow;
    const flow = new OrderFlow(windowMs);
    this.#flows = [...this.#flows, { name, owner, flow }];
    return flow;
  }

  /** Whether an instance follows anything here. */
  isFollowedBy(name: string): boolean {
    return this.#candles.some(({ follower }) => follower.name === name) || this.#flows.some((one) => one.name === name);
  }

  /** How long the market must have been watched until all that an instance uses is stable. */
  neededMs(name: string): number {
    const candles = this.#candles.filter(({ follower }) => follower.name === name).map(({ follower }) => follower.bars.neededMs);
    const flows = this.#flows.filter((one) => one.name === name).map(({ flow }) => flow.windowMs);
    return Math.max(0, ...candles, ...flows);
  }

  /** Takes a good book. */
  book(book: Book): void {
    const flows = this.#flows;
    for (let i = 0; i < flows.length; i++) flows[i]!.flow.add(book);
    const candles = this.#candles;
    let hasClosed = false;
    for (let i = 0; i < candles.length; i++) {
      const closed = candles[i]!.series.add(book);
      if (closed === undefined) continue;
      candles[i]!.closed = closed;
      hasClosed = true;
    }
    if (hasClosed) this.#tell();
  }

  /** Takes the volume of the last 24 hours, in base currency. */
  volume(dayVolume: number, at: Instant): void {
    for (const { series } of this.#candles) series.addVolume(dayVolume, at);
  }

  /** Takes looks of earlier times, each instance from its own time on. Indicators are fed, and nobody is told. See `WarmUp`. */
  warmUp(pair: Pair, since: Readonly<Record<string, Instant>>, looks: readonly number[]): void {
    for (const book of booksOfLooks(pair, looks)) {
      const isTold = (name: string): boolean => Object.hasOwn(since, name) && book.receivedAt >= since[name]!;
      for (const { name, flow } of this.#flows) if (isTold(name)) flow.add(book);
      for (const { series, follower } of this.#candles) {
        const closed = isTold(follower.name) ? series.add(book) : undefined;
        if (closed !== undefined) follower.feed(closed);
      }
    }
  }

  #tell(): void {
    const closed = this.#candles.flatMap((followed) => {
      const candle = followed.closed;
      followed.closed = undefined;
      return candle === undefined ? [] : [{ follower: followed.follower, candle }];
    });
    for (const { follower, candle } of closed) follower.feed(candle);
    for (const { follower, candle } of closed) follower.tell(candle);
  }
}
