import { dec } from '../../../src/base/decimal.ts';
import { sideCode } from '../../../src/model/side.ts';
import type { EngineState } from '../../../src/engine/engineState.ts';
import type { Orders } from '../../../src/engine/orders.ts';
import type { RiskLimits } from '../../../src/engine/risk/limits.ts';
import type { Refusal } from '../../../src/engine/refusal.ts';
import { type ConversionRequest, OrderRequest } from '../../../src/engine/risk/request.ts';
import { conversionRefusal, messageAgainst, ruleAgainst } from '../../../src/engine/risk/riskGate.ts';
import type { Balance } from '../../../src/model/balance.ts';
import type { Book } from '../../../src/model/book.ts';
import type { MarketWarning } from '../../../src/model/event.ts';
import { lotsOf, type Side, ticksOf } from '../../../src/model/grid.ts';
import type { Order } from '../../../src/model/order.ts';
import type { Pair } from '../../../src/model/pair.ts';
import type { StrategySettings } from '../../../src/engine/strategySettings.ts';
import { ALL_TRADING, type TradingScope } from '../../../src/model/tradingStop.ts';
import { EngineRoom } from '../engineRoom.ts';
import { fillOf, limitsOf, NOON, orderOf, PAIRS, settingsOf, strategyOf, touch } from '../fixtures.ts';

/** What the engine knows when a request is checked. */
export interface Situation {
  readonly pairs?: readonly Pair[];
  /** By default, `s` on BTC/EUR. */
  readonly strategies?: readonly StrategySettings[];
  readonly now?: number;
  readonly limits?: Partial<RiskLimits>;
  /** By default, one book of BTC/EUR at 59990 to 60010. */
  readonly books?: readonly Book[];
  readonly trouble?: MarketWarning['kind'];
  readonly orders?: readonly Order[];
  /** Undefined: the venue has not reported balances. */
  readonly balances?: readonly Balance[];
  readonly sent?: number;
  /** Today's profit of strategy `s`. `null` means that it can't be valued. */
  readonly profit?: string | null;
  /** What the open buys of strategy `s` may take. */
  readonly buys?: string;
  /** What strategy `s` has bought, in BTC. */
  readonly held?: string;
  /** Trading is in this state, for everything unless it is said otherwise. */
  readonly stopped?: { readonly state: 'reducing' | 'halted'; readonly scope?: TradingScope };
  /** What has happened besides. */
  readonly meanwhile?: (room: EngineRoom) => void;
}

export function roomIn(situation: Situation = {}): EngineRoom {
  const { pairs = PAIRS, now = NOON, books = [touch('59990', '60010')], trouble, orders = [], balances, sent = 0, stopped } = situation;
  const { strategies = [strategyOf({})] } = situation;
  const room = new EngineRoom(settingsOf(strategies, { limits: limitsOf(situation.limits) }), pairs);
  const { engine } = room;
  for (const book of books) engine.book(room.market(book.symbol), book);
  if (trouble !== undefined)
    engine.warning(room.market(), { type: 'market-warning', symbol: 'BTC/EUR', kind: trouble, detail: 'so it is' });
  for (const order of orders) room.reports.restore(order);
  const { profit, buys, held } = situation;
  const ours = { orderId: 'old', strategy: 's', amount: dec('1') };
  if (buys !== undefined) room.reports.restore(orderOf({ intentId: 'buys', orderId: 'buys', price: dec(buys) }));
  if (held !== undefined) room.executed(fillOf({ ...ours, amount: dec(held) }));
  if (profit !== undefined) {
    room.executed(fillOf({ ...ours, ...(profit === null ? { fee: dec('1'), feeCurrency: 'VTX' } : {}) }));
    room.executed(fillOf({ ...ours, side: 'Sell', price: dec('60000').plus(profit ?? '0') }));
  }
  if (balances !== undefined) engine.balances(balances);
  for (let i = 0; i < sent; i++) engine.state.sent.add(NOON);
  if (stopped !== undefined) {
    const stop = { cause: 'operator', orders: 'keep', reason: 'so it is', since: NOON, until: undefined } as const;
    engine.state.stops.put({ scope: ALL_TRADING, ...stop, ...stopped });
  }
  engine.state.now = now;
  situation.meanwhile?.(room);
  return room;
}

export interface OrderGiven {
  readonly strategy?: string;
  readonly symbol?: string;
  readonly side?: Side;
  /** `null` means a market order. */
  readonly price?: string | null;
  readonly amount?: string;
  /** Replace price and amount, for values that decimals can't express. */
  readonly ticks?: number;
  readonly lots?: number;
  /** The intent of the order that it would replace. */
  readonly replaces?: string;
}

export type Request = { readonly type: 'order'; readonly given: OrderGiven } | ({ readonly type: 'conversion' } & ConversionRequest);

/** By default, buys 0.1 BTC at 60000. */
export function order(given: OrderGiven = {}): Request {
  return { type: 'order', given };
}

/** By default, 600 EUR to BTC. */
export function conversion(given: Partial<ConversionRequest> = {}): Request {
  const amounts = { fromAmount: dec('600'), toAmount: undefined };
  return { type: 'conversion', strategy: 's', fromCurrency: 'EUR', toCurrency: 'BTC', ...amounts, ...given };
}

export function orderRequestIn(room: EngineRoom, given: OrderGiven): OrderRequest {
  const { strategy = 's', symbol, side = 'Buy', price = '60000', amount = '0.1', replaces } = given;
  const market = room.market(symbol);
  const { grid } = market.pair;
  const ticks = given.ticks ?? (price === null ? 0 : ticksOf(grid, dec(price), 'exact'));
  const lots = given.lots ?? lotsOf(grid, dec(amount), 'exact');
  const request = new OrderRequest();
  const seat = room.engine.state.owner(strategy, market.symbol);
  request.set(
    seat,
    market,
    sideCode(side),
    price === null,
    ticks,
    lots,
    replaces === undefined ? undefined : room.known.byIntent(replaces),
  );
  return request;
}

/** The refusal by all checks together. */
export function refusalOf(request: Request, situation: Situation = {}): Refusal | undefined {
  const room = roomIn(situation);
  const { state, orders } = room.engine;
  if (request.type === 'conversion') return conversionRefusal(request, state, orders);
  const asked = orderRequestIn(room, request.given);
  const rule = ruleAgainst(asked, state, orders);
  return rule && { rule, message: messageAgainst(rule, asked, state, orders) };
}

/** One check of an order: whether it refuses, and with which message. */
export interface OrderCheck {
  readonly refuses: (request: OrderRequest, state: EngineState, orders: Orders) => boolean;
  readonly message: (request: OrderRequest, state: EngineState, orders: Orders) => string | undefined;
}

/** What one check says to an order. Undefined when it lets it pass. */
export function answerOf({ refuses, message }: OrderCheck, given: OrderGiven, situation: Situation = {}): string | undefined {
  const room = roomIn(situation);
  const { state, orders } = room.engine;
  const request = orderRequestIn(room, given);
  return refuses(request, state, orders) ? message(request, state, orders) : undefined;
}
