import { describe, expect, it } from 'vitest';
import floatKeeper from '../../strategies/float-keeper.ts';
import { dec } from '../../src/base/decimal.ts';
import { EngineBench } from '../engine/engineBench.ts';
import { balanceOf, configured, settingsOf } from '../engine/fixtures.ts';
import { answerQuote } from './answerQuote.ts';

const BAND = { low: '1', target: '2', high: '4', most: '1.5' };

describe('float-keeper', () => {
  it('does nothing while the balance is within its marks, or not known', () => {
    const bench = benchOf();
    tick(bench);
    for (const total of ['1', '2', '4']) {
      wallet(bench, total);
      tick(bench);
    }
    expect(asked(bench)).toEqual([]);
  });

  it('fills up to the target, by no more than it may at once', () => {
    const bench = benchOf();
    wallet(bench, '0.9');
    tick(bench);
    expect(asked(bench)).toEqual([{ fromCurrency: 'EUR', toCurrency: 'BTC', size: { toAmount: dec('1.1') } }]);
    const poor = benchOf();
    wallet(poor, '0.2');
    tick(poor);
    expect(asked(poor)).toMatchObject([{ size: { toAmount: dec('1.5') } }]);
  });

  it('gives away what is above the target', () => {
    const bench = benchOf();
    wallet(bench, '4.1');
    tick(bench);
    expect(asked(bench)).toEqual([{ fromCurrency: 'BTC', toCurrency: 'EUR', size: { fromAmount: dec('1.5') } }]);
  });

  it('keeps the quote currency, if it is told to', () => {
    const bench = benchOf({ keeps: 'quote', low: '1000', target: '2000', high: '3000', most: '500' });
    wallet(bench, '5', '900');
    tick(bench);
    expect(asked(bench)).toEqual([{ fromCurrency: 'BTC', toCurrency: 'EUR', size: { toAmount: dec('500') } }]);
  });

  it('waits after a trade until the venue shows the new balance', () => {
    const bench = benchOf();
    wallet(bench, '0.9');
    tick(bench);
    expect(answerQuote(bench, '65900', '1.1')).toBe(true);
    tick(bench, 30_000);
    expect(asked(bench)).toHaveLength(1);
    wallet(bench, '2');
    tick(bench);
    expect(asked(bench)).toHaveLength(1);
  });

  it('says so when the other currency does not suffice, and leaves its spare alone', () => {
    const bench = benchOf({ ...BAND, spare: '50000' });
    wallet(bench, '0.9', '100000');
    tick(bench);
    expect(asked(bench)).toEqual([]);
    expect(bench.notices('alert').at(-1)).toMatchObject({
      message: 'there is too little EUR to fill up BTC: pay some in, or lower `spare`',
    });
  });

  it('pays no more than its limit', () => {
    const bench = benchOf({ ...BAND, limit: '59000' });
    wallet(bench, '0.9');
    tick(bench);
    expect(answerQuote(bench, '65900', '1.1')).toBe(false);
    expect(bench.commands('place')).toEqual([]);
  });

  it('waits after a restart, so that an earlier trade is not done twice, and for a good book', () => {
    const bench = new EngineBench(settingsOf([configured(floatKeeper, BAND)]));
    wallet(bench, '0.9');
    tick(bench, 1000);
    bench.timer(120_000);
    expect(asked(bench)).toEqual([]);
    tick(bench, 0);
    expect(asked(bench)).toHaveLength(1);
  });

  it('refuses marks that do not rise', () => {
    const bench = benchOf({ low: '3', target: '2', high: '4' });
    expect(bench.strategy().reason).toContain('low, target and high must rise, not 3, 2, 4');
  });
});

function benchOf(params: Readonly<Record<string, string>> = BAND): EngineBench {
  const bench = new EngineBench(settingsOf([configured(floatKeeper, params)]));
  bench.timer(0);
  return bench;
}

function wallet(bench: EngineBench, btc: string, eur = '1000000'): void {
  bench.send({ type: 'balances', rows: [balanceOf('BTC', btc), balanceOf('EUR', eur)] });
}

function tick(bench: EngineBench, ms = 60_000): void {
  bench.touch('59990', '60010', ms);
  bench.send({ type: 'timer' });
}

function asked(bench: EngineBench): readonly object[] {
  return bench.commands('request-quote').map(({ fromCurrency, toCurrency, size }) => ({ fromCurrency, toCurrency, size }));
}
