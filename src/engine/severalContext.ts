import type { MarketContext } from './marketContext.ts';
import type { StrategyContext } from './strategy.ts';
import type { InstanceContext } from './strategyContext.ts';

/** The context of a strategy of several markets. What only a market has is not in it, and says so when it is asked for. */
export function severalContext(shared: InstanceContext, markets: Readonly<Record<string, MarketContext>>): StrategyContext<string> {
  const context: StrategyContext<string> = Object.assign(shared, { markets });
  const [name, market] = Object.entries(markets)[0]!;
  for (const member of membersOf(market)) {
    if (member in shared) continue;
    const get = (): never => {
      throw new TypeError(`this strategy has several markets: say which one, as in ctx.markets[${JSON.stringify(name)}].${member}`);
    };
    Object.defineProperty(context, member, { get });
  }
  return context;
}

function membersOf(market: MarketContext): string[] {
  return [...Object.keys(market), ...Object.getOwnPropertyNames(Object.getPrototypeOf(market))];
}
