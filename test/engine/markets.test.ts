import { beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Markets } from '../../src/engine/markets.ts';
import { BookView } from '../../src/market/bookView.ts';
import { bookOf, NOON, PAIRS, touch } from './fixtures.ts';

let markets: Markets;

beforeEach(() => {
  markets = new Markets();
  markets.setPairs(PAIRS);
});

describe('Markets', () => {
  it('know nothing of a symbol that is not listed', () => {
    expect(markets.setBook(new BookView(touch('1', '2')))?.mid).toEqual(dec('1.5'));
    expect(new Markets().setBook(new BookView(touch('1', '2')))).toBeUndefined();
    expect(markets.warn({ type: 'market-warning', symbol: 'X/Y', kind: 'stale', detail: '' })).toBeUndefined();
  });

  it('keep the last mid when a side empties', () => {
    show('59999', '60001');
    markets.setBook(new BookView(bookOf({ bids: [['59000', '1']] })));
    expect(markets.get('BTC/EUR')).toMatchObject({ mid: dec('60000') });
    expect(markets.get('BTC/EUR')?.book?.mid).toBeUndefined();
  });

  it('keep what is known of a pair when the pairs are read again', () => {
    show('59999', '60001');
    markets.setPairs(PAIRS);
    expect(markets.get('BTC/EUR')?.mid).toEqual(dec('60000'));
  });

  it('keep each trouble until the feed has recovered', () => {
    const warn = (kind: 'stale' | 'crossed' | 'recovered') =>
      markets.warn({ type: 'market-warning', symbol: 'BTC/EUR', kind, detail: kind });
    warn('stale');
    expect([...warn('crossed')!.trouble.keys()]).toEqual(['stale', 'crossed']);
    expect(warn('recovered')?.trouble.size).toBe(0);
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

function show(bid: string, ask: string, symbol = 'BTC/EUR'): void {
  markets.setBook(new BookView(touch(bid, ask, NOON, symbol)));
}
