import { describe, expect, it } from 'vitest';
import maker from '../../strategies/maker.ts';
import { dec } from '../../src/base/decimal.ts';
import { EngineBench } from '../engine/engineBench.ts';
import { bookOf, configured, fillOf, settingsOf } from '../engine/fixtures.ts';

describe('maker', () => {
  it('quotes both sides around the mid, as wide as it is told', () => {
    const bench = benchOf({ spreadBps: '20' });
    bench.touch('59990', '60010');
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59940', 'Sell 0.009 at 60060']);
  });

  it('waits until its average is stable, and follows it', () => {
    const bench = benchOf({ smooth: '3' });
    bench.touch('59990', '60010');
    bench.touch('59990', '60010', 500);
    expect(bench.ladder()).toEqual([]);
    bench.touch('60390', '60410', 500);
    // The average of 60000, 60000 and 60400 that counts the last for half.
    expect(bench.ladder()).toEqual(['Buy 0.009 at 60139.8', 'Sell 0.009 at 60390.01']);
  });

  it('leans against its inventory', () => {
    const long = benchOf({}, '0.01');
    long.touch('59990', '60010');
    expect(long.ladder(), 'half of what it may hold: a quarter of the spread lower').toEqual(['Buy 0.009 at 59910', 'Sell 0.009 at 60030']);
    const short = benchOf({}, '-0.01');
    short.touch('59990', '60010');
    expect(short.ladder()).toEqual(['Buy 0.009 at 59970', 'Sell 0.009 at 60090']);
  });

  it.each([
    ['0.02', ['Sell 0.009 at 60000']],
    ['0.5', ['Sell 0.009 at 60000']],
    ['-0.02', ['Buy 0.009 at 60000']],
  ])('quotes only the reducing side at its limit: position %s', (position, ladder) => {
    const bench = benchOf({}, position);
    bench.touch('59990', '60010');
    expect(bench.ladder()).toEqual(ladder);
  });

  it('lets small moves pass, so that its orders keep their place', () => {
    const bench = benchOf({ moveBps: '2' });
    bench.touch('59990', '60010');
    const before = bench.ladder();
    bench.touch('60001', '60021', 500);
    expect(bench.ladder()).toEqual(before);
    bench.touch('60003', '60023', 500);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59952.98', 'Sell 0.009 at 60073.02']);
    expect(bench.commands('replace')).toHaveLength(2);
  });

  it('quotes anew after a fill, around the new inventory', () => {
    const bench = benchOf({});
    bench.touch('59990', '60010');
    bench.fill('order-1');
    bench.touch('59990', '60010', 500);
    expect(bench.strategy().position.amount).toEqual(dec('0.009'));
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59913', 'Sell 0.009 at 60033']);
  });

  it('does not buy on in a sweep when a fill brings it to its limit', () => {
    const bench = benchOf({ maxBase: '0.009' });
    bench.touch('59990', '60010');
    bench.fill('order-1');
    expect(bench.ladder(), 'before the next book').toEqual(['Sell 0.009 at 60000']);
  });

  it('stays away when a fill is told after its quotes were pulled', () => {
    const bench = benchOf({});
    bench.touch('59990', '60010');
    bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'crossed', detail: '' });
    bench.report({ type: 'fill', fill: fillOf({ orderId: 'order-1', amount: dec('0.001') }) });
    bench.timer();
    expect(bench.ladder()).toEqual([]);
    expect(bench.notices('refused')).toEqual([]);
  });

  it('widens its spread when the mid moves fast, and comes back', () => {
    const bench = benchOf({ volatilityTimes: '4' });
    bench.touch('59990', '60010');
    expect(bench.ladder(), 'nothing has moved').toEqual(['Buy 0.009 at 59940', 'Sell 0.009 at 60060']);
    bench.touch('60050', '60070', 500);
    // It has moved by 10 bps, so the spread is 40.
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59939.88', 'Sell 0.009 at 60180.12']);
    bench.touch('60050', '60070', 500);
    expect(bench.ladder(), 'quotes move since the spread does, though the mid stands').toEqual([
      'Buy 0.009 at 59999.94',
      'Sell 0.009 at 60120.06',
    ]);
  });

  it('goes with the order flow, once it has been seen for a whole window', () => {
    const bench = benchOf({ flowBps: '5', flowWindow: '1s' });
    bench.send({ type: 'set-up' });
    const book = (bidLots: string): void =>
      void bench.book(bookOf({ bids: [['59990', bidLots]], asks: [['60010', '10']], at: (bench.now += 500) }));
    book('10');
    book('12');
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59940', 'Sell 0.009 at 60060']);
    book('14');
    // Only buyers have come: 5 bps of 60000.
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59970', 'Sell 0.009 at 60090']);
  });

  it('goes with the imbalance of the best levels', () => {
    const bench = benchOf({ imbalanceBps: '4' });
    bench.book(bookOf({ bids: [['59990', '30']], asks: [['60010', '10']] }));
    // Half of 4 bps.
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59952', 'Sell 0.009 at 60072']);
  });

  it('never reaches over the touch', () => {
    const bench = benchOf({ smooth: '2', spreadBps: '2' });
    bench.touch('60990', '61010');
    bench.touch('59990', '60010', 500);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 60009.99', 'Sell 0.009 at 60339.37']);
  });

  it('pulls its quotes when the book is unsound, and is back with the next good one', () => {
    const bench = benchOf({});
    bench.touch('59990', '60010');
    bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'poll-failed', detail: '' });
    expect(bench.ladder()).toHaveLength(2);
    bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'crossed', detail: '' });
    expect(bench.ladder()).toEqual([]);
    bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'recovered', detail: '' });
    bench.touch('59990', '60010', 5000);
    expect(bench.ladder()).toHaveLength(2);
  });

  it('is back after a pause', () => {
    const bench = benchOf({});
    bench.touch('59990', '60010');
    bench.operator({ type: 'pause', strategy: 's' });
    bench.operator({ type: 'resume', strategy: 's' });
    bench.touch('59990', '60010', 500);
    expect(bench.ladder()).toHaveLength(2);
  });
});

function benchOf(params: Readonly<Record<string, string>>, position = '0'): EngineBench {
  const settings = configured(maker, { spreadBps: '20', size: '0.009', smooth: '1', maxBase: '0.02', ...params });
  const amount = dec(position);
  const held = fillOf({ strategy: 's', side: amount.isNegative() ? 'Sell' : 'Buy', amount: amount.abs(), orderId: 'old' });
  return new EngineBench(settingsOf([settings]), { restored: { fills: amount.isZero() ? [] : [held] } });
}
