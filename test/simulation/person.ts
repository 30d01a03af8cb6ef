import { messageOf } from '../../src/base/fault.ts';
import type { Trader } from '../../src/daemon/trader.ts';
import type { OperatorOrder } from '../../src/model/event.ts';
import { ALL_TRADING, scopeText, type TradingScope } from '../../src/model/tradingStop.ts';
import { symbolsOf } from '../../src/model/tradedMarkets.ts';
import type { FaultSource } from './faults.ts';
import type { Happenings } from './happenings.ts';
import type { Plan } from './plan.ts';
import type { Story } from './story.ts';
import type { StopCheck } from './stopCheck.ts';

export interface PersonOptions {
  readonly happenings: Happenings;
  readonly faults: FaultSource;
  readonly story: Story;
  readonly plan: Plan;
}

type StopOrder = Extract<OperatorOrder, { type: 'stop-trading' }>;

/** What was stopped, and when it is to go on again. */
interface Stopped {
  readonly scope: TradingScope;
  liftAtMs: number;
  /** The life that was asked to lift it. */
  asked: Trader | undefined;
}

const LEAST_MS = 3000;
const MOST_MS = 90_000;
const WAYS = ['cancel all', 'cancel a symbol', 'pause', 'kill', 'halt', 'reduce', 'flatten'] as const;

/**
 * What a person tells the daemon now and then: to cancel, to pause, to stop, to close what is held, and to go on again, which the next life hears where
 * the one that was told is gone. A stop is of all trading, of a strategy or of a symbol.
 */
export class Person {
  readonly #options: PersonOptions;
  readonly #check: StopCheck;
  #stopped: Stopped | undefined;

  constructor(options: PersonOptions, check: StopCheck) {
    this.#options = options;
    this.#check = check;
  }

  /** To be called at each second, with the life that trades. */
  act(trader: Trader): void {
    const { happenings, faults } = this.#options;
    const stopped = this.#stopped;
    if (stopped === undefined) {
      if (faults.strikes('operator')) this.#tell(trader);
    } else if (happenings.nowMs >= stopped.liftAtMs && stopped.asked !== trader) this.#lift(stopped, trader);
  }

  /** What was stopped goes on as soon as a life is there that can be told. */
  relent(): void {
    if (this.#stopped !== undefined) this.#stopped.liftAtMs = this.#options.happenings.nowMs;
  }

  #tell(trader: Trader): void {
    const { faults, plan } = this.#options;
    const strategy = faults.pick(plan.strategies);
    const way = faults.pick(WAYS);
    const scope: TradingScope = faults.pick([
      ALL_TRADING,
      { of: 'strategy', name: strategy.name },
      { of: 'symbol', name: symbolsOf(strategy)[0]! },
    ] as const);
    const stop = (state: StopOrder['state'], orders: StopOrder['orders']): void =>
      this.#stop(trader, { type: 'stop-trading', scope, state, orders, reason: `a person says ${way}` });
    if (way === 'cancel all') this.#post(trader, { type: 'cancel-all', symbol: undefined });
    else if (way === 'cancel a symbol') this.#post(trader, { type: 'cancel-all', symbol: strategy.symbol });
    else if (way === 'kill') stop('halted', 'cancel');
    else if (way === 'halt') stop('halted', 'keep');
    else if (way === 'reduce') stop('reducing', 'keep');
    else if (way === 'flatten') stop('halted', 'close');
    else {
      this.#post(trader, { type: 'pause', strategy: strategy.name });
      this.#remember({ of: 'strategy', name: strategy.name });
    }
  }

  #post(trader: Trader, order: OperatorOrder): void {
    this.#options.story.add('person', `tells the daemon ${JSON.stringify(order)}`);
    trader.post({ type: 'operator', order });
  }

  #stop(trader: Trader, order: StopOrder): void {
    const { story } = this.#options;
    const stopped = this.#remember(order.scope);
    story.add('person', `stops ${scopeText(order.scope)}: ${order.state}, ${order.orders}`);
    trader.stopTrading(order).then(
      () => {
        if (this.#stopped !== stopped || stopped.asked !== undefined) return;
        this.#check.stopped(order.scope, order.state === 'halted' && order.orders !== 'close');
        story.add('person', `hears that ${scopeText(order.scope)} is stopped`);
      },
      (error: unknown) => story.add('person', `hears that the stop could not be written down: ${messageOf(error)}`),
    );
  }

  #remember(scope: TradingScope): Stopped {
    const { happenings, faults } = this.#options;
    this.#stopped = { scope, liftAtMs: happenings.nowMs + faults.between(LEAST_MS, MOST_MS), asked: undefined };
    return this.#stopped;
  }

  #lift(stopped: Stopped, trader: Trader): void {
    const { story } = this.#options;
    story.add('person', `lets ${scopeText(stopped.scope)} go on`);
    this.#check.lifted();
    stopped.asked = trader;
    trader.resumeTrading(stopped.scope).then(
      () => (this.#stopped = undefined),
      (error: unknown) => {
        story.add('person', `hears that it could not be written down: ${messageOf(error)}`);
        stopped.asked = undefined;
      },
    );
  }
}
