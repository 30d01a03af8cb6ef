import { dec } from '../../../src/base/decimal.ts';
import type { RiskLimits } from '../../../src/engine/risk/limits.ts';
import type { StrategyContext, StrategyHandlers } from '../../../src/engine/strategy.ts';
import type { Restored } from '../../../src/model/event.ts';
import { EngineBench } from '../engineBench.ts';
import { fillOf, limitsOf, quoteOf, settingsOf, strategyOf } from '../fixtures.ts';

export type Deal = Parameters<StrategyContext['trade']>[0];

export const DEAL: Deal = { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('600') };

/** A strategy that begins a trade with its first heartbeat, at 59990 to 60010. */
export function trading(limits: Partial<RiskLimits> = {}, deal: Deal = DEAL, isShown = true, restored?: Partial<Restored>): EngineBench {
  const handlers = (): StrategyHandlers => {
    let isBegun = restored !== undefined;
    return {
      onTimer(ctx) {
        if (!isBegun) ctx.trade(deal);
        isBegun = true;
      },
    };
  };
  const bench = new EngineBench(settingsOf([strategyOf(handlers)], { limits: limitsOf(limits) }), {
    answers: false,
    ...(restored !== undefined && { restored }),
  });
  if (!isShown) return bench;
  bench.touch('59990', '60010');
  bench.send({ type: 'timer' });
  return bench;
}

export function tradeOf(bench: EngineBench): string {
  const saved = bench.notices('save-state').find(({ strategy }) => strategy === ':trades')!.state;
  return (JSON.parse(saved) as { id: string }[])[0]!.id;
}

export function quoted(bench: EngineBench, from: string, to: string): void {
  const { requestId } = bench.commands('request-quote')[0]!;
  bench.report({ type: 'quoted', requestId, quote: quoteOf({ fromAmount: dec(from), toAmount: dec(to) }) });
}

export function quotedBy(bench: EngineBench, from: string, to: string): void {
  const { requestId } = bench.commands('request-quote').at(-1)!;
  bench.report({ type: 'quoted', requestId, quote: quoteOf({ fromAmount: dec(from), toAmount: dec(to), validTo: bench.now + 10_000 }) });
}

/** The newest order is filled at its price, without a fee. */
export function filledWhole(bench: EngineBench, orderId: string): void {
  const { intentId, amount, price, symbol, side } = bench.commands('place').at(-1)!;
  bench.report({ type: 'order-opened', intentId, orderId, amount, price, adopted: false });
  bench.report({ type: 'fill', fill: fillOf({ orderId, intentId, symbol, side, price: price!, amount, strategy: 's' }) });
  bench.report({ type: 'order-closed', orderId, end: 'filled', filled: amount });
}
