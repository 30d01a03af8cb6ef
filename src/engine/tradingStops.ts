import { isSameScope, isWithin, type TradingState, type TradingStop } from '../model/tradingStop.ts';

/** What keeps trading from being active now, in the order in which it was said. There are few stops at any time, mostly none. */
export class TradingStops {
  isEmpty = true;
  #all: readonly TradingStop[] = [];

  get all(): readonly TradingStop[] {
    return this.#all;
  }

  /** Replaces an earlier stop with the same scope and cause. */
  put(stop: TradingStop): void {
    this.#set([...this.#all.filter((one) => !isSameStop(one, stop)), stop]);
  }

  remove(stop: TradingStop): void {
    this.#set(this.#all.filter((one) => one !== stop));
  }

  find(wanted: Pick<TradingStop, 'scope' | 'cause'>): TradingStop | undefined {
    return this.#all.find((one) => isSameStop(one, wanted));
  }

  /** The stops that a strategy's orders on a symbol are under. */
  within(strategy: string, symbol: string): readonly TradingStop[] {
    return this.#all.filter(({ scope }) => isWithin(scope, strategy, symbol));
  }

  /** The worst stop for a strategy's orders on a symbol; the oldest where several are equal. */
  against(strategy: string, symbol: string): TradingStop | undefined {
    return worstStop(this.within(strategy, symbol));
  }

  isHalted(strategy: string, symbol: string): boolean {
    return !this.isEmpty && this.against(strategy, symbol)?.state === 'halted';
  }

  stateOf(strategy: string, symbol: string): TradingState {
    return this.against(strategy, symbol)?.state ?? 'active';
  }

  /** Whether a stop has the strategy's position on a symbol closed. A person's later halt ends that. */
  isClosing(strategy: string, symbol: string): boolean {
    const within = this.within(strategy, symbol);
    return within.slice(within.findLastIndex(isPersonsHalt) + 1).some(isClosing);
  }

  /** What keeps back even the orders that close the strategy's position: a person's halt, until a person says later that it is to be closed. */
  againstClosing(strategy: string, symbol: string): TradingStop | undefined {
    const within = this.within(strategy, symbol);
    return within.slice(within.findLastIndex((stop) => stop.cause === 'operator' && isClosing(stop)) + 1).find(isPersonsHalt);
  }

  #set(all: readonly TradingStop[]): void {
    this.#all = all;
    this.isEmpty = all.length === 0;
  }
}

/** Whether both have the same scope and cause. */
export function isSameStop(a: Pick<TradingStop, 'scope' | 'cause'>, b: Pick<TradingStop, 'scope' | 'cause'>): boolean {
  return a.cause === b.cause && isSameScope(a.scope, b.scope);
}

/** A halt is worse than a reduction. The oldest counts where several are equal. */
export function worstStop(stops: readonly TradingStop[]): TradingStop | undefined {
  return stops.find(({ state }) => state === 'halted') ?? stops[0];
}

function isPersonsHalt({ cause, state }: TradingStop): boolean {
  return cause === 'operator' && state === 'halted';
}

/** Whether positions are being closed under it. Once they are closed, it halts. */
export function isClosing({ orders, state }: TradingStop): boolean {
  return orders === 'close' && state === 'reducing';
}
