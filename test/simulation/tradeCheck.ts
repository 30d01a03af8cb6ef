import { type Decimal, dec, ZERO } from '../../src/base/decimal.ts';
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
}

interface Row {
  readonly intent: string;
  readonly gave: Decimal;
}

/** No trade has given more than it was to give, whatever was killed when. `amount`: what each was to give. */
export function tradesAtRest({ disk, violations }: World, amount: Decimal): TradesFound {
  const byTrade = new Map<string, { gave: Decimal; legs: Set<string> }>();
  const rows = [...orderRows(disk), ...conversionRows(disk)];
  for (const { intent, gave } of rows) {
    const trade = intent.slice(0, intent.indexOf('-'));
    const found = byTrade.get(trade) ?? { gave: ZERO, legs: new Set<string>() };
    byTrade.set(trade, { gave: found.gave.plus(gave), legs: found.legs.add(intent) });
  }
  const all = [...byTrade];
  for (const [trade, { gave }] of all) if (gave.gt(amount)) violations.add(4, `trade ${trade} of ${amount} has given ${gave}`);
  return {
    trades: all.length,
    legs: all.reduce((sum, [, { legs }]) => sum + legs.size, 0),
    whole: all.filter(([, { gave }]) => gave.gte(amount.times('0.998'))).length,
    several: all.filter(([, { legs }]) => legs.size > 1).length,
  };
}

function orderRows(disk: World['disk']): Row[] {
  return disk
    .read<{ intent: string; price: string; amount: string }>(
      `SELECT venue_order.intent_id AS intent, fill.price AS price, fill.amount AS amount FROM fill
       JOIN venue_order ON venue_order.order_id = fill.order_id WHERE venue_order.intent_id LIKE '%-%'`,
    )
    .map(({ intent, price, amount }) => ({ intent, gave: dec(price).times(amount) }));
}

function conversionRows(disk: World['disk']): Row[] {
  return disk
    .read<{ intent: string; amount: string }>(
      "SELECT intent_id AS intent, from_amount AS amount FROM conversion WHERE intent_id LIKE '%-%'",
    )
    .map(({ intent, amount }) => ({ intent, gave: dec(amount) }));
}
