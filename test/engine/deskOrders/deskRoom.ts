import { expect } from 'vitest';
import type { OrderChange } from '../../../src/engine/deskOrders/newOrder.ts';
import type { StrategyContext } from '../../../src/engine/strategy.ts';
import type { DeskOrder } from '../../../src/model/deskOrder.ts';
import type { Fill } from '../../../src/model/fill.ts';
import { dec } from '../../../src/base/decimal.ts';
import type { RiskLimits } from '../../../src/engine/risk/limits.ts';
import { type BenchOptions, EngineBench } from '../engineBench.ts';
import { STEPS } from './stateTable.ts';
import { bookOf, limitsOf, settingsOf, strategyOf } from '../fixtures.ts';

/** Buys at 59500, stops 1 % below and takes its profit 2 % above. */
export const BRACKET = {
  kind: 'bracket',
  side: 'Buy',
  amount: dec('0.009'),
  entry: { kind: 'limit', price: dec('59500') },
  exits: [
    { kind: 'stop', lossBps: 100 },
    { kind: 'take-profit', gainBps: 200 },
  ],
} as const;

interface RoomOptions extends BenchOptions {
  readonly limits?: Partial<RiskLimits>;
  readonly hasBook?: boolean;
  readonly replaces?: boolean;
}

/** A strategy whose context a test holds, on an engine on the bench. The first book is 59990 to 60010. */
export class DeskRoom {
  readonly bench: EngineBench;
  /** What `onOrder` was told: kind, state, end. */
  readonly told: string[] = [];
  readonly fills: Fill[] = [];
  /** The steps from state to state, as `active > working`. */
  readonly steps: string[] = [];
  readonly #states = new Map<string, string>();
  ctx!: StrategyContext;

  constructor(options: RoomOptions = {}) {
    const strategy = strategyOf({
      onStart: (ctx) => void (this.ctx = ctx),
      onOrder: (order) => this.#hear(order),
      onFill: (fill) => void this.fills.push(fill),
    });
    this.bench = new EngineBench(settingsOf([strategy], { limits: limitsOf(options.limits), replaces: options.replaces ?? true }), options);
    if (options.hasBook !== false) this.bench.touch('59990', '60010');
  }

  /** Places an order, and lets the engine work until the next book. */
  place(order: Parameters<StrategyContext['place']>[0]): string {
    const id = this.ctx.place(order);
    this.book('59990', '60010');
    return id!;
  }

  /** Changes an order, and lets the engine work until the next book. */
  amend(id: string, change: OrderChange): boolean {
    const isTaken = this.ctx.amend(id, change);
    this.book('59990', '60010');
    return isTaken;
  }

  book(bid: string, ask: string): void {
    this.bench.touch(bid, ask, 100);
  }

  /** A book with these levels to buy, one second later. */
  levels(bids: readonly (readonly [string, string])[], ask: string): void {
    this.bench.now += 1000;
    this.bench.book(bookOf({ bids, asks: [[ask, '10']], at: this.bench.now }));
  }

  /** Buys so much at 60010, by an order of the strategy itself. */
  hold(amount: string): void {
    this.ctx.place({ side: 'Buy', price: dec('60010'), amount: dec(amount) });
    this.book('59990', '60010');
    this.fillAll();
  }

  /** Each step must be one that the page names. */
  #hear({ id, kind, state, end }: DeskOrder): void {
    const step = `${this.#states.get(id) ?? 'placed'} > ${state}`;
    expect(STEPS).toContain(step);
    this.steps.push(step);
    this.#states.set(id, state);
    this.told.push([kind, state, end].filter((part) => part !== undefined).join(' '));
  }

  /** Fills all that rests, at its own price. */
  fillAll(): void {
    const now = Array.from(this.bench.resting.keys());
    for (const id of now) this.bench.fill(id);
  }

  get kept(): readonly DeskOrder[] {
    return this.ctx.deskOrders;
  }

  /** Refusals, by rule and message. */
  get refused(): string[] {
    return this.bench.notices('refused').map(({ rule, message }) => `${rule}: ${message}`);
  }

  /** The saved states, by name: what a later life would find. */
  get states(): Record<string, string> {
    return Object.fromEntries(this.bench.notices('save-state').map(({ strategy, state }) => [strategy, state]));
  }
}
