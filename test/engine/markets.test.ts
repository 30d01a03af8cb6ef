import { beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Balances } from '../../src/engine/balances.ts';
import { Market } from '../../src/engine/market.ts';
import { Markets } from '../../src/engine/markets.ts';
import type { MarketWarning } from '../../src/model/event.ts';
import { gridOf } from '../../src/model/grid.ts';
import { EngineBench } from './engineBench.ts';
import { bookOf, BTC, NOON, PAIRS, settingsOf, strategyOf, touch } from './fixtures.ts';

let markets: Markets;

beforeEach(() => {
  const balances = new Balances();
  markets = new Markets();
  for (const pair of PAIRS) balances.suit(pair);
  for (const pair of PAIRS) markets.add(new Market(pair, balances.purse(pair.base), balances.purse(pair.quote)));
});

describe('Markets', () => {
  it('know nothing of a symbol that is not listed, whatever is told of it', () => {
    expect(markets.get('BTC/EUR')?.symbol).toBe('BTC/EUR');
    expect(markets.get('X/Y')).toBeUndefined();
    const bench = new EngineBench(settingsOf([strategyOf({})]));
    expect(bench.book({ ...touch('1', '2'), symbol: 'X/Y' })).toEqual([]);
    expect(bench.send({ type: 'market-warning', symbol: 'X/Y', kind: 'stale', detail: '' })).toEqual([]);
    expect(bench.engine.snapshot().markets.map(({ symbol }) => symbol)).toEqual(PAIRS.map(({ symbol }) => symbol));
  });

  it('keep what is known of a pair when the pairs are read again', () => {
    const bench = new EngineBench(settingsOf([strategyOf({})]));
    bench.touch('59999', '60001');
    bench.send({ type: 'pairs', pairs: PAIRS });
    expect(bench.engine.snapshot().markets[0]).toMatchObject({ mid: dec('60000'), bookAt: NOON });
    expect(bench.engine.snapshot().markets).toHaveLength(PAIRS.length);
  });
});

describe('Market', () => {
  it('keeps the last mid when a side empties', () => {
    show('59999', '60001');
    btc().show(bookOf({ bids: [['59000', '1']] }));
    expect(btc()).toMatchObject({ mid: dec('60000'), twoMids: 12_000_000, hasTouch: false });
    expect(btc().view?.mid).toBeUndefined();
  });

  it('has no mid before the first book with two sides', () => {
    expect(btc().hasMid).toBe(false);
    btc().show(bookOf({ bids: [['59000', '1']] }));
    expect(btc().mid).toBeUndefined();
    show('59999.99', '60000');
    expect(btc().hasMid).toBe(true);
    expect(btc().mid, 'on half a tick').toEqual(dec('59999.995'));
  });

  it('keeps each trouble until the feed has recovered', () => {
    const warn = (kind: MarketWarning['kind']): void => btc().warn({ type: 'market-warning', symbol: 'BTC/EUR', kind, detail: kind });
    warn('poll-failed');
    expect(btc().isTroubled, 'the last book ages').toBe(false);
    warn('stale');
    warn('crossed');
    expect([...btc().troubles.keys()]).toEqual(['poll-failed', 'stale', 'crossed']);
    expect(btc().isTroubled).toBe(true);
    warn('recovered');
    expect(btc().troubles.size).toBe(0);
    expect(btc().isTroubled).toBe(false);
  });

  it('knows least and most volume, lots and ticks in units of its purses', () => {
    expect(btc()).toMatchObject({ least: 10, most: 10_000_000 });
    expect(btc().perLot.exact, '0.00001 BTC in units of 10^-9, which ETH/BTC needs').toBe(10_000n);
    expect(btc().perTickLot.exact, '0.0000001 EUR in units of 10^-8').toBe(10n);
    const coarse = { ...BTC, grid: gridOf(2, dec('0.025')) };
    btc().define(coarse);
    expect(btc().perLot.exact).toBe(25_000_000n);
    expect(btc()).toMatchObject({ least: 1, most: 4000 });
  });

  it('makes one view for each book that a feed shows in turn', () => {
    const books = [touch('1', '2'), touch('3', '4')];
    const views = [...books, ...books].map((book) => {
      btc().show(book);
      return btc().view;
    });
    expect(views[2]).toBe(views[0]);
    expect(views[3]).toBe(views[1]);
    expect(views[0]).not.toBe(views[1]);
  });
});

describe('worth', () => {
  it('needs no book for nothing, or for the same currency', () => {
    expect(markets.worth(dec('5'), 'EUR', 'EUR')).toEqual(dec('5'));
    expect(markets.worth(dec('0'), 'XRP', 'EUR')).toEqual(dec('0'));
  });

  it('goes by the mid, in either direction', () => {
    show('59999', '60001');
    expect(markets.worth(dec('0.5'), 'BTC', 'EUR')).toEqual(dec('30000'));
    expect(markets.worth(dec('30000'), 'EUR', 'BTC')?.toDecimalPlaces(20)).toEqual(dec('0.5'));
  });

  it('goes over one other currency, and no further', () => {
    show('59999', '60001');
    show('65999', '66001', 'BTC/USDT');
    expect(markets.worth(dec('60000'), 'EUR', 'USDT')?.toDecimalPlaces(20)).toEqual(dec('66000'));
    show('0.029999', '0.030001', 'ETH/BTC');
    expect(markets.worth(dec('1'), 'ETH', 'EUR')).toEqual(dec('1800'));
    expect(markets.worth(dec('1'), 'XRP', 'EUR')).toBeUndefined();
  });

  it('is not known without a book', () => {
    expect(markets.worth(dec('1'), 'BTC', 'EUR')).toBeUndefined();
  });
});

function btc(): Market {
  return markets.get('BTC/EUR')!;
}

function show(bid: string, ask: string, symbol = 'BTC/EUR'): void {
  markets.get(symbol)!.show(touch(bid, ask, NOON, symbol));
}
