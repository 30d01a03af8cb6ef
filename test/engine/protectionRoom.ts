import { dec } from '../../src/base/decimal.ts';
import type { Protection } from '../../src/engine/protection.ts';
import type { LossLimits, RiskLimits } from '../../src/engine/risk/limits.ts';
import { EngineBench } from './engineBench.ts';
import { fillOf, limitsOf, settingsOf, strategyOf } from './fixtures.ts';

let orders = 0;

export function buy(bench: EngineBench, amount: string, price = '60000', strategy = 's'): void {
  bench.report({ type: 'fill', fill: fillOf({ strategy, orderId: `buy-${++orders}`, amount: dec(amount), price: dec(price) }) });
}

export function sell(bench: EngineBench, amount: string, price: string, orderId: string, strategy = 's'): void {
  bench.report({ type: 'fill', fill: fillOf({ strategy, side: 'Sell', orderId, amount: dec(amount), price: dec(price) }) });
}

/** Buys and sells 1 BTC, and earns so much. */
export function trade(bench: EngineBench, profit: number, strategy = 's'): void {
  buy(bench, '1', '60000', strategy);
  sell(bench, '1', String(60_000 + profit), `sell-${++orders}`, strategy);
}

/** The mid goes there. */
export function fall(bench: EngineBench, mid: string): void {
  const at = dec(mid);
  bench.touch(at.minus(1).toFixed(), at.plus(1).toFixed(), 1000);
  bench.timer();
}

/** A strategy that holds 1 BTC, bought at 60000. */
export function losing(losses: LossLimits, names: readonly string[] = ['s']): EngineBench {
  const bench = benchOf({ losses: { s: losses } }, names, { fills: [fillOf({ strategy: 's', amount: dec('1'), price: dec('60000') })] });
  bench.timer();
  return bench;
}

export function protectedBy(...protections: readonly Protection[]): EngineBench {
  return benchOf({ protections: { s: protections } });
}

export function benchOf(
  limits: Partial<RiskLimits>,
  names: readonly string[] = ['s'],
  restored: NonNullable<ConstructorParameters<typeof EngineBench>[1]>['restored'] = {},
): EngineBench {
  const bench = new EngineBench(settingsOf(names.map(quoting), { limits: limitsOf(limits) }), { restored });
  bench.touch('59999', '60001');
  bench.timer();
  bench.touch('59999', '60001');
  return bench;
}

export function quoting(name: string) {
  const wanted = [{ side: 'Buy', price: dec('50000'), amount: dec('0.009') }] as const;
  return strategyOf({ onBook: (_book, ctx) => ctx.quote(wanted) }, name);
}
