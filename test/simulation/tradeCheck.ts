import { type Decimal, dec, ZERO } from '../../src/base/decimal.ts';
import { currenciesOf } from '../../src/model/pair.ts';
import type { Side } from '../../src/model/grid.ts';
import type { World } from './world.ts';

/** What the legs of all trades come to, by their intents: the trade's id, a dash and a number. */
export interface TradesFound {
  /** Trades of which something was done. */
  readonly trades: number;
  readonly legs: number;
  /** Trades that have given at least 99.8 % of their amount. */
  readonly whole: number;
  /** Trades that have legs of more than one number. */
  readonly several: number;
  /** Trades that have gone on from a third currency. */
  readonly paths: number;
}

interface Row {
  readonly intent: string;
  readonly from: string;
  readonly to: string;
  readonly gave: Decimal;
  readonly brought: Decimal;
}

/** What each trade began with, in which all of them are counted. */
const BEGINS = 'EUR';

/**
 * No trade has given more than it was to give, nor more of a third currency than it was brought, whatever was killed when. `amount`: what each
 * was to give.
 */
export function tradesAtRest({ disk, violations }: World, amount: Decimal): TradesFound {
  const byTrade = new Map<string, Row[]>();
  for (const row of [...orderRows(disk), ...conversionRows(disk)]) {
    const trade = row.intent.slice(0, row.intent.indexOf('-'));
    const rows = byTrade.get(trade);
    if (rows === undefined) byTrade.set(trade, [row]);
    else rows.push(row);
  }
  const found = [...byTrade].map(([trade, rows]) => {
    const gave = (currency: string): Decimal => sum(rows.filter(({ from }) => from === currency).map((row) => row.gave));
    const between = new Set(rows.map(({ from }) => from).filter((currency) => currency !== BEGINS));
    if (gave(BEGINS).gt(amount)) violations.add(4, `trade ${trade} of ${amount} has given ${gave(BEGINS)}`);
    for (const currency of between) {
      const brought = sum(rows.filter(({ to }) => to === currency).map((row) => row.brought));
      if (gave(currency).gt(brought))
        violations.add(4, `trade ${trade} was brought ${brought} ${currency} and has given ${gave(currency)}`);
    }
    return {
      legs: new Set(rows.map(({ intent }) => intent)).size,
      isWhole: gave(BEGINS).gte(amount.times('0.998')),
      isPath: between.size > 0,
    };
  });
  return {
    trades: found.length,
    legs: found.reduce((all, { legs }) => all + legs, 0),
    whole: found.filter(({ isWhole }) => isWhole).length,
    several: found.filter(({ legs }) => legs > 1).length,
    paths: found.filter(({ isPath }) => isPath).length,
  };
}

function sum(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((all, amount) => all.plus(amount), ZERO);
}

function orderRows(disk: World['disk']): Row[] {
  return disk
    .read<{ intent: string; symbol: string; side: Side; price: string; amount: string; fee: string; feeCurrency: string }>(
      `SELECT venue_order.intent_id AS intent, fill.symbol AS symbol, fill.side AS side, fill.price AS price, fill.amount AS amount,
         fill.fee AS fee, fill.fee_currency AS feeCurrency FROM fill
       JOIN venue_order ON venue_order.order_id = fill.order_id WHERE venue_order.intent_id LIKE '%-%'`,
    )
    .map(({ intent, symbol, side, price, amount, fee, feeCurrency }) => {
      const { base, quote } = currenciesOf(symbol)!;
      const value = dec(price).times(amount);
      const [from, to, gave, gross] = side === 'Sell' ? [base, quote, dec(amount), value] : [quote, base, value, dec(amount)];
      return { intent, from, to, gave, brought: feeCurrency === to ? gross.minus(fee) : gross };
    });
}

function conversionRows(disk: World['disk']): Row[] {
  return disk
    .read<{ intent: string; fromCurrency: string; toCurrency: string; gave: string; brought: string }>(
      `SELECT intent_id AS intent, from_currency AS fromCurrency, to_currency AS toCurrency, from_amount AS gave, to_amount AS brought
       FROM conversion WHERE intent_id LIKE '%-%'`,
    )
    .map(({ intent, fromCurrency, toCurrency, gave, brought }) => ({
      intent,
      from: fromCurrency,
      to: toCurrency,
      gave: dec(gave),
      brought: dec(brought),
    }));
}
