import { describe, expect, it } from 'vitest';
import grid from '../../strategies/grid.ts';
import { dec } from '../../src/base/decimal.ts';
import { EngineBench } from '../engine/engineBench.ts';
import { balanceOf, configured, fillOf, NOON, orderOf, settingsOf } from '../engine/fixtures.ts';
import { savedStates } from './savedStates.ts';

// The centre is 50000, a step 1 %.
const LADDER = ['Buy 0.009 at 49504.95', 'Buy 0.009 at 49014.8', 'Sell 0.009 at 50500', 'Sell 0.009 at 51005'];

describe('grid', () => {
  it('lays buys below and sells above the mid, a step apart', () => {
    expect(benchOf().ladder()).toEqual(LADDER);
  });

  it('answers a fill one step away, whatever the mid does', () => {
    const bench = benchOf();
    bench.fill('order-1');
    const answered = ['Buy 0.009 at 49014.8', 'Buy 0.009 at 48529.5', 'Sell 0.009 at 50000', 'Sell 0.009 at 50500'];
    expect(bench.ladder()).toEqual(answered);
    bench.touch('49990', '50010', 500);
    expect(bench.ladder()).toEqual(answered);
    bench.fill(idOf(bench, '50000'));
    expect(bench.ladder(), 'and back').toEqual(LADDER);
    expect(bench.strategy().position).toMatchObject({ amount: dec('0'), realised: dec('4.45545') });
  });

  it('counts a rung as filled when less than half of it is left', () => {
    const bench = benchOf();
    bench.fill('order-1', dec('0.004'));
    expect(bench.ladder()[0]).toBe('Buy 0.005 at 49504.95');
    bench.fill('order-1', dec('0.001'));
    expect(bench.ladder()).toEqual(['Buy 0.009 at 49014.8', 'Buy 0.009 at 48529.5', 'Sell 0.009 at 50000', 'Sell 0.009 at 50500']);
  });

  it('survives a restart with its centre, and moves nothing that rests', () => {
    const first = benchOf();
    first.fill('order-1');
    const states = savedStates(first);
    const orders = [...first.resting].map(([orderId, { intentId, side, price, amount }]) =>
      orderOf({ intentId, orderId, side, price, amount }),
    );
    const filled = fillOf({ strategy: 's', orderId: 'order-1', price: dec('49504.95'), amount: dec('0.009') });
    const again = new EngineBench(first.settings, { restored: { orders, states, fills: [filled] } });
    again.touch('49800', '49820');
    again.timer();
    expect(again.outputs.filter((output) => output.type === 'place' || output.type === 'replace' || output.type === 'cancel')).toEqual([]);
  });

  it('knows after a restart what was filled while nobody looked', () => {
    const first = benchOf();
    const states = savedStates(first);
    const fills = [
      fillOf({ strategy: 's', orderId: 'order-1', price: dec('49504.95'), amount: dec('0.009') }),
      fillOf({ strategy: 's', orderId: 'order-2', price: dec('49014.8'), amount: dec('0.006') }),
    ];
    const again = new EngineBench(first.settings, { restored: { states, fills } });
    again.touch('49100', '49120');
    expect(again.ladder(), 'the second rung is filled by more than half').toEqual([
      'Buy 0.009 at 48529.5',
      'Buy 0.009 at 48049.01',
      'Sell 0.009 at 49504.96',
      'Sell 0.009 at 50000',
    ]);
    const states2 = savedStates(again);
    const once = new EngineBench(first.settings, { restored: { states: states2, fills } });
    once.touch('49100', '49120');
    expect(once.ladder(), 'and it counts once').toEqual(again.ladder());
  });

  it('U2: takes a correction of its position for no fill, whether it came before its last save or after', () => {
    const entry = {
      id: 'e',
      cause: 'correction',
      strategy: 's',
      symbol: 'BTC/EUR',
      amount: dec('0.018'),
      price: dec('50000'),
      at: NOON,
    } as const;
    const entries = [{ ...entry, note: undefined }];
    const first = benchOf();
    first.send({ type: 'position-entry', entry: entries[0]! });
    first.touch('49990', '50010', 500);
    const again = new EngineBench(first.settings, { restored: { states: savedStates(first), entries } });
    again.touch('49990', '50010');
    expect(again.ladder()).toEqual(LADDER);
    const third = new EngineBench(first.settings, { restored: { states: savedStates(again), entries } });
    third.touch('49990', '50010');
    expect(third.ladder()).toEqual(LADDER);
  });

  it('keeps within its bounds', () => {
    expect(benchOf({ low: '49100', high: '50600' }).ladder()).toEqual([LADDER[0], LADDER[2]]);
  });

  it('lays its ladder anew when the mid has run away from it', () => {
    const bench = benchOf({ recentreSteps: '4' });
    bench.send({ type: 'balances', rows: [balanceOf('EUR', '100000')] });
    bench.touch('51990', '52010', 500);
    expect(bench.ladder().slice(0, 2), 'four steps are at 52030').toEqual(LADDER.slice(0, 2));
    bench.touch('52021', '52041', 500);
    expect(bench.ladder().slice(0, 2)).toEqual(['Buy 0.009 at 51515.84', 'Buy 0.009 at 51005.78']);
  });

  it('leaves out a rung on the far side of the touch', () => {
    const bench = benchOf();
    bench.touch('50600', '50620', 500);
    expect(bench.ladder()).toEqual([LADDER[0], LADDER[1], LADDER[3]]);
  });

  it('pulls its orders when the book is unsound', () => {
    const bench = benchOf();
    bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'jumped', detail: '' });
    expect(bench.ladder()).toEqual([]);
    bench.report({ type: 'fill', fill: fillOf({ orderId: 'order-1', price: dec('49504.95'), amount: dec('0.009') }) });
    bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'recovered', detail: '' });
    expect(bench.ladder(), 'a late fill does not bring them back').toEqual([]);
    bench.touch('49490', '49510', 500);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 49014.8', 'Buy 0.009 at 48529.5', 'Sell 0.009 at 50000', 'Sell 0.009 at 50500']);
  });

  it.each(['x', '50000', '-1 0', '50000 0.5', ''])('begins anew when what it saved is %j', (ladder) => {
    const restored = { states: { s: JSON.stringify({ ladder }) } };
    const bench = new EngineBench(benchOf().settings, { restored });
    bench.touch('49990', '50010');
    expect(bench.ladder()).toEqual(LADDER);
  });
});

function benchOf(params: Readonly<Record<string, string>> = {}): EngineBench {
  const bench = new EngineBench(settingsOf([configured(grid, { levels: '2', stepBps: '100', size: '0.009', ...params })]));
  bench.touch('49990', '50010');
  return bench;
}

function idOf(bench: EngineBench, price: string): string {
  return [...bench.resting].find(([, order]) => order.price!.eq(price))![0];
}
