import { expect, test } from 'vitest';
import { type Decimal, ZERO } from '../../src/base/decimal.ts';
import { type CharacterName, MARKET_CHARACTERS } from '../../src/simulator/market/character.ts';
import { openVenue, type VenueUnderTest } from './venueUnderTest.ts';

const SYMBOLS = ['BTC/EUR', 'ETH/EUR', 'SOL/EUR', 'XRP/EUR', 'LTC/EUR', 'ETH/BTC', 'BTC/USDT'];
const ORDERS = '/v1/spot-trading/orders';

interface BookReply {
  readonly bids: readonly (readonly [number, number])[];
  readonly asks: readonly (readonly [number, number])[];
}

interface StatisticsRow {
  readonly symbol: string;
  readonly highestBid: number;
  readonly lowestAsk: number;
  readonly lastPrice: number;
  readonly lowestPrice24H: number;
  readonly highestPrice24H: number;
}

async function bookOf({ call }: VenueUnderTest, symbol: string, depth = 250): Promise<BookReply> {
  return (await call('GET', `/v1/spot-trading/orderbook/${encodeURIComponent(symbol)}?depth=${depth}`)).json as BookReply;
}

function midOf({ bids, asks }: BookReply): number {
  return (bids[0]![0] + asks[0]![0]) / 2;
}

function expectSorted({ bids, asks }: BookReply): void {
  expect(bids.every(([price], i) => i === 0 || price < bids[i - 1]![0])).toBe(true);
  expect(asks.every(([price], i) => i === 0 || price > asks[i - 1]![0])).toBe(true);
  expect(asks[0]![0]).toBeGreaterThan(bids[0]![0]);
}

test('for an hour the books of all pairs stay full, uncrossed, sorted and tight', async () => {
  const venue = openVenue();
  venue.simulator.start();
  const spreads: number[] = [];
  for (let minute = 0; minute < 60; minute++) {
    await venue.advance(60_000);
    for (const symbol of SYMBOLS) {
      const book = await bookOf(venue, symbol);
      expect([book.bids.length, book.asks.length], `${symbol} after ${minute} min`).toEqual([250, 250]);
      expectSorted(book);
      spreads.push(((book.asks[0]![0] - book.bids[0]![0]) / midOf(book)) * 10_000);
    }
  }
  const sorted = spreads.toSorted((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length / 2)]!, 'the median spread in basis points').toBeLessThan(6);
  expect(sorted[Math.floor(sorted.length * 0.95)]!, 'nineteen in twenty').toBeLessThan(25);
  expect(venue.simulator.truth().failures).toEqual([]);
});

test.each(['bursts', 'thin'] as const)(
  '%s: the books of all pairs keep two sides, uncrossed and sorted, and the statistics agree with them',
  async (character) => {
    const venue = openVenue({ market: { character } });
    venue.simulator.start();
    for (let minute = 0; minute < 10; minute++) {
      await venue.advance(60_000);
      const rows = (await venue.call('GET', '/v1/spot-trading/trading-pairs/stats')).json as StatisticsRow[];
      for (const symbol of SYMBOLS) {
        const book = await bookOf(venue, symbol);
        expect(Math.min(book.bids.length, book.asks.length), `${symbol} after ${minute} min`).toBeGreaterThan(0);
        expectSorted(book);
        const row = rows.find((each) => each.symbol === symbol)!;
        expect([row.highestBid, row.lowestAsk]).toEqual([book.bids[0]![0], book.asks[0]![0]]);
        expect(row.lowestPrice24H).toBeLessThanOrEqual(row.lastPrice);
        expect(row.highestPrice24H).toBeGreaterThanOrEqual(row.lastPrice);
      }
    }
    expect(venue.simulator.truth().failures).toEqual([]);
  },
);

test('prices move, and ETH/BTC follows ETH/EUR over BTC/EUR', async () => {
  const venue = openVenue();
  venue.simulator.start();
  const before = midOf(await bookOf(venue, 'BTC/EUR'));
  for (let minute = 0; minute < 30; minute++) {
    await venue.advance(60_000);
    const [btc, eth, cross] = [await bookOf(venue, 'BTC/EUR'), await bookOf(venue, 'ETH/EUR'), await bookOf(venue, 'ETH/BTC')];
    expect(midOf(cross) / (midOf(eth) / midOf(btc))).toBeCloseTo(1, 2);
  }
  const moved = Math.abs(midOf(await bookOf(venue, 'BTC/EUR')) / before - 1);
  expect(moved).toBeGreaterThan(0.0001);
  expect(moved).toBeLessThan(0.2);
});

test.each([5, 10, 25])('quotes %i basis points on either side of the middle are filled again and again', async (bps) => {
  const venue = openVenue();
  venue.simulator.start();
  for (let i = 0; i < 30; i++) {
    const book = await bookOf(venue, 'BTC/EUR', 1);
    for (const [side, sign] of [
      ['Buy', -1],
      ['Sell', 1],
    ] as const) {
      const price = Number((midOf(book) * (1 + (sign * bps) / 10_000)).toFixed(2));
      await venue.call('POST', ORDERS, { symbol: 'BTC/EUR', type: 'Limit', side, amount: 0.002, price });
    }
    await venue.advance(5000);
    for (const { id } of venue.simulator.truth().orders) await venue.call('DELETE', `${ORDERS}/${id}`);
  }
  const { trades } = venue.simulator.truth();
  expect(new Set(trades.map(({ side }) => side))).toEqual(new Set(['Buy', 'Sell']));
  expect(new Set(trades.map(({ orderId }) => orderId)).size, 'orders with a fill, of 60').toBeGreaterThan(bps < 25 ? 10 : 3);
});

test.each(MARKET_CHARACTERS)(
  '%s: the balances are the opening ones and the trades, to the last digit, and no money of the venue is made or lost',
  async (character) => {
    const venue = openVenue({ seed: 'books', market: { character } });
    const opening = new Map(venue.simulator.truth().balances.map(({ currency, total }) => [currency, total]));
    venue.simulator.start();
    for (let i = 0; i < 40; i++) {
      const symbol = SYMBOLS[i % SYMBOLS.length]!;
      const { bids, asks } = await bookOf(venue, symbol, 20);
      const [side, price] = i % 2 === 0 ? (['Buy', asks[i % asks.length]![0]] as const) : (['Sell', bids[i % bids.length]![0]] as const);
      const amount = symbol.startsWith('XRP') ? 40 : symbol.startsWith('BTC') ? 0.02 : 0.5;
      await venue.call('POST', ORDERS, { symbol, type: i % 3 === 0 ? 'Market' : 'Limit', side, amount, price });
      await venue.advance(700);
    }
    const { trades, balances, orders, sums, failures } = venue.simulator.truth();
    expect(trades.length).toBeGreaterThan(40);
    const add = (currency: string, amount: Decimal): unknown => opening.set(currency, (opening.get(currency) ?? ZERO).plus(amount));
    for (const { symbol, side, price, amount, fee, feeCurrency } of trades) {
      const [base, quote] = symbol.split('/') as [string, string];
      const sign = side === 'Buy' ? 1 : -1;
      add(base, amount.times(sign));
      add(quote, price.times(amount).times(-sign));
      add(feeCurrency, fee.neg());
    }
    expect(Object.fromEntries(balances.map(({ currency, total }) => [currency, total.toFixed()]))).toEqual(
      Object.fromEntries([...opening].map(([currency, total]) => [currency, total.toFixed()])),
    );
    const held = orders
      .filter(({ side }) => side === 'Buy')
      .map(({ symbol, price, amount }) => [symbol.split('/')[1], price.times(amount)] as const);
    const heldEuro = held.filter(([currency]) => currency === 'EUR').reduce((sum, [, cost]) => sum.plus(cost), ZERO);
    const euro = balances.find(({ currency }) => currency === 'EUR')!;
    expect(euro.total.minus(euro.available).toFixed()).toBe(heldEuro.toFixed());
    expect(Object.fromEntries(Object.entries(sums).map(([currency, sum]) => [currency, sum.toFixed()]))).toEqual({
      EUR: '100000',
      BTC: '2',
      ETH: '20',
      SOL: '200',
      XRP: '50000',
      LTC: '300',
      USDT: '50000',
    });
    expect(failures).toEqual([]);
  },
);

async function transcript(seed: number, pauses: readonly number[], character: CharacterName): Promise<string[]> {
  const venue = openVenue({ seed, market: { character } });
  venue.simulator.start();
  const lines: string[] = [];
  let at = 0;
  const until = async (then: number, looks: boolean): Promise<void> => {
    while (at < then) {
      const pause = Math.min(pauses[lines.length % pauses.length]!, then - at);
      await venue.advance(pause);
      at += pause;
      if (looks) await bookOf(venue, 'ETH/EUR', 5);
    }
  };
  for (let i = 1; i <= 6; i++) {
    await until(i * 1700, pauses.length > 1);
    const price = Number((midOf(await bookOf(venue, 'ETH/EUR', 1)) * 0.9998).toFixed(2));
    lines.push((await venue.call('POST', ORDERS, { symbol: 'ETH/EUR', type: 'Limit', side: 'Buy', amount: 0.5, price })).text);
    lines.push((await venue.call('GET', '/v1/spot-trading/trading-pairs/stats')).text);
    lines.push(
      (await venue.call('POST', '/v1/otc-trading/request-for-quote/', { fromCurrency: 'EUR', toCurrency: 'SOL', fromAmount: 25 })).text,
    );
    lines.push((await venue.call('GET', '/v1/spot-trading/trades?page=0&count=100')).text);
  }
  return lines;
}

test.each(MARKET_CHARACTERS)(
  '%s: the same seed and the same requests give the same answers, byte for byte, however often the venue is looked at in between',
  async (character) => {
    const once = await transcript(11, [60_000], character);
    expect(await transcript(11, [60_000], character)).toEqual(once);
    expect(await transcript(11, [70, 333, 1], character)).toEqual(once);
    expect(await transcript(12, [60_000], character)).not.toEqual(once);
  },
);

test('before the start and after the stop the market stands still', async () => {
  const venue = openVenue();
  const first = await bookOf(venue, 'BTC/EUR');
  await venue.advance(10_000);
  expect(await bookOf(venue, 'BTC/EUR')).toEqual(first);
  venue.simulator.start();
  await venue.advance(10_000);
  venue.simulator.stop();
  const stopped = await bookOf(venue, 'BTC/EUR');
  expect(stopped).not.toEqual(first);
  await venue.advance(10_000);
  expect(await bookOf(venue, 'BTC/EUR')).toEqual(stopped);
});

test('more pairs are made up when asked for', async () => {
  const venue = openVenue({ market: { symbols: 30 } });
  const { json } = await venue.call('GET', '/v1/spot-trading/symbols?page=0&count=100');
  expect(json).toMatchObject({ total: 30 });
  venue.simulator.start();
  await venue.advance(2000);
  const last = (json as { data: { symbol: string }[] }).data[29]!.symbol;
  expect(last).toBe('S022/EUR');
  expect((await bookOf(venue, last)).bids).toHaveLength(250);
  expect((await venue.call('GET', '/v1/spot-trading/trading-pairs/stats')).json).toHaveLength(30);
});
