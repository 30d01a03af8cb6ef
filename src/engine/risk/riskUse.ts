import { dec, type Decimal, maxDecimal, ZERO } from '../../base/decimal.ts';
import type { EngineState } from '../engineState.ts';
import type { Orders } from '../orders.ts';
import { profitToday } from './dailyLoss.ts';
import { exposureNow, type ExposureParts, exposureParts } from './exposure.ts';
import type { Money } from './limits.ts';
import { openValueIn } from './openValue.ts';
import { turnoverInUse } from './turnover.ts';

/** A limit on all strategies together, and how much of it is in use. */
export interface RiskUse {
  /** The name of the setting under `risk`. */
  readonly limit: 'maxExposure' | 'maxDailyLoss' | 'maxOpenValue' | 'maxTurnover' | 'maxOpenOrders' | 'maxOrdersPerMinute';
  /** Undefined where no book tells what it is worth. */
  readonly used: Decimal | undefined;
  readonly most: Decimal;
  /** A currency, or `orders`. */
  readonly unit: string;
  /** What an exposure is made of. */
  readonly parts?: ExposureParts | undefined;
}

/** The limits that are set, in the order in which a person looks at them. */
export function riskUseOf(state: EngineState, orders: Orders): readonly RiskUse[] {
  const { maxExposure, maxDailyLoss, maxOpenValue, maxTurnover, maxOpenOrders, maxOrdersPerMinute } = state.limits;
  return [
    ...ofMoney('maxExposure', maxExposure, () => exposureNow(state)).map((use) => ({ ...use, parts: exposureParts(state) })),
    ...ofMoney('maxDailyLoss', maxDailyLoss, () => lossOf(profitToday(state))),
    ...ofMoney('maxOpenValue', maxOpenValue, ({ currency }) => openValueIn(state, orders, currency)),
    ...ofMoney('maxTurnover', maxTurnover, () => turnoverInUse(state)),
    ...ofOrders('maxOpenOrders', maxOpenOrders, () => orders.live.length),
    ...ofOrders('maxOrdersPerMinute', maxOrdersPerMinute, () => state.sent.withinMinute(state.now)),
  ];
}

function lossOf(profit: Decimal | undefined): Decimal | undefined {
  return profit && maxDecimal(profit.negated(), ZERO);
}

function ofMoney(limit: RiskUse['limit'], most: Money | undefined, used: (most: Money) => Decimal | undefined): RiskUse[] {
  return most === undefined ? [] : [{ limit, used: used(most), most: most.amount, unit: most.currency }];
}

function ofOrders(limit: RiskUse['limit'], most: number | undefined, used: () => number): RiskUse[] {
  return most === undefined ? [] : [{ limit, used: dec(used()), most: dec(most), unit: 'orders' }];
}
