import { dec } from '../../src/base/decimal.ts';
import type { EngineSettings } from '../../src/engine/engineState.ts';
import type { StrategyHandlers } from '../../src/engine/strategy.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import type { Reload } from '../../src/model/event.ts';
import { EngineBench, type BenchOptions } from './engineBench.ts';
import { strategyOf } from './fixtures.ts';

export type Handlers = StrategyHandlers | (() => StrategyHandlers);

export const version = (of: string, handlers: Handlers, name = 's', symbol = 'BTC/EUR'): StrategySettings => ({
  ...strategyOf(handlers, name, symbol),
  version: of,
});
export const buyAt = (price: string, amount = '0.02') => ({ side: 'Buy', price: dec(price), amount: dec(amount) }) as const;
export const sellAt = (price: string, amount = '0.02') => ({ side: 'Sell', price: dec(price), amount: dec(amount) }) as const;
export const quoting = (...wanted: readonly (ReturnType<typeof buyAt> | ReturnType<typeof sellAt>)[]): StrategyHandlers => ({
  onBook: (_book, ctx) => ctx.quote(wanted),
});

/** A bench on which configurations come into force one after the other. */
export class ReloadBench extends EngineBench {
  readonly #next: EngineSettings[];

  constructor(first: EngineSettings, options: BenchOptions = {}) {
    const next: EngineSettings[] = [];
    super({ ...first, revisions: (revision) => next[revision - 1]! }, options);
    this.#next = next;
  }

  /** Returns why it is not in force. */
  reload(settings: EngineSettings, more: Partial<Reload> = {}): string | undefined {
    this.#next.push(settings);
    const revision = this.#next.length;
    this.send({ type: 'reload', revision, config: `c${revision}`, onStop: 'cancel', history: [], ...more });
    return this.notices('reloaded').at(-1)!.problem;
  }
}
