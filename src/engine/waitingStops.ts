import type { Instant } from '../base/instant.ts';
import type { TradingStop } from '../model/tradingStop.ts';
import { isSameStop } from './tradingStops.ts';

/** How much it stops: new positions, all orders, or all positions. */
export function strengthOf({ state, orders }: Pick<TradingStop, 'state' | 'orders'>): number {
  if (orders === 'close') return 2;
  return state === 'halted' ? 1 : 0;
}

/** The stops of protections that wait while a stronger one of the same scope holds. They last longer than it, and hold when it is over. */
export class WaitingStops {
  #all: readonly TradingStop[] = [];

  get all(): readonly TradingStop[] {
    return this.#all;
  }

  /**
   * Returns which stop holds: the new one, the one that holds now, or one that waits. It is the one that stops most, and of equal ones the
   * one that lasts longest. The others wait if they last longer than all stronger ones, or else are forgotten.
   */
  settle(stop: TradingStop, held: TradingStop | undefined): TradingStop {
    const rivals = [...(held === undefined ? [] : [held]), ...this.#all.filter((one) => isSameStop(one, stop)), stop];
    let end = -Infinity;
    const [first, ...others] = rivals.toSorted(byStrength).filter((one) => {
      const isLonger = endOf(one) > end;
      if (isLonger) end = endOf(one);
      return isLonger;
    });
    this.#all = [...this.#all.filter((one) => !isSameStop(one, stop)), ...others];
    return first!;
  }

  /** Takes out the stop that holds after another is over, if one waits. */
  takeNext(over: TradingStop, now: Instant): TradingStop | undefined {
    const lasting = this.#all.filter((one) => !isSameStop(one, over) || endOf(one) > now);
    const next = lasting.find((one) => isSameStop(one, over));
    this.#all = lasting.filter((one) => one !== next);
    return next;
  }

  forget(stop: TradingStop): void {
    this.#all = this.#all.filter((one) => !isSameStop(one, stop));
  }
}

function endOf({ until }: TradingStop): number {
  return until ?? Infinity;
}

function byStrength(a: TradingStop, b: TradingStop): number {
  const stronger = strengthOf(b) - strengthOf(a);
  if (stronger !== 0 || endOf(a) === endOf(b)) return stronger;
  return endOf(a) > endOf(b) ? -1 : 1;
}
