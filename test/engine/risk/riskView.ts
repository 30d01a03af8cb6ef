import { dec, type Decimal, ZERO } from '../../../src/base/decimal.ts';
import { Account } from '../../../src/engine/account.ts';
import { Markets } from '../../../src/engine/markets.ts';
import { Orders } from '../../../src/engine/orders.ts';
import type { RiskLimits, RiskRequest, RiskView } from '../../../src/engine/risk/riskCheck.ts';
import { BookView } from '../../../src/market/bookView.ts';
import type { Balance } from '../../../src/model/balance.ts';
import type { Book } from '../../../src/model/book.ts';
import type { MarketWarning } from '../../../src/model/event.ts';
import type { Order } from '../../../src/model/order.ts';
import { limitsOf, NOON, PAIRS, touch } from '../fixtures.ts';

export interface Situation {
  readonly now?: number;
  readonly limits?: Partial<RiskLimits>;
  /** By default one of BTC/EUR at 59990 to 60010. */
  readonly books?: readonly Book[];
  readonly trouble?: MarketWarning['kind'];
  readonly orders?: readonly Order[];
  /** Left out: the venue has not told. */
  readonly balances?: readonly Balance[];
  readonly reserved?: Decimal;
  readonly sent?: number;
  /** `null`: it can't be valued. */
  readonly profit?: string | null;
  readonly exposure?: string | null;
  readonly halted?: string;
}

export function viewOf(situation: Situation = {}): RiskView {
  const { now = NOON, books = [touch('59990', '60010')], trouble, orders: live = [], balances, reserved = ZERO } = situation;
  const markets = new Markets();
  markets.setPairs(PAIRS);
  for (const book of books) markets.setBook(new BookView(book));
  if (trouble !== undefined) markets.warn({ type: 'market-warning', symbol: 'BTC/EUR', kind: trouble, detail: 'so it is' });
  const orders = new Orders();
  for (const order of live) orders.restore(order);
  const account = new Account();
  if (balances !== undefined) account.told(balances, () => reserved, NOON);
  const { profit = '0', exposure = '0' } = situation;
  return {
    now,
    limits: limitsOf(situation.limits),
    orders,
    account,
    markets,
    reserved: () => reserved,
    nearReserved: () => reserved.toNumber(),
    sentWithinMinute: situation.sent ?? 0,
    profitToday: () => (profit === null ? undefined : dec(profit)),
    exposureOf: () => (exposure === null ? undefined : dec(exposure)),
    nearProfitToday: () => (profit === null ? undefined : { value: Number(profit), size: Math.abs(Number(profit)) }),
    nearExposureOf: () => (exposure === null ? NaN : Number(exposure)),
    halted: situation.halted,
  };
}

type OrderGiven = Partial<Extract<RiskRequest, { type: 'order' }>>;

/** To buy 0.1 BTC at 60000. */
export function order(given: OrderGiven = {}): RiskRequest {
  const shape = { symbol: 'BTC/EUR', side: 'Buy', price: dec('60000'), amount: dec('0.1') } as const;
  return { type: 'order', strategy: 's', ...shape, replaces: undefined, ...given };
}

/** 600 EUR to BTC. */
export function conversion(given: Partial<Extract<RiskRequest, { type: 'conversion' }>> = {}): RiskRequest {
  const amounts = { fromAmount: dec('600'), toAmount: undefined };
  return { type: 'conversion', strategy: 's', fromCurrency: 'EUR', toCurrency: 'BTC', ...amounts, ...given };
}
