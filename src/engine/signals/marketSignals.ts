import type { Instant } from '../../base/instant.ts';
import type { Candle } from '../../market/candle.ts';
import { CandleSeries } from '../../market/candleSeries.ts';
import { OrderFlow } from '../../market/orderFlow.ts';
import type { Book } from '../../model/book.ts';

/** Who follows the candles of one length. */
export interface CandleFollower {
  /** Feeds the indicators with a closed candle. */
  feed(candle: Candle): void;
  /** Tells the strategy of it, once all indicators of all lengths are fed. */
  tell(candle: Candle): void;
}

interface Followed {
  readonly series: CandleSeries;
  readonly followers: CandleFollower[];
  closed: Candle | undefined;
}

/** The candles and the order flow of one market. Strategies share them, and none is kept that nobody has asked for. */
export class MarketSignals {
  /** Shortest first. */
  readonly #candles: Followed[] = [];
  readonly #flows: OrderFlow[] = [];

  /** The candles of a length go to this follower too. `book` is the last good book, if there is one. */
  follow(lengthMs: number, follower: CandleFollower, book: Book | undefined): void {
    let followed = this.#candles.find(({ series }) => series.lengthMs === lengthMs);
    if (followed === undefined) {
      followed = { series: new CandleSeries(lengthMs), followers: [], closed: undefined };
      this.#candles.push(followed);
      this.#candles.sort((a, b) => a.series.lengthMs - b.series.lengthMs);
      if (book !== undefined) followed.series.add(book);
    }
    followed.followers.push(follower);
  }

  orderFlow(windowMs: number, book: Book | undefined): OrderFlow {
    const known = this.#flows.find((flow) => flow.windowMs === windowMs);
    if (known !== undefined) return known;
    const flow = new OrderFlow(windowMs);
    if (book !== undefined) flow.add(book);
    this.#flows.push(flow);
    return flow;
  }

  /** Takes a good book. */
  book(book: Book): void {
    const flows = this.#flows;
    for (let i = 0; i < flows.length; i++) flows[i]!.add(book);
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

  #tell(): void {
    const closed = this.#candles.flatMap((followed) => {
      const candle = followed.closed;
      followed.closed = undefined;
      return candle === undefined ? [] : followed.followers.map((follower) => ({ follower, candle }));
    });
    for (const { follower, candle } of closed) follower.feed(candle);
    for (const { follower, candle } of closed) follower.tell(candle);
  }
}
