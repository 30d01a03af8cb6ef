import { assert, present } from '../base/assert.ts';
import { ZERO } from '../base/decimal.ts';
import { seededRandom } from '../base/random.ts';
import type { ConversionDealing } from './conversionDealing.ts';
import type { Dealing } from './dealing.ts';
import type { EngineState } from './engineState.ts';
import type { Refusal, Refusals } from './refusals.ts';
import type { StrategyContext } from './strategy.ts';
import type { StrategyRun } from './strategyRun.ts';
import type { Wanted } from './desk.ts';
import { lotsOf, type Side } from '../model/grid.ts';
import { isSameWanted, onGrid, orderOnGrid, wholeOnGrid } from './wantedQuotes.ts';

/** The most that a strategy may keep over a restart, in characters. */
const MOST_STATE = 100_000;
/** The most orders that one call of `quote` may want. */
const MOST_WANTED = 200;

/** What the context's calls go through. */
export interface Desks {
  readonly dealing: Dealing;
  readonly conversions: ConversionDealing;
  readonly refusals: Refusals;
}

/** What a strategy sees and does, bound to its own instance. One that does not run may look, cancel, log, and nothing else. */
export function strategyContext(run: StrategyRun, state: EngineState, { dealing, conversions, refusals }: Desks): StrategyContext {
  const random = seededRandom(`${state.settings.seed}:${run.name}`);
  const market = () => present(state.markets.get(run.symbol), `the market ${run.symbol}`);
  const refuse = (refusal: Refusal): undefined => {
    refusals.refuse(run.name, run.symbol, refusal);
    return undefined;
  };
  const want = (wanted: Wanted[], side: Side, ticks: number, lots: number): void => {
    if (lots === 0) return;
    const placed = wholeOnGrid(market().pair, side, ticks, lots);
    if ('wanted' in placed) wanted.push(placed.wanted);
    else refuse(placed);
  };
  let lotsFor = ZERO;
  let positionLots = 0;
  const isIdle = (): boolean => run.state !== 'running';
  const idle = (): Refusal => ({ rule: 'not-running', message: `a strategy that is ${run.state} takes no risk` });
  return {
    name: run.name,
    random,
    get pair() {
      return market().pair;
    },
    get now() {
      return state.now;
    },
    get position() {
      return state.positionOf(run.name);
    },
    get positionLots() {
      const { amount } = state.positionOf(run.name);
      if (amount !== lotsFor) {
        lotsFor = amount;
        const lots = lotsOf(market().pair.grid, amount.abs(), 'down');
        positionLots = amount.isNegative() ? -lots : lots;
      }
      return positionLots;
    },
    get book() {
      return market().book;
    },
    get orders() {
      return state.orders.liveOf(run.name).map(({ order }) => order);
    },
    get liveOrders() {
      return state.orders.liveOf(run.name).length;
    },
    balance: (currency) => state.account.balance(currency),

    quote(quotes) {
      if (isIdle()) return;
      assert(quotes.length <= MOST_WANTED, () => `a strategy may want ${MOST_WANTED} orders at once, not ${quotes.length}`);
      const wanted: Wanted[] = [];
      for (const quote of quotes) {
        const placed = onGrid(market().pair, quote);
        if ('wanted' in placed) wanted.push(placed.wanted);
        else refuse(placed);
      }
      if (!isSameWanted(run.wanted, wanted)) run.wanted = wanted;
    },
    quoteTicks(bidTicks, bidLots, askTicks, askLots) {
      if (isIdle()) return;
      const wanted: Wanted[] = [];
      want(wanted, 'Buy', bidTicks, bidLots);
      want(wanted, 'Sell', askTicks, askLots);
      if (!isSameWanted(run.wanted, wanted)) run.wanted = wanted;
    },
    place(order) {
      const shape = isIdle() ? idle() : orderOnGrid(market().pair, order);
      if ('rule' in shape) return refuse(shape);
      const orderType = shape.ticks === undefined ? 'Market' : 'Limit';
      const intentId = dealing.place(run.name, run.symbol, { side: order.side, orderType, ...shape, tag: order.tag });
      if (intentId !== undefined) run.ownHand.add(intentId);
      return intentId;
    },
    cancel(intentId) {
      const order = state.orders.get(intentId);
      if (order !== undefined && order.strategy === run.name) dealing.cancel(order);
    },
    convert({ fromCurrency, toCurrency, fromAmount, toAmount, worstRate, tag }) {
      if (isIdle()) return refuse(idle());
      assert((fromAmount === undefined) !== (toAmount === undefined), 'a conversion takes exactly one of fromAmount and toAmount');
      const size = fromAmount === undefined ? { toAmount: present(toAmount, 'toAmount') } : { fromAmount };
      return conversions.request(run.name, { fromCurrency, toCurrency, size, worstRate, tag });
    },

    state: {
      get: (name) => (Object.hasOwn(run.saved, name) ? run.saved[name] : undefined),
      set(name, value) {
        if (run.saved[name] === value) return;
        run.saved[name] = value;
        const text = JSON.stringify(run.saved);
        assert(text.length <= MOST_STATE, () => `a strategy may keep ${MOST_STATE} characters, not ${text.length}`);
        state.put({ type: 'save-state', strategy: run.name, state: text });
      },
    },
    plot: (name, value) => state.put({ type: 'plot', strategy: run.name, name, value }),
    log: (message, level = 'info') => state.put({ type: 'log', strategy: run.name, level, message }),
  };
}
