import { describe, expect, it } from 'vitest';
import { ALL_TRADING, howItGoesOn, isSameScope, isWithin, resumeCommand, scopeNamed, scopeText } from '../../src/model/tradingStop.ts';

const SYMBOL = scopeNamed('BTC/EUR');
const STRATEGY = scopeNamed('btc-maker');

describe('the scope of a stop', () => {
  it('is named by what a person types', () => {
    expect([SYMBOL.of, STRATEGY.of]).toEqual(['symbol', 'strategy']);
    expect([ALL_TRADING, SYMBOL, STRATEGY].map(scopeText)).toEqual(['all trading', 'BTC/EUR', 'btc-maker']);
    expect([ALL_TRADING, SYMBOL].map(resumeCommand)).toEqual(['sluice resume --all', 'sluice resume BTC/EUR']);
  });

  it('includes what is in it, and nothing else', () => {
    const includes = [ALL_TRADING, SYMBOL, STRATEGY].map((scope) => [
      isWithin(scope, 'btc-maker', 'BTC/EUR'),
      isWithin(scope, 'other', 'BTC/EUR'),
      isWithin(scope, 'btc-maker', 'ETH/EUR'),
    ]);
    expect(includes).toEqual([
      [true, true, true],
      [true, true, false],
      [true, false, true],
    ]);
    expect([isSameScope(SYMBOL, scopeNamed('BTC/EUR')), isSameScope(SYMBOL, STRATEGY)]).toEqual([true, false]);
  });
});

describe('how trading goes on', () => {
  const until = Date.UTC(2026, 10, 21);

  it.each([
    [{ cause: 'operator', scope: ALL_TRADING, until: undefined }, 'by `sluice resume --all`'],
    [{ cause: 'operator', scope: STRATEGY, until }, 'by itself at 2026-11-21T00:00:00.000Z, or sooner by `sluice resume btc-maker`'],
    [
      { cause: 'daily-loss', scope: ALL_TRADING, until },
      'by itself at 2026-11-21T00:00:00.000Z, then `sluice resume --all` for what is paused; sooner only with a higher risk.maxDailyLoss and a new start',
    ],
    [{ cause: 'shutdown', scope: ALL_TRADING, until: undefined }, 'with the next start, by `sluice run`'],
  ] as const)('%j', (stop, told) => {
    expect(howItGoesOn(stop)).toBe(told);
  });
});
