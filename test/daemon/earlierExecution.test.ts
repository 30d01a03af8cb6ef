import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { earlierExecution } from '../../src/daemon/earlierExecution.ts';
import type { ExecuteAsk } from '../../src/daemon/beginExecution.ts';
import type { DeskOrder } from '../../src/model/deskOrder.ts';
import { EngineBench } from '../engine/engineBench.ts';
import { limitsOf, settingsOf } from '../engine/fixtures.ts';

const BASE = { type: 'execute', orderId: 'x-1', symbol: 'BTC/EUR', side: 'Sell', amount: dec('0.1'), within: undefined } as const;
const TWAP: ExecuteAsk = { ...BASE, how: { kind: 'twap', over: 605_000, limit: dec('55000') } };
const POV: ExecuteAsk = { ...BASE, how: { kind: 'pov', share: dec('0.05') } };
const ICEBERG: ExecuteAsk = { ...BASE, how: { kind: 'iceberg', show: dec('0.01'), price: dec('61000') } };
const PEG: ExecuteAsk = { ...BASE, within: 90_000, how: { kind: 'peg', offsetTicks: 1, limit: dec('50000') } };

/** What the desk keeps once these were asked for. In the next life, where that is wanted. */
function kept(asks: readonly ExecuteAsk[], isNextLife = false): readonly DeskOrder[] {
  const settings = { ...settingsOf([], { limits: limitsOf({ symbols: ['BTC/EUR'] }) }), leavesOperatorOrders: false };
  const bench = new EngineBench(settings);
  bench.touch('54000', '54010');
  for (const ask of asks) bench.operator(ask);
  if (!isNextLife) return bench.engine.snapshot().deskOrders;
  const states = Object.fromEntries(bench.notices('save-state').map(({ strategy, state }) => [strategy, state]));
  return new EngineBench(settings, { at: bench.now + 5000, orders: 100, restored: { states } }).engine.snapshot().deskOrders;
}

const ADVICE = 'give the terms of x-1 to go on with it, or end it with `sluice orders cancel x-1` and give this command again';
const again = (ask: ExecuteAsk): ExecuteAsk => ({ ...ask, orderId: 'x-2' });

describe(earlierExecution.name, () => {
  it.each([TWAP, POV, ICEBERG, PEG])('is the one on the same terms: $how.kind', (ask) => {
    for (const isNextLife of [false, true]) {
      expect(earlierExecution(kept([ask], isNextLife), again(ask))?.id).toBe('x-1');
    }
  });

  it.each<[ExecuteAsk, ExecuteAsk, string]>([
    [TWAP, { ...TWAP, how: { kind: 'twap', over: 605_000, limit: dec('60000') } }, '--over 605s --limit 60000'],
    [TWAP, { ...TWAP, how: { kind: 'twap', over: 605_000 } }, '--over 605s no --limit'],
    [TWAP, { ...TWAP, how: { kind: 'twap', over: 606_000, limit: dec('55000') } }, '--over 606s --limit 55000'],
    [TWAP, { ...TWAP, within: 60_000 }, '--over 605s --limit 55000 --within 1m'],
    [POV, { ...POV, how: { kind: 'pov', share: dec('0.5') } }, '--share 0.5 no --limit'],
    [ICEBERG, { ...ICEBERG, how: { kind: 'iceberg', show: dec('0.02'), price: dec('61000') } }, '--show 0.02 --limit 61000'],
    [ICEBERG, { ...ICEBERG, how: { kind: 'iceberg', show: dec('0.01'), price: dec('62000') } }, '--show 0.01 --limit 62000'],
    [PEG, { ...PEG, how: { kind: 'peg', offsetTicks: 0, limit: dec('50000') } }, '--offset-ticks 0 --limit 50000 --within 90s'],
    [PEG, { ...PEG, within: undefined }, '--offset-ticks 1 --limit 50000'],
  ])('H2: on other terms is refused, and both are named: %o, then %o', (before, ask, terms) => {
    const orders = kept([before]);
    const begin = (): unknown => earlierExecution(orders, again(ask));
    expect(begin).toThrow(expect.objectContaining({ code: 'refused', outcome: 'not-sent', suggestion: ADVICE }));
    expect(begin).toThrow(/^x-1, a /);
    expect(begin).toThrow(new RegExp(`; this one has ${terms}$`));
  });

  it('says both terms in words of the command line', () => {
    const other: ExecuteAsk = { ...TWAP, orderId: 'x-2', how: { kind: 'twap', over: 605_000, limit: dec('60000') } };
    expect(() => earlierExecution(kept([TWAP]), other)).toThrow(
      'x-1, a twap that is to Sell 0.1 BTC/EUR, is not done yet and has --over 605s --limit 55000; this one has --over 605s --limit 60000',
    );
  });

  it('is found among several that are alike', () => {
    const other: ExecuteAsk = { ...POV, orderId: 'x-0', how: { kind: 'pov', share: dec('0.2') } };
    expect(earlierExecution(kept([other, POV]), again(POV))?.id).toBe('x-1');
  });

  it('a twap that ends with its time has no other `within`', () => {
    expect(earlierExecution(kept([TWAP]), { ...again(TWAP), within: 605_000 })?.id).toBe('x-1');
  });

  it.each<Partial<ExecuteAsk>>([{ side: 'Buy' }, { amount: dec('0.2') }, { how: POV.how }])('is none of another: %o', (change) => {
    expect(earlierExecution(kept([TWAP]), { ...again(TWAP), ...change })).toBeUndefined();
  });
});
