import { assert, present } from '../base/assert.ts';
import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { type Random, seededRandom } from '../base/random.ts';
import type { Balance } from '../model/balance.ts';
import type { ConversionSize } from '../model/conversion.ts';
import type { Order } from '../model/order.ts';
import type { ConversionDealing } from './conversionDealing.ts';
import type { DeskOrder } from '../model/deskOrder.ts';
import { dealProblem } from './dealProblem.ts';
import type { Dealing } from './dealing.ts';
import type { Trades } from './execution/trades.ts';
import type { DeskOrders } from './deskOrders/deskOrders.ts';
import { DeskOrderView } from './deskOrders/shownDeskOrder.ts';
import { equityOf } from './equity.ts';
import { idleProblem } from './idleProblem.ts';
import { isCancelable } from './isCancelable.ts';
import { intentIdOf, shownOrder } from './shownOrder.ts';
import type { EngineState } from './engineState.ts';
import type { Refusal } from './refusal.ts';
import type { Refusals } from './refusals.ts';
import type { Instance } from './instance.ts';
import type { Seat } from './market.ts';
import { isFresh } from './risk/staleData.ts';
import type { Schedule } from '../model/schedule.ts';
import { Dues } from './signals/dues.ts';
import type { ConversionRequest, SharedContext, StrategyState } from './strategy.ts';
import { StrategyTalk } from './strategyTalk.ts';

/** The most that a strategy may keep over a restart, in characters. */
const MOST_STATE = 100_000;

/** The parts that the context's calls use. */
export interface Desks {
  readonly dealing: Dealing;
  readonly conversions: ConversionDealing;
  readonly trades: Trades;
  readonly refusals: Refusals;
  readonly deskOrders: DeskOrders;
}

/**
 * What an instance has once, however many markets it trades. An instance that is not running may only look, cancel and log. The
 * calls are separate functions, so that a strategy may take them out of the context.
 */
export class InstanceContext implements SharedContext {
  readonly name: string;
  readonly random: Random;
  readonly state: StrategyState;
  readonly log: SharedContext['log'];
  readonly alert: SharedContext['alert'];
  readonly plot: SharedContext['plot'];
  readonly #instance: Instance;
  readonly #seats: readonly Seat[];
  readonly #state: EngineState;
  readonly #desks: Desks;
  readonly #dues: Dues;

  constructor(instance: Instance, seats: readonly Seat[], state: EngineState, desks: Desks) {
    this.#instance = instance;
    this.#seats = seats;
    this.#state = state;
    this.#desks = desks;
    this.name = instance.name;
    this.random = seededRandom(`${state.settings.seed}:${instance.name}`);
    this.state = savedState(instance, state);
    ({ log: this.log, alert: this.alert, plot: this.plot } = new StrategyTalk(instance.name, state));
    this.#dues = new Dues(instance.settings?.params ?? {}, this.state);
  }

  get now(): Instant {
    return this.#state.now;
  }
  get isFresh(): boolean {
    for (let i = 0; i < this.#seats.length; i++) if (!isFresh(this.#seats[i]!.market, this.#state)) return false;
    return true;
  }
  get equity(): Decimal {
    return equityOf(this.#state, this.#seats);
  }
  get orders(): readonly Order[] {
    return this.#seats.flatMap(({ live }) => live.copy().map((order) => shownOrder(order)));
  }
  get deskOrders(): readonly DeskOrder[] {
    return this.#seats.flatMap((seat) => this.#desks.deskOrders.of(seat).map((order) => new DeskOrderView(order, this.#state)));
  }
  get liveOrders(): number {
    let count = 0;
    for (let i = 0; i < this.#seats.length; i++) count += this.#desks.deskOrders.liveOrders(this.#seats[i]!);
    return count;
  }
  readonly balance = (currency: string): Balance | undefined => this.#state.balances.balance(currency);

  readonly isDue = (schedule: Schedule): boolean => this.#dues.isDue(schedule, this.now);

  readonly cancel = (intentId: string): void => {
    for (const seat of this.#seats) {
      if (this.#desks.deskOrders.cancel(seat, intentId)) return;
      const { live } = seat;
      for (let i = 0; i < live.length; i++) {
        const order = live.at[i]!;
        if (intentIdOf(order) !== intentId) continue;
        if (isCancelable(order)) this.#desks.dealing.cancel(order, undefined, true);
        else this.#refuse(notOpen(intentId, `can't be canceled now: it is ${order.isReplacing ? 'being replaced' : order.state}`));
        return;
      }
    }
    this.#refuse(notOpen(intentId, `is no order that could be canceled: it is over, or none of ${this.name}`));
  };

  readonly amend: SharedContext['amend'] = (id, change) => {
    if (this.#isIdle()) return false;
    for (const seat of this.#seats) {
      const isTaken = this.#desks.deskOrders.amend(seat, id, change);
      if (isTaken !== undefined) return isTaken;
    }
    this.#refuse(notOpen(id, `is no order that could be changed: it is over, or a quote`));
    return false;
  };

  readonly convert: SharedContext['convert'] = (request) => this.#ask(request, false);

  readonly requestQuote: SharedContext['requestQuote'] = (deal) => this.#ask(deal, true);

  readonly accept: SharedContext['accept'] = (quote) =>
    this.#isIdle() ? undefined : this.#desks.conversions.acceptShown(this.name, quote);

  readonly trade: SharedContext['trade'] = ({ worstRate, tag, via, ...deal }) => {
    if (this.#isIdle()) return undefined;
    const { fromCurrency, toCurrency } = deal;
    const terms = { fromCurrency, toCurrency, size: sizeOf(deal), worstRate, tag, via, isDry: false };
    const wrong = dealProblem({ ...deal, worstRate });
    if (wrong !== undefined) return this.#refuse(wrong, `${fromCurrency}/${toCurrency}`);
    const id = this.#state.sink.newId();
    const problem = this.#desks.trades.begin(this.name, id, terms);
    return problem === undefined ? id : this.#refuse(problem, `${fromCurrency}/${toCurrency}`);
  };

  #ask({ fromCurrency, toCurrency, worstRate, tag, ...amounts }: ConversionRequest, isShown: boolean): string | undefined {
    if (this.#isIdle()) return undefined;
    const size = sizeOf(amounts);
    const wrong = dealProblem({ ...amounts, worstRate });
    if (wrong !== undefined) return this.#refuse(wrong, `${fromCurrency}/${toCurrency}`);
    return this.#desks.conversions.request(this.name, { fromCurrency, toCurrency, size, worstRate, tag }, undefined, isShown);
  }

  /** Whether the strategy may take no risk now, which is told. */
  #isIdle(): boolean {
    const { state } = this.#instance;
    const idle = idleProblem(state);
    if (idle !== undefined) this.#refuse(idle);
    return idle !== undefined;
  }

  #refuse({ rule, message }: Refusal, symbol: string = this.#seats[0]!.symbol): undefined {
    this.#desks.refusals.refuse(this.name, symbol, rule, () => message);
    return undefined;
  }
}

function notOpen(id: string, why: string): Refusal {
  return { rule: 'not-open', message: `${id} ${why}` };
}

function sizeOf({ fromAmount, toAmount }: Pick<ConversionRequest, 'fromAmount' | 'toAmount'>): ConversionSize {
  assert((fromAmount === undefined) !== (toAmount === undefined), 'a conversion takes exactly one of fromAmount and toAmount');
  return fromAmount === undefined ? { toAmount: present(toAmount, 'toAmount') } : { fromAmount };
}

function savedState(instance: Instance, { sink }: EngineState): StrategyState {
  const { saved } = instance;
  return {
    get: (key) => (Object.hasOwn(saved, key) ? saved[key] : undefined),
    set(key, value) {
      if (saved[key] === value) return;
      saved[key] = value;
      const text = JSON.stringify(saved);
      assert(text.length <= MOST_STATE, () => `a strategy may keep ${MOST_STATE} characters, not ${text.length}`);
      if (!instance.isOnTrial) sink.notice({ type: 'save-state', strategy: instance.name, state: text });
    },
  };
}
