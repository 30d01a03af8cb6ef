import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/base/instant.ts';
import dca from '../../strategies/dca.ts';
import { dec } from '../../src/base/decimal.ts';
import type { RiskLimits } from '../../src/engine/risk/limits.ts';
import type { Report } from '../../src/model/event.ts';
import { EngineBench } from '../engine/engineBench.ts';
import { bookOf, configured, conversionOf, euro, fillOf, limitsOf, NOON, quoteOf, settingsOf } from '../engine/fixtures.ts';
import { answerQuote } from './answerQuote.ts';
import { savedStates } from './savedStates.ts';

const BOUGHT = { fromAmount: dec('25'), toAmount: dec('0.0004'), rate: dec('0.000016') };
// 20 November 2026 is a Friday.
const MONDAY_9 = Date.UTC(2026, 10, 23, 9);

describe('dca', () => {
  it('asks once a turn, and buys for its amount', () => {
    const bench = benchOf({ at: 'every 20s' });
    for (let second = 1; second <= 60; second++) {
      tick(bench, 1000);
      convert(bench);
    }
    expect(bench.commands('convert').map(({ decidedAt }) => decidedAt - NOON)).toEqual([20_000, 40_000, 60_000]);
    expect(bench.commands('request-quote')[0]).toMatchObject({ fromCurrency: 'EUR', toCurrency: 'BTC', size: { fromAmount: dec('25') } });
    expect(bench.strategy().position).toMatchObject({ cost: dec('75'), fills: 3 });
  });

  it('keeps to a cron expression in UTC', () => {
    const bench = benchOf({ at: '0 9 * * 1' });
    for (let hour = 0; hour < 24 * 14; hour++) {
      tick(bench, HOUR_MS);
      convert(bench);
    }
    expect(bench.commands('convert').map(({ decidedAt }) => decidedAt)).toEqual([MONDAY_9, MONDAY_9 + 168 * HOUR_MS]);
  });

  it('respects its limit rate, and leaves a turn at a worse one out', () => {
    const bench = benchOf({ at: 'every 20s', limitRate: '62500' });
    tick(bench, 20_000);
    convert(bench, '0.00039999');
    expect(bench.commands('convert')).toEqual([]);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'limit-rate' }]);
    tick(bench, 20_000);
    convert(bench, '0.0004');
    expect(bench.commands('convert')).toHaveLength(1);
  });

  it('waits with its turn for a book, and for the limits', () => {
    const bench = benchOf({ at: 'every 20s' }, { maxOrderValue: euro('24') });
    bench.timer(20_000);
    expect(bench.outputs.filter(({ type }) => type === 'request-quote' || type === 'refused')).toEqual([]);
    tick(bench, 1000);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'order-value' }]);
    const free = benchOf({ at: 'every 20s' });
    free.timer(20_000);
    tick(free, 1000);
    tick(free, 1000);
    expect(free.commands('request-quote')).toHaveLength(1);
  });

  it('remembers its last turn over a restart: it neither repeats nor forgets one', () => {
    const first = benchOf({ at: 'every 20s' });
    tick(first, 25_000);
    convert(first);
    const states = savedStates(first);
    const soon = new EngineBench(first.settings, { restored: { states }, at: NOON + 30_000 });
    tick(soon, 0);
    expect(soon.commands('request-quote')).toEqual([]);
    tick(soon, 10_000);
    expect(soon.commands('request-quote')).toHaveLength(1);
    const late = new EngineBench(first.settings, { restored: { states }, at: NOON + HOUR_MS });
    tick(late, 0);
    convert(late);
    tick(late, 1000);
    expect(late.commands('request-quote'), 'the turns that were missed are one').toHaveLength(1);
  });

  it('begins anew when what it saved is no time', () => {
    const restored = { states: { s: '{"isDue at":"soon"}' } };
    const bench = new EngineBench(benchOf({ at: 'every 20s' }).settings, { restored });
    tick(bench, 1000);
    expect(bench.commands('request-quote')).toEqual([]);
    tick(bench, 19_000);
    expect(bench.commands('request-quote')).toHaveLength(1);
  });

  it('remembers a turn that waits over a restart', () => {
    const first = benchOf({ at: 'every 20s' });
    first.timer(20_000);
    const states = savedStates(first);
    const again = new EngineBench(first.settings, { restored: { states }, at: NOON + 25_000 });
    tick(again, 0);
    expect(again.commands('request-quote')).toHaveLength(1);
  });

  it('D2: still owes a turn, but no second set of rungs, after it was killed between its request and the quote', () => {
    const first = new EngineBench(benchOf({ at: 'every 1h', rungs: '1' }).settings, { restored: { states: { s: '{"owed":"a turn"}' } } });
    tick(first, 1000);
    expect([first.commands('request-quote').length, first.ladder().length]).toEqual([1, 1]);
    const again = restarted(first, 2000);
    tick(again, 0);
    expect([again.commands('request-quote').length, again.ladder().length]).toEqual([1, 0]);
    convert(again);
    expect(again.strategy().position.cost).toEqual(dec('25'));
  });

  it('D3: asks again after a minute when the quote was never answered', () => {
    const bench = benchOf({ at: 'every 1h', rungs: '1' });
    tick(bench, HOUR_MS);
    for (let second = 1; second < 60; second++) tick(bench, 1000);
    expect(bench.commands('request-quote')).toHaveLength(1);
    tick(bench, 1000);
    expect([bench.commands('request-quote').length, bench.ladder().length]).toEqual([2, 1]);
    convert(bench);
    for (let minute = 0; minute < 5; minute++) tick(bench, 60_000);
    expect(bench.commands('request-quote')).toHaveLength(2);
  });

  it('does not buy twice for a turn when it was killed after it had accepted the quote', () => {
    const first = benchOf({ at: 'every 1h' });
    tick(first, HOUR_MS);
    offer(first);
    expect(first.commands('convert')).toHaveLength(1);
    const again = restarted(first, 60_000);
    tick(again, 0);
    expect(again.commands('request-quote')).toEqual([]);
  });

  it.each(['intent-not-sent', 'intent-not-placed', 'intent-refused', 'intent-unknown'] as const)('goes on after %s', (type) => {
    const bench = benchOf({ at: 'every 1h' });
    tick(bench, HOUR_MS);
    offer(bench);
    const about = { intentId: bench.commands('convert')[0]!.intentId, kind: 'convert', lane: 'EUR>BTC', goesOn: true } as const;
    bench.report({ ...about, type, reason: 'no', code: 'x', message: 'no' } as Report);
    tick(bench, 60_000);
    const isCertain = type === 'intent-not-sent' || type === 'intent-not-placed';
    expect(bench.commands('request-quote'), 'it asks again when nothing was bought for certain').toHaveLength(isCertain ? 2 : 1);
    if (type !== 'intent-unknown') return;
    tick(bench, HOUR_MS);
    expect(bench.commands('request-quote'), 'the next turn waits').toHaveLength(1);
    convertedLate(bench);
    tick(bench, 1000);
    expect(bench.commands('request-quote')).toHaveLength(2);
  });

  it('waits with its turn when a check refuses the quote for another reason than its rate', () => {
    const bench = benchOf({ at: 'every 1h' }, { priceCollar: dec('0.01') });
    tick(bench, HOUR_MS);
    answerQuote(bench, '25', '0.0003');
    expect([bench.commands('convert'), bench.notices('refused').map(({ rule }) => rule)]).toEqual([[], ['price-collar']]);
    tick(bench, 59_000);
    expect(bench.commands('request-quote')).toHaveLength(1);
    tick(bench, 1000);
    expect(answerQuote(bench, '25', '0.000415')).toBe(true);
  });

  it('does not buy by an old book, nor by one with an empty side', () => {
    const old = benchOf({ at: 'every 20s' });
    old.touch('59990', '60010');
    old.timer(20_000);
    const empty = benchOf({ at: 'every 20s' });
    empty.now += 20_000;
    empty.book(bookOf({ bids: [['59990', '10']], at: empty.now }));
    empty.timer(0);
    expect([...old.outputs, ...empty.outputs].filter(({ type }) => type === 'request-quote' || type === 'refused')).toEqual([]);
  });

  it('spends more in a dip below the average price that it has paid', () => {
    const held = { fills: [fillOf({ strategy: 's', orderId: 'old', price: dec('61000') })] };
    const spent = (dipBps: string): unknown => {
      const bench = new EngineBench(benchOf({ at: 'every 20s', dipBps, dipTimes: '3' }).settings, { restored: held });
      bench.timer();
      tick(bench, 20_000);
      return bench.commands('request-quote')[0]!.size;
    };
    // The mid is 164 bps below 61000.
    expect(spent('160')).toEqual({ fromAmount: dec('75') });
    expect(spent('170')).toEqual({ fromAmount: dec('25') });
  });

  it('lays its rungs with a turn, and takes them away with the next one; none is above the limit rate', () => {
    const bench = benchOf({ at: 'every 60s', rungs: '2', stepBps: '100', limitRate: '59000' });
    tick(bench, 60_000);
    bench.timer(0);
    expect(bench.ladder()).toEqual(['Buy 0.00042 at 59000', 'Buy 0.00042 at 58800']);
    tick(bench, 30_000);
    tick(bench, 29_000);
    expect(bench.ladder(), 'they wait').toHaveLength(2);
    bench.touch('49990', '50010', 1000);
    bench.send({ type: 'timer' });
    bench.touch('49990', '50010', 500);
    expect(bench.ladder()).toEqual(['Buy 0.0005 at 49500', 'Buy 0.00051 at 49000']);
  });

  it('says so when there was no quote', () => {
    const bench = benchOf({ at: 'every 20s' });
    tick(bench, 20_000);
    bench.report({
      type: 'quote-refused',
      requestId: bench.commands('request-quote')[0]!.requestId,
      code: 'x',
      message: 'market is closed',
    });
    expect(bench.notices('log')).toMatchObject([{ level: 'warn', message: 'no quote this time: market is closed' }]);
  });
});

function benchOf(params: Readonly<Record<string, string>>, limits: Partial<RiskLimits> = {}): EngineBench {
  const bench = new EngineBench(settingsOf([configured(dca, { amount: '25', ...params })], { limits: limitsOf(limits) }));
  bench.send({ type: 'timer' });
  return bench;
}

/** Time passes, with a fresh book at its end. */
function tick(bench: EngineBench, ms: number): void {
  bench.touch('59990', '60010', ms);
  bench.send({ type: 'timer' });
}

function convert(bench: EngineBench, brings = '0.0004'): void {
  if (bench.commands('request-quote').length > asked(bench)) answerQuote(bench, '25', brings);
}

/** The venue quotes what was asked for last, and does not answer to what follows. */
function offer(bench: EngineBench): void {
  const { requestId, fromCurrency, toCurrency } = bench.commands('request-quote').at(-1)!;
  const quote = quoteOf({ fromCurrency, toCurrency, ...BOUGHT, quotedAt: bench.now, validTo: bench.now + 10_000 });
  bench.report({ type: 'quoted', requestId, quote });
}

function convertedLate(bench: EngineBench): void {
  const { intentId } = bench.commands('convert').at(-1)!;
  const conversion = conversionOf({ fromCurrency: 'EUR', toCurrency: 'BTC', ...BOUGHT, intentId, strategy: 's', executedAt: bench.now });
  bench.report({ type: 'converted', conversion, adopted: true });
}

function restarted(first: EngineBench, afterMs: number): EngineBench {
  return new EngineBench(first.settings, { restored: { states: savedStates(first) }, at: first.now + afterMs });
}

/** How many quotes were answered. */
function asked(bench: EngineBench): number {
  return bench.events.filter((event) => event.type === 'report' && event.report.type === 'quoted').length;
}
