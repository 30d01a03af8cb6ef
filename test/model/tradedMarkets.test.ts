import { describe, expect, it } from 'vitest';
import { marketText, symbolsOf, tradedText } from '../../src/model/tradedMarkets.ts';

const PAIRS = { left: 'ETH/EUR', right: 'BTC/EUR' };

describe('what a strategy trades', () => {
  it.each([
    [{ symbol: 'BTC/EUR' }, ['BTC/EUR'], 'BTC/EUR'],
    [{ markets: PAIRS }, ['ETH/EUR', 'BTC/EUR'], 'left ETH/EUR, right BTC/EUR'],
    [{ markets: { 'BTC/EUR': 'BTC/EUR', 'ETH/EUR': 'ETH/EUR' } }, ['BTC/EUR', 'ETH/EUR'], 'BTC/EUR, ETH/EUR'],
    [{}, [], ''],
  ] as const)('%j', (traded, symbols, text) => {
    expect([symbolsOf(traded), tradedText(traded)]).toEqual([symbols, text]);
  });

  it('a market is shown with its name where it has one of its own', () => {
    expect([marketText('BTC/EUR', undefined), marketText('BTC/EUR', 'BTC/EUR'), marketText('BTC/EUR', 'left')]).toEqual([
      'BTC/EUR',
      'BTC/EUR',
      'left BTC/EUR',
    ]);
  });
});
