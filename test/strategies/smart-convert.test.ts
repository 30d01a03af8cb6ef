import { describe, expect, it } from 'vitest';
import smartConvert from '../../strategies/smart-convert.ts';
import { dec, Decimal } from '../../src/base/decimal.ts';
import { EngineBench } from '../engine/engineBench.ts';
import { bookOf, configured, conversionOf, fillOf, NOON, settingsOf } from '../engine/fixtures.ts';
import { answerQuote } from './answerQuote.ts';
import { executeOrders } from './executeOrders.ts';
import { savedStates } from './savedStates.ts';

const ENTRY = {
  id: 'e',
  cause: 'opening',
  strategy: 's',
  symbol: 'BTC/EUR',
  amount: dec('8'),
  price: dec('60000'),
  at: NOON,
  note: undefined,
} as const;
/** 100 EUR bring 0.001663 BTC by the book, after its fee. */
const [GOOD, BAD] = ['0.001666', '0.0016'];

describe('smart-convert', () => {
  it('gives a slice with each turn until the amount is given, and says so once', () => {
    const bench = benchOf({ amount: '250' });
    for (const [given, brings] of [
      ['100', GOOD],
      ['100', GOOD],
      ['50', '0.000833'],
    ] as const) {
      tick(bench);
      expect(bench.commands('request-quote').at(-1)!.size).toEqual({ fromAmount: dec(given) });
      expect(answerQuote(bench, given, brings)).toBe(true);
    }
    tick(bench);
    tick(bench);
    expect(bench.commands('request-quote')).toHaveLength(3);
    expect(done(bench)).toEqual(['done: 250 EUR were converted to BTC']);
    expect(bench.strategy().position.amount).toEqual(dec('0.004165'));
  });

  it('takes the book where that brings more', () => {
    const bench = benchOf({});
    tick(bench);
    expect(answerQuote(bench, '100', BAD)).toBe(false);
    expect(bench.commands('place')).toMatchObject([{ side: 'Buy', orderType: 'Limit' }]);
  });

  it.each([
    ['quote', '60001', '100', '0.001665'],
    ['base', '59999', '100', '5999000'],
  ])('gives no %s at a worse rate than %s', (from, limit, given, brings) => {
    const bench = benchOf({ from, limit });
    tick(bench);
    expect(answerQuote(bench, given, brings)).toBe(false);
    expect(bench.commands('place')).toEqual([]);
  });

  it('waits while the price is beyond its limit, says so, and goes on by itself', () => {
    const bench = benchOf({ limit: '60005' });
    bench.touch('60000', '60020', 60_000);
    bench.send({ type: 'timer' });
    expect(bench.commands('request-quote')).toEqual([]);
    expect(bench.notices('alert')).toMatchObject([{ message: 'BTC/EUR is above the limit of 60005; the rest waits for it to come back' }]);
    tick(bench, 1000);
    expect(bench.commands('request-quote')).toHaveLength(1);
  });

  it('counts what the book has filled in part, and goes on with what is left', () => {
    const bench = benchOf({ amount: '100' });
    tick(bench);
    bench.report({ type: 'quote-refused', requestId: bench.commands('request-quote')[0]!.requestId, code: 'x', message: 'no quote' });
    executeOrders(bench, '0.5');
    tick(bench, 1000);
    const given = bench.strategy().position.quoteFlow.negated();
    expect([given.gt(45), given.lt(55)]).toEqual([true, true]);
    const [, asked] = bench.commands('request-quote');
    expect(asked!.size, 'the trade goes on, in cents').toEqual({
      fromAmount: dec('100').minus(given).toDecimalPlaces(2, Decimal.ROUND_DOWN),
    });
  });

  it('gives base, and does not count a position that was there before', () => {
    const held = { fills: [fillOf({ strategy: 's', amount: dec('3'), orderId: 'old' })] };
    const bench = new EngineBench(benchOf({ from: 'base', amount: '2', slice: '5' }).settings, { restored: held });
    tick(bench, 0);
    tick(bench);
    expect(bench.commands('request-quote')).toMatchObject([{ fromCurrency: 'BTC', toCurrency: 'EUR', size: { fromAmount: dec('2') } }]);
    answerQuote(bench, '2', '120000');
    tick(bench);
    expect(done(bench)).toEqual(['done: 2 BTC were converted to EUR']);
  });

  it('goes on after a restart with what is left, and begins nothing anew', () => {
    const first = benchOf({ amount: '150' });
    tick(first);
    answerQuote(first, '100', GOOD);
    const states = savedStates(first);
    const conversions = [conversionOf({ fromAmount: dec('100'), toAmount: dec(GOOD), strategy: 's', executedAt: NOON })];
    const again = new EngineBench(first.settings, { restored: { states, conversions }, at: first.now + 1000 });
    again.touch('59990', '60010');
    again.timer(0);
    expect(again.commands('request-quote'), 'the turn was taken').toEqual([]);
    tick(again);
    expect(again.commands('request-quote').map(({ size }) => size)).toEqual([{ fromAmount: dec('50') }]);
  });

  it.each(['base', 'quote'])('S1: takes for no %s that was given what is entered after it began', (from) => {
    const bench = benchOf({ from, amount: '2', slice: '1' });
    bench.send({ type: 'position-entry', entry: ENTRY });
    tick(bench);
    answerQuote(bench, '1', from === 'base' ? '60000' : '0.00001667');
    bench.send({ type: 'position-entry', entry: { ...ENTRY, id: 'f', amount: dec('-3') } });
    tick(bench);
    answerQuote(bench, '1', from === 'base' ? '60000' : '0.00001667');
    tick(bench);
    expect(bench.commands('request-quote').map(({ size }) => size)).toEqual([{ fromAmount: dec('1') }, { fromAmount: dec('1') }]);
    expect(done(bench)).toHaveLength(1);
  });

  it('waits while the book is old, or has an empty side', () => {
    const bench = benchOf({});
    bench.touch('59990', '60010');
    bench.timer(60_000);
    bench.book(bookOf({ asks: [['60010', '10']], at: bench.now }));
    bench.timer(0);
    expect(bench.commands('request-quote')).toEqual([]);
    tick(bench, 1000);
    expect(bench.commands('request-quote')).toHaveLength(1);
  });
});

function benchOf(params: Readonly<Record<string, string>>): EngineBench {
  const bench = new EngineBench(settingsOf([configured(smartConvert, params)]), { answers: false });
  bench.timer(0);
  // The first look begins the schedule.
  tick(bench, 0);
  return bench;
}

function tick(bench: EngineBench, ms = 60_000): void {
  bench.touch('59990', '60010', ms);
  bench.send({ type: 'timer' });
}

function done(bench: EngineBench): readonly string[] {
  return bench
    .notices('log')
    .map(({ message }) => message)
    .filter((message) => message.startsWith('done'));
}
