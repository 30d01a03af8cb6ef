import { dec, type Decimal, ZERO } from '../../src/base/decimal.ts';
import { orderLane } from '../../src/model/command.ts';
import type { Balance } from '../../src/model/balance.ts';
import { currenciesOf } from '../../src/model/pair.ts';
import { conversionLane } from '../../src/model/command.ts';
import { type TradeNote, trueTradeOf } from '../../src/simulator/tradeNote.ts';
import type { Plan } from './plan.ts';
import { UnseenRows } from './unseenRows.ts';
import { shutLanes, type Witness } from './witness.ts';

interface FillRow {
  readonly seq: number;
  readonly order_id: string;
  readonly symbol: string;
  readonly side: string;
  readonly price: string;
  readonly amount: string;
  readonly fee: string;
  readonly fee_currency: string;
  readonly traded_at: number;
}

interface ConversionRow {
  readonly id: string;
  readonly from_currency: string;
  readonly from_amount: string;
  readonly to_currency: string;
  readonly to_amount: string;
}

/** What was executed of an order. */
interface OrderSum {
  readonly lane: string;
  readonly feeCurrency: string;
  amount: Decimal;
  fee: Decimal;
  /** In the quote currency; below 0 for a purchase. */
  value: Decimal;
}

/** A row of a whole order has its average price to so many decimals. */
const AVERAGED_TO = dec('1e-8');

/** What was booked against what was traded. Invariants 5 and 6. */
export class MoneyCheck {
  readonly #witness: Witness;
  readonly #opening: readonly Balance[];
  /** Whether the venue lists an order in one row that grows, so that what is booked are parts of sums. */
  readonly #isGrowing: boolean;
  /** True executions that are not in the log yet, and how many there are of each. */
  readonly #missing = new Map<string, number>();
  readonly #lanes = new Map<string, string>();
  /** By order, what was truly executed of it, and what is booked. */
  readonly #executed = new Map<string, OrderSum>();
  readonly #booked = new Map<string, OrderSum>();
  readonly #trades = new UnseenRows<TradeNote>();
  #seq = 0;

  constructor(witness: Witness, { behaviour }: Pick<Plan, 'behaviour'>) {
    this.#witness = witness;
    this.#isGrowing = behaviour.trades === 'growing';
    this.#opening = witness.model.venue.user.balances();
  }

  /** At any time: what is booked was traded, once. */
  look(): void {
    const { disk, model } = this.#witness;
    for (const execution of this.#trades.of(model.venue.history.executions)) {
      const { orderId, symbol, side, price, amount, fee, feeCurrency, tradedAt } = trueTradeOf(execution);
      const text = [orderId, price.toFixed(), amount.toFixed(), fee.toFixed(), feeCurrency, tradedAt].join(' ');
      this.#missing.set(text, (this.#missing.get(text) ?? 0) + 1);
      this.#lanes.set(text, orderLane(symbol));
      addTo(this.#executed, orderId, { lane: orderLane(symbol), feeCurrency, amount, fee, value: valueOf(side, price, amount) });
    }
    for (const row of disk.read<FillRow>('SELECT * FROM fill WHERE seq > ? ORDER BY seq', this.#seq)) {
      this.#seq = row.seq;
      if (this.#isGrowing) this.#noteGrown(row);
      else this.#noteBooked(textOf(row));
    }
  }

  #noteBooked(text: string): void {
    const times = this.#missing.get(text) ?? 0;
    if (times === 0) this.#witness.violations.add(5, `a fill is booked that was not traded, or twice: ${text}`);
    if (times <= 1) this.#missing.delete(text);
    else this.#missing.set(text, times - 1);
  }

  #noteGrown({ order_id: orderId, symbol, side, price, amount, fee, fee_currency: feeCurrency }: FillRow): void {
    const value = valueOf(side, dec(price), dec(amount));
    const booked = addTo(this.#booked, orderId, { lane: orderLane(symbol), feeCurrency, amount: dec(amount), fee: dec(fee), value });
    const executed = this.#executed.get(orderId);
    const isMore = executed === undefined || booked.amount.gt(executed.amount) || booked.fee.gt(executed.fee);
    if (isMore || executed.feeCurrency !== feeCurrency)
      this.#witness.violations.add(5, `more is booked of order ${orderId} than was executed: ${sumText(booked)} of ${sumText(executed)}`);
  }

  /** Once all is quiet: the log has every trade and conversion, and with them explains every balance. */
  lookAtRest(): void {
    this.look();
    const { disk, model, violations } = this.#witness;
    const shut = shutLanes(this.#witness);
    if (this.#isGrowing) this.#lookAtOrders(shut);
    else
      for (const text of this.#missing.keys())
        if (!shut.has(this.#lanes.get(text)!)) violations.add(5, `a trade is not in the log: ${text}`);
    const booked = new Set(disk.read<ConversionRow>('SELECT * FROM conversion').map(conversionText));
    for (const { id, fromCurrency, amountFrom, toCurrency, amountTo } of model.venue.conversionCounter.conversions) {
      const text = [id, fromCurrency, amountFrom.toFixed(), toCurrency, amountTo.toFixed()].join(' ');
      if (!booked.delete(text) && !shut.has(conversionLane(fromCurrency, toCurrency))) {
        violations.add(5, `a conversion is not in the log: ${text}`);
      }
    }
    for (const text of booked) violations.add(5, `a conversion is booked that never was: ${text}`);
    if (shut.size === 0) this.#lookAtBalances();
  }

  #lookAtOrders(shut: ReadonlySet<string>): void {
    for (const [orderId, executed] of this.#executed) {
      const booked = this.#booked.get(orderId);
      const isSame = booked?.amount.eq(executed.amount) === true && booked.fee.eq(executed.fee) && isWorthAsMuch(booked, executed);
      if (!shut.has(executed.lane) && !isSame)
        this.#witness.violations.add(5, `of order ${orderId} ${sumText(executed)} was executed, and ${sumText(booked)} is in the log`);
    }
  }

  #lookAtBalances(): void {
    const { disk, model, violations } = this.#witness;
    const totals = new Map(this.#opening.map(({ currency, total }) => [currency, total]));
    const rounded = new Map<string, Decimal>();
    const add = (currency: string, amount: Decimal, to = totals): void => void to.set(currency, (to.get(currency) ?? ZERO).plus(amount));
    for (const { symbol, side, price, amount, fee, fee_currency: feeCurrency } of disk.read<FillRow>('SELECT * FROM fill')) {
      const { base, quote } = currenciesOf(symbol)!;
      const sign = side === 'Buy' ? 1 : -1;
      add(base, dec(amount).times(sign));
      add(quote, dec(price).times(amount).times(-sign));
      add(feeCurrency, dec(fee).neg());
      if (this.#isGrowing) add(quote, AVERAGED_TO.times(amount), rounded);
    }
    for (const row of disk.read<ConversionRow>('SELECT * FROM conversion')) {
      add(row.from_currency, dec(row.from_amount).neg());
      add(row.to_currency, dec(row.to_amount));
    }
    for (const { currency, total } of model.venue.user.balances()) {
      const ours = totals.get(currency) ?? ZERO;
      if (
        ours
          .minus(total)
          .abs()
          .gt(rounded.get(currency) ?? ZERO)
      )
        violations.add(6, `the log makes ${ours.toFixed()} ${currency}, and the venue has ${total.toFixed()}`);
    }
  }
}

/** Adds to the sum of an order, and answers it. */
function addTo(sums: Map<string, OrderSum>, orderId: string, more: OrderSum): OrderSum {
  const sum = sums.get(orderId) ?? { ...more, amount: ZERO, fee: ZERO, value: ZERO };
  sum.amount = sum.amount.plus(more.amount);
  sum.fee = sum.fee.plus(more.fee);
  sum.value = sum.value.plus(more.value);
  sums.set(orderId, sum);
  return sum;
}

function valueOf(side: string, price: Decimal, amount: Decimal): Decimal {
  return price.times(amount).times(side === 'Buy' ? -1 : 1);
}

function isWorthAsMuch(a: OrderSum, b: OrderSum): boolean {
  return a.value.minus(b.value).abs().lte(AVERAGED_TO.times(b.amount));
}

function sumText(sum: OrderSum | undefined): string {
  return sum === undefined
    ? 'nothing'
    : `${sum.amount.toFixed()} for ${sum.value.toFixed()} with fees of ${sum.fee.toFixed()} ${sum.feeCurrency}`;
}

function textOf({ order_id: orderId, price, amount, fee, fee_currency: feeCurrency, traded_at: tradedAt }: FillRow): string {
  return [orderId, dec(price).toFixed(), dec(amount).toFixed(), dec(fee).toFixed(), feeCurrency, tradedAt].join(' ');
}

function conversionText(row: ConversionRow): string {
  return [row.id, row.from_currency, dec(row.from_amount).toFixed(), row.to_currency, dec(row.to_amount).toFixed()].join(' ');
}
