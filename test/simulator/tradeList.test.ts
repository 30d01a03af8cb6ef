import { expect, test } from 'vitest';
import { TradeList } from '../../src/simulator/tradeList.ts';
import { pairOf } from '../recording/worlds.ts';
import { only, openVenue, type VenueUnderTest } from './venueUnderTest.ts';

const ORDERS = '/v1/spot-trading/orders';
const BUY = { symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: 0.9, price: 80000 };

interface Row {
  readonly status: string;
  readonly amount: number;
  readonly fee: number;
}

async function rowsOf({ call }: VenueUnderTest): Promise<readonly Row[]> {
  const { items, total } = (await call('GET', '/v1/spot-trading/trades?page=0&count=100')).json as { items: Row[]; total: number };
  expect(total).toBe(items.length);
  return items;
}

test('as "growing", an order is one row from its first execution on, which comes to all of it', async () => {
  const venue = openVenue({ behaviour: { trades: 'growing', tradesLateMs: (index) => index * 100 } });
  await venue.call('POST', ORDERS, BUY);
  const { trades } = venue.simulator.truth();
  expect(trades.length).toBeGreaterThan(2);
  expect(await rowsOf(venue)).toMatchObject([{ status: 'PartiallyExecuted', amount: trades[0]!.amount.toNumber() }]);
  await venue.advance(100);
  expect(await rowsOf(venue)).toMatchObject([{ amount: trades[0]!.amount.plus(trades[1]!.amount).toNumber() }]);
  await venue.advance(trades.length * 100);
  expect(await rowsOf(venue)).toMatchObject([{ status: 'Executed', amount: 0.9 }]);
});

test('a growing row that is late hides nothing of what was shown, and one that was cancelled stays as it is', async () => {
  const venue = openVenue({ behaviour: { trades: 'growing', tradesLateMs: 500 }, balances: only({ EUR: '10000000' }) });
  const book = (await venue.call('GET', '/v1/spot-trading/orderbook/BTC%2FEUR?depth=1')).json as { asks: [number, number][] };
  const order = { ...BUY, amount: 5, price: book.asks[0]![0] };
  const id = /"id":(\d+)/.exec((await venue.call('POST', ORDERS, order)).text)![1]!;
  expect(await rowsOf(venue)).toEqual([]);
  await venue.advance(500);
  const before = await rowsOf(venue);
  expect(before).toMatchObject([{ status: 'PartiallyExecuted' }]);
  await venue.call('DELETE', `${ORDERS}/${id}`);
  await venue.advance(500);
  expect(await rowsOf(venue)).toEqual(before);
});

test('rows may come late, stand twice and get their fee later, and an order may be listed late', async () => {
  const venue = openVenue({
    behaviour: { tradesLateMs: 50_000, feesLateMs: 52_000, tradesTwice: (index) => index === 0, ordersLateMs: 25_000 },
  });
  await venue.call('POST', ORDERS, BUY);
  await venue.call('POST', ORDERS, { ...BUY, price: 40000 });
  const listed = async (): Promise<number> => ((await venue.call('GET', ORDERS)).json as { total: number }).total;
  expect(await listed()).toBe(0);
  expect(await rowsOf(venue)).toEqual([]);
  await venue.advance(25_000);
  expect(await listed()).toBe(1);
  await venue.advance(25_000);
  const rows = await rowsOf(venue);
  expect(rows).toHaveLength(venue.simulator.truth().trades.length + 1);
  expect(rows.at(-1)).toEqual(rows.at(-2));
  expect(rows.map(({ fee }) => fee)).toEqual(rows.map(() => 0));
  await venue.advance(2000);
  expect((await rowsOf(venue)).every(({ fee }) => fee > 0)).toBe(true);
});

test('a row is made once for who reads it at each poll, in whatever order pages are read', () => {
  const list = new TradeList({ feesLateMs: 10 });
  const pair = pairOf('BTC/EUR');
  const note = { about: 'execution', pair, side: 'Buy', type: 'Limit', openedAt: 0, at: 1000, status: 'Executed' } as const;
  for (let i = 1; i <= 3000; i++) list.add({ ...note, sequence: i, ticks: 100, lots: i, tickLots: 0n, fee: BigInt(i), feeType: 'Maker' });
  const listed = list.shown(1010, () => true);
  const newest = list.rowOf(listed[0]!, 1010);
  expect(list.rowOf(listed[0]!, 1010)).toBe(newest);
  const amounts = (rows: typeof listed): string[] => rows.map((one) => list.rowOf(one, 1010).amount.toFixed());
  const all = amounts(listed);
  expect(new Set(all).size).toBe(3000);
  expect(amounts(listed.toReversed())).toEqual(all.toReversed());
  // A row whose fee comes late is shown without it until then.
  expect(newest.fee.isZero()).toBe(false);
  expect(list.rowOf(listed[0]!, 1009).fee.isZero()).toBe(true);
});
