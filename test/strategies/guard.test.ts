import { describe, expect, it } from 'vitest';
import guard from '../../strategies/guard.ts';
import { dec } from '../../src/base/decimal.ts';
import { EngineBench } from '../engine/engineBench.ts';
import { configured, fillOf, settingsOf } from '../engine/fixtures.ts';
import { savedStates } from './savedStates.ts';

describe('guard', () => {
  it('does nothing without a position', () => {
    const bench = benchOf({}, '0');
    bench.touch('59990', '60010');
    expect(bench.outputs.filter(({ type }) => type === 'place' || type === 'refused' || type === 'alert')).toEqual([]);
  });

  it('sells the position when the bid reaches the stop, and says so', () => {
    const bench = benchOf({ stopBps: '500' });
    bench.touch('59990', '60010');
    bench.touch('57010', '57030', 500);
    expect(bench.commands('place'), '5 % below 60000 are 57000').toEqual([]);
    bench.touch('57000', '57020', 500);
    expect(bench.commands('place')).toMatchObject([{ side: 'Sell', amount: dec('0.1') }]);
    bench.fill('order-1');
    expect(told(bench)).toEqual([expect.stringMatching(/^the guard of BTC\/EUR is done: it has closed 0.1 /)]);
  });

  it('sells on until all of it is sold', () => {
    const bench = benchOf({ stopBps: '500' });
    bench.touch('59990', '60010');
    bench.touch('56990', '57010', 500);
    bench.fill([...bench.resting.keys()][0] ?? 'order-1', dec('0.04'));
    for (let i = 0; i < 4; i++) bench.touch('56990', '57010', 1000);
    const left = bench.commands('place').at(-1)!;
    expect([left.side, left.amount.toFixed()]).toEqual(['Sell', '0.06']);
  });

  it('follows the price with a trailing stop, from where it is told to', () => {
    const bench = benchOf({ stopBps: '0', trailBps: '100', trailFrom: '61000' });
    for (const bid of ['59990', '58000', '60990', '62000', '61400']) bench.touch(bid, String(Number(bid) + 20), 500);
    expect(bench.commands('place')).toEqual([]);
    bench.touch('61370', '61390', 500);
    expect(bench.commands('place')).toMatchObject([{ side: 'Sell', amount: dec('0.1') }]);
  });

  it('rests a take-profit for all of it', () => {
    const bench = benchOf({ gainBps: '200' });
    bench.touch('59990', '60010');
    expect(bench.ladder()).toEqual(['Sell 0.1 at 61200']);
    bench.fill('order-1');
    expect(told(bench).at(-1)).toMatch(/^the guard of BTC\/EUR is done: it has closed 0.1 /);
    bench.touch('59990', '60010', 500);
    expect(bench.ladder()).toEqual([]);
  });

  it('keeps its stop over a restart: the mark of a trailing stop is not lost', () => {
    const first = benchOf({ stopBps: '0', trailBps: '100' });
    first.touch('62000', '62020');
    first.timer();
    const states = savedStates(first);
    const fills = [fillOf({ strategy: 's', orderId: 'old' })];
    const again = new EngineBench(first.settings, { restored: { states, fills }, at: first.now + 60_000 });
    again.touch('61390', '61410');
    expect(again.commands('place')).toEqual([]);
    again.touch('61380', '61400', 500);
    expect(again.commands('place')).toMatchObject([{ side: 'Sell' }]);
  });

  it('waits for a good book', () => {
    const bench = benchOf({ stopBps: '500' });
    bench.touch('59990', '60010');
    bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'stale', detail: '' });
    bench.timer(30_000);
    expect(bench.commands('place')).toEqual([]);
    bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'recovered', detail: '' });
    bench.touch('50000', '50020');
    expect(bench.commands('place'), 'a gap through the stop is sold, too').toMatchObject([{ side: 'Sell' }]);
  });

  it('refuses to guard nothing', () => {
    const bench = benchOf({ stopBps: '0' });
    expect(bench.strategy().reason).toContain('a guard without any guards nothing');
  });
});

function benchOf(params: Readonly<Record<string, string>>, position = '0.1'): EngineBench {
  const fills = position === '0' ? [] : [fillOf({ strategy: 's', amount: dec(position), orderId: 'old' })];
  const bench = new EngineBench(settingsOf([configured(guard, { gainBps: '0', ...params })]), { restored: { fills } });
  bench.timer(0);
  return bench;
}

function told(bench: EngineBench): readonly string[] {
  return bench.notices('alert').map(({ message }) => message);
}
