import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { MINUTE_MS } from '../../../src/base/instant.ts';
import type { OperatorOrder } from '../../../src/model/event.ts';
import type { RiskLimits } from '../../../src/engine/risk/limits.ts';
import { type BenchOptions, EngineBench } from '../engineBench.ts';
import { limitsOf, settingsOf } from '../fixtures.ts';

const TWAP = {
  type: 'execute',
  orderId: 'x-1',
  symbol: 'BTC/EUR',
  side: 'Buy',
  amount: dec('0.1'),
  within: undefined,
  how: { kind: 'twap', over: 10 * MINUTE_MS },
} as const satisfies OperatorOrder;

/** No strategy, and a book of BTC/EUR. */
function desk(options: BenchOptions = {}, leavesOperatorOrders = false, limits: Partial<RiskLimits> = {}): EngineBench {
  const settings = settingsOf([], { limits: limitsOf({ symbols: ['BTC/EUR'], ...limits }) });
  const bench = new EngineBench({ ...settings, leavesOperatorOrders }, options);
  bench.touch('59990', '60010');
  return bench;
}

function run(bench: EngineBench, seconds: number): void {
  for (let i = 0; i < seconds; i++) {
    bench.touch('59990', '60010', 1000);
    bench.timer(0);
    for (const id of Array.from(bench.resting.keys())) bench.fill(id);
  }
}

describe("a person's worked order", () => {
  it('is worked without any strategy, and told when it is done', () => {
    const bench = desk();
    bench.operator(TWAP);
    expect(bench.engine.snapshot().deskOrders).toMatchObject([{ id: 'x-1', strategy: 'operator', state: 'working' }]);
    run(bench, 10 * 60);
    expect(bench.commands('place')).toHaveLength(10);
    expect(bench.notices('worked')).toMatchObject([{ order: { id: 'x-1', end: 'filled', filled: dec('0.1'), worked: { parts: 10 } } }]);
    expect(bench.engine.snapshot().deskOrders).toEqual([]);
  });

  it('needs only the heartbeat to end', () => {
    const bench = desk();
    bench.operator({ ...TWAP, within: MINUTE_MS });
    for (let i = 0; i < 120; i++) bench.timer(1000);
    expect(bench.notices('worked')).toMatchObject([{ order: { end: 'expired' } }]);
    expect(bench.resting.size).toBe(0);
  });

  it('comes once, however often it is asked for under one id', () => {
    const bench = desk();
    bench.operator(TWAP);
    bench.operator(TWAP);
    expect(bench.engine.snapshot().deskOrders).toHaveLength(1);
  });

  it.each([
    [{ symbol: 'ETH/EUR' }, 'not-found'],
    [{ symbol: 'NO/NE' }, 'not-found'],
    [{ amount: dec('0.0000001') }, 'off-grid'],
    [{ how: { kind: 'iceberg', show: dec('0.01'), price: dec('59000.001') } }, 'off-grid'],
    [{ amount: dec('0.00001') }, 'min-volume'],
  ] as const)('is refused under its id, and not rounded: %o', (change, rule) => {
    const bench = desk();
    bench.operator({ ...TWAP, ...change });
    expect(bench.notices('refused')).toMatchObject([{ rule, intentId: 'x-1', strategy: 'operator' }]);
    expect(bench.engine.snapshot().deskOrders).toEqual([]);
  });

  it('goes on in the next life, and is left alone where single orders are given', () => {
    const bench = desk();
    bench.operator({ ...TWAP, how: { kind: 'iceberg', show: dec('0.03'), price: dec('59000') } });
    const states = Object.fromEntries(bench.notices('save-state').map(({ strategy, state }) => [strategy, state]));
    const later = desk({ at: bench.now + MINUTE_MS, restored: { states } });
    expect(later.engine.snapshot().deskOrders).toMatchObject([{ id: 'x-1', state: 'working' }]);
    expect(later.ladder()).toHaveLength(1);
    const other = desk({ at: bench.now + MINUTE_MS, restored: { states } }, true);
    expect(other.engine.snapshot().deskOrders).toEqual([]);
    expect(other.ladder()).toEqual([]);
    expect(other.notices('save-state'), 'and what is saved of it stays').toEqual([]);
  });

  it('leaves nothing behind that must be watched', () => {
    const bench = desk();
    bench.operator(TWAP);
    expect(bench.resting.size).toBe(1);
    bench.send({ type: 'shutdown', onStop: 'keep', spares: 'operator' });
    expect(bench.resting.size).toBe(0);
  });

  // The least order is 0.0001.
  it.each([
    ['0.00015', ['0.00012'], '0.00003'],
    ['0.00025', ['0.00012', '0.00012'], '0.00001'],
    ['0.0002', ['0.0001', '0.0001'], undefined],
    ['0.00031', ['0.00011', '0.0001', '0.0001'], undefined],
    ['0.00024', ['0.00012', '0.00012'], undefined],
  ])('H8: %s in parts of 0.00012 at most is done in %o, with the rest told', (amount, parts, rest) => {
    const bench = desk({}, false, { maxOrderAmount: { BTC: dec('0.00012') } });
    bench.operator({ ...TWAP, side: 'Sell', amount: dec(amount), how: { kind: 'peg', offsetTicks: 0, limit: dec('50000') } });
    run(bench, 30);
    expect(bench.commands('place').map((place) => place.amount.toFixed())).toEqual(parts);
    expect(bench.notices('refused')).toEqual([]);
    expect(bench.engine.snapshot().deskOrders).toEqual([]);
    const [{ order } = { order: undefined }] = bench.notices('worked');
    expect(order?.end).toBe('filled');
    if (rest === undefined) expect(order?.waitsFor).not.toContain('is left');
    else expect(order?.waitsFor).toContain(`(${rest} BTC is left: less than the least order, 0.0001)`);
  });
});
