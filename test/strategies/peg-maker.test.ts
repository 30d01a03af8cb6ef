import { describe, expect, it } from 'vitest';
import pegMaker from '../../strategies/peg-maker.ts';
import { dec } from '../../src/base/decimal.ts';
import { EngineBench } from '../engine/engineBench.ts';
import { bookOf, configured, fillOf, settingsOf } from '../engine/fixtures.ts';
import { savedStates } from './savedStates.ts';

// The peg is 60000: quotes are 20 and 40 bps away.
const LADDER = ['Buy 0.009 at 59880', 'Buy 0.009 at 59760', 'Sell 0.009 at 60120', 'Sell 0.009 at 60240'];

describe('peg-maker', () => {
  it('bids below the peg and offers above it, wherever the mid is', () => {
    const bench = benchOf();
    bench.touch('59990', '60010');
    expect(bench.ladder()).toEqual(LADDER);
    bench.touch('60030', '60050', 500);
    expect(bench.ladder()).toEqual(LADDER);
  });

  it('takes nothing from the book: a quote that would be filled at once stays behind the touch', () => {
    const bench = benchOf();
    bench.touch('59790', '59810');
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59809.99', 'Buy 0.009 at 59760', 'Sell 0.009 at 60120', 'Sell 0.009 at 60240']);
  });

  it.each([
    ['0.01', LADDER.filter((one) => one !== LADDER[1])],
    ['0.02', LADDER.slice(2)],
    ['-0.02', LADDER.slice(0, 2)],
  ])('keeps within its limit of inventory: position %s', (position, ladder) => {
    const bench = benchOf(position);
    bench.touch('59990', '60010');
    expect(bench.ladder()).toEqual(ladder);
  });

  it('steps back while the peg does not hold, and is back by itself after a calm', () => {
    const bench = benchOf();
    bench.touch('59990', '60010');
    bench.touch('59390', '59410', 1000);
    expect(bench.ladder()).toEqual([]);
    expect(bench.notices('alert')).toMatchObject([{ message: 'BTC/EUR has left its peg of 60000; quotes are pulled until it is back' }]);
    bench.touch('59690', '59710', 1000);
    bench.touch('59890', '59910', 1000);
    bench.touch('59890', '59910', 58_000);
    expect(bench.ladder(), 'half of the distance is not calm, and a minute has not passed').toEqual([]);
    bench.touch('59890', '59910', 1000);
    expect(bench.ladder()).toEqual(LADDER);
    expect(bench.notices('log').at(-1)).toMatchObject({ message: 'BTC/EUR is back at its peg of 60000, and is quoted again' });
  });

  it('stays away after a restart while the peg was lost, and waits for calm anew', () => {
    const first = benchOf();
    first.touch('59390', '59410');
    const states = savedStates(first);
    const again = new EngineBench(first.settings, { restored: { states }, at: first.now + 600_000 });
    again.touch('59990', '60010');
    expect(again.ladder()).toEqual([]);
    again.touch('59990', '60010', 60_000);
    expect(again.ladder()).toHaveLength(4);
  });

  it('pulls its quotes where a side is empty or the book unsound, and is back with the next good one', () => {
    const bench = benchOf();
    bench.touch('59990', '60010');
    bench.book(bookOf({ bids: [['59990', '10']], at: bench.now }));
    expect(bench.ladder()).toEqual([]);
    bench.touch('59990', '60010', 500);
    bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'stale', detail: '' });
    expect(bench.ladder()).toEqual([]);
    bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'recovered', detail: '' });
    bench.touch('59990', '60010', 500);
    expect(bench.ladder()).toHaveLength(4);
  });

  it('takes the first mid for its peg when none is given, and keeps it over a restart', () => {
    const params = { size: '0.009', maxBase: '0.02', halfBps: '20', levels: '1', depegBps: '500' };
    const settings = settingsOf([configured(pegMaker, params)]);
    const first = new EngineBench(settings);
    first.touch('59990', '60010');
    expect(first.ladder()).toEqual([LADDER[0], LADDER[2]]);
    const again = new EngineBench(settings, { restored: { states: savedStates(first) } });
    again.touch('59900', '59920');
    expect(again.ladder()).toEqual([LADDER[0], LADDER[2]]);
  });

  it('counts what was filled in part', () => {
    const bench = benchOf();
    bench.touch('59990', '60010');
    bench.fill('order-1', dec('0.006'));
    bench.touch('59990', '60010', 500);
    expect(bench.strategy().position.amount).toEqual(dec('0.006'));
    expect(bench.ladder().filter((one) => one.startsWith('Buy'))).toEqual(['Buy 0.009 at 59880']);
  });
});

function benchOf(position = '0'): EngineBench {
  const params = { peg: '60000', halfBps: '20', stepBps: '20', levels: '2', size: '0.009', maxBase: '0.02', depegBps: '80', calm: '60s' };
  const amount = dec(position);
  const held = fillOf({ strategy: 's', side: amount.isNegative() ? 'Sell' : 'Buy', amount: amount.abs(), orderId: 'old' });
  return new EngineBench(settingsOf([configured(pegMaker, params)]), { restored: { fills: amount.isZero() ? [] : [held] } });
}
