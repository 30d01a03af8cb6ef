import { present } from '../../base/assert.ts';
import { durationMsOf } from '../../base/instant.ts';
import type { OrderFlow } from '../../market/orderFlow.ts';
import type { Seat } from '../market.ts';
import type { StrategyContext, StrategyHandlers, StrategyMarket } from '../strategy.ts';
import { Bars, type Candles } from './bars.ts';
import { MarketSignals } from './marketSignals.ts';

type Call = (handlers: StrategyHandlers<string>, context: StrategyContext<string>, market: StrategyMarket) => unknown;

/** How a strategy is called. An error in a call stops that strategy alone. */
export interface GuardedCalls {
  /** Calls a handler if the instance is running. */
  call(seat: Seat, what: string, call: Call): void;
  /** Does something for an instance that is set up and has not ended, even while it is paused. */
  feed(seat: Seat, what: string, act: () => void): void;
}

interface Asked {
  readonly seat: Seat;
  readonly bars: Bars;
}

const LEAST = '1s';
const MOST = '30d';

/** The candles and the order flow that one instance follows in all its markets. */
export class InstanceSignals {
  readonly #calls: GuardedCalls;
  readonly #asked: Asked[] = [];
  /** The markets whose order flow it follows. */
  readonly #flowsIn = new Set<MarketSignals>();

  constructor(calls: GuardedCalls) {
    this.#calls = calls;
  }

  /** The candles of a length in one of the markets. Asked for again, they are the same. */
  candles(seat: Seat, length: string): Candles {
    const lengthMs = readDuration(length, 'the length of a candle');
    const known = this.#asked.find((asked) => asked.seat === seat && asked.bars.length === lengthMs);
    if (known !== undefined) return known.bars;
    const signals = signalsOf(seat);
    const bars = new Bars(lengthMs);
    this.#asked.push({ seat, bars });
    signals.follow({
      name: seat.name,
      bars,
      feed: (candle) => this.#calls.feed(seat, 'its candles', () => bars.add(candle)),
      tell: (candle) => {
        if (this.#isStable) this.#calls.call(seat, 'onCandle', (handlers, context, its) => handlers.onCandle?.(candle, context, its));
      },
    });
    return bars;
  }

  orderFlow(seat: Seat, window: string): OrderFlow {
    const signals = signalsOf(seat);
    this.#flowsIn.add(signals);
    return signals.orderFlow(seat.name, this, readDuration(window, 'the window of an order flow'));
  }

  /** Follows nothing any more. */
  leave(): void {
    for (const { seat, bars } of this.#asked) signalsOf(seat).unfollow(bars);
    for (const signals of this.#flowsIn) signals.dropFlows(this);
  }

  get #isStable(): boolean {
    return this.#asked.every(({ bars }) => bars.isStable);
  }
}

function signalsOf({ market, symbol }: Seat): MarketSignals {
  const known = present(market, `the market ${symbol}`);
  return (known.signals ??= new MarketSignals());
}

function readDuration(text: string, what: string): number {
  const ms = durationMsOf(text);
  if (ms !== undefined && ms >= durationMsOf(LEAST)! && ms <= durationMsOf(MOST)!) return ms;
  throw new TypeError(`${what} must be a duration from ${LEAST} to ${MOST}, like 5m, not ${JSON.stringify(text)}`);
}
