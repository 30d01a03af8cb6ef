import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, dec } from '../../src/base/decimal.ts';
import { seededRandom } from '../../src/base/random.ts';
import { FILL_MODELS } from '../../src/exchange/fillModel.ts';
import { modelFill, modelReport, refusalOf } from '../../src/exchange/modelReport.ts';
import { FILLED } from '../../src/exchange/reportQueue.ts';
import type { Fill } from '../../src/model/fill.ts';
import { gridOf } from '../../src/model/grid.ts';
import type { Pair } from '../../src/model/pair.ts';
import { bookOf, BTC } from '../engine/fixtures.ts';
import { BUY, ModelVenueBench, quoted, SELL } from './modelVenueBench.ts';

const NAMES = { intentId: 'i', replaceId: 'r', strategy: 's', tag: undefined };

describe('what orders hold', () => {
  it('a buy holds what it costs and a sell what it gives, until it is known to be closed', () => {
    const bench = new ModelVenueBench({ EUR: '1000', BTC: '1' });
    bench.look(quoted(0, '59990', '60000'));
    bench.place(0, 'buy', BUY, 5_000_000, 1000);
    bench.place(0, 'sell', SELL, 7_000_000, 25_000);
    expect([bench.money('EUR'), bench.money('BTC')]).toEqual(['1000 held 500', '1 held 0.25']);
    expect(bench.look(quoted(1000, '59990', '60000'))).toEqual(['30 OPENED buy', '30 OPENED sell']);
    bench.cancel(1000, 'buy');
    expect(bench.until(1030)).toEqual(['1030 CANCELED buy']);
    expect([bench.money('EUR'), bench.venue.live]).toEqual(['1000 held 500', 2]);
    expect(bench.look(quoted(3000, '59990', '60000')).at(-1)).toMatch(/ CLOSED buy$/);
    expect([bench.money('EUR'), bench.venue.live]).toEqual(['1000 held 0', 1]);
  });

  it('a replacement holds the more of both until it is answered, and then what it left', () => {
    const bench = new ModelVenueBench({ EUR: '1000', BTC: '1' });
    bench.look(quoted(0, '59990', '60000'));
    bench.place(0, 'a', BUY, 5_000_000, 1000);
    bench.look(quoted(1000, '59990', '60000'));
    bench.replace(1000, 'a', 5_500_000, 1500);
    expect(bench.money('EUR')).toBe('1000 held 825');
    bench.look(quoted(2000, '59990', '60000'));
    expect(bench.money('EUR')).toBe('1000 held 825');
    bench.replace(2000, 'a', 5_000_000, 100);
    expect(bench.money('EUR')).toBe('1000 held 825');
    expect(bench.until(2030)).toEqual(['2030 REPLACED a']);
    expect(bench.money('EUR')).toBe('1000 held 50');
    expect([bench.orders.get('a')!.lots, bench.venue.lots]).toEqual([100, 100]);
  });

  it('a replacement that does not happen lets go of what it asked for', () => {
    const bench = new ModelVenueBench({ EUR: '1000', BTC: '1' });
    bench.look(quoted(0, '59990', '60000'));
    bench.place(0, 'a', BUY, 5_000_000, 1000);
    bench.look(quoted(1000, '59990', '60000'));
    bench.cancel(1000, 'a');
    bench.replace(1000, 'a', 6_000_000, 1500);
    expect(bench.money('EUR')).toBe('1000 held 900');
    expect(bench.until(1030)).toEqual(['1030 CANCELED a', '1030 REPLACE_REFUSED a']);
    expect(refusalOf(bench.venue)).toEqual({ code: 'order-not-found', message: 'order 1 is not open' });
    expect(bench.money('EUR')).toBe('1000 held 500');
  });

  it('a market buy holds what it would cost by the last book, and the balance may fall below zero', () => {
    const bench = new ModelVenueBench({ EUR: '600', BTC: '0' }, { model: FILL_MODELS.fitted });
    bench.look(quoted(0, '59990', '60000'));
    bench.place(0, 'a', BUY, 0, 1000);
    expect(bench.money('EUR')).toBe('600 held 600');
    bench.look(quoted(3000, '59990', '60000'));
    expect([bench.money('EUR'), bench.money('BTC')]).toEqual(['0 held 0', '0.00998 held 0']);
    // Dearer by the time that it arrives.
    const late = new ModelVenueBench({ EUR: '600', BTC: '0' }, { model: FILL_MODELS.fitted });
    late.look(quoted(0, '59990', '60000'));
    late.place(20, 'a', BUY, 0, 1000);
    late.look(quoted(40, '69990', '70000'));
    late.look(quoted(3000, '69990', '70000'));
    expect(late.money('EUR')).toBe('-100 held 0');
  });
});

describe('what the account can not pay for', () => {
  it('is refused to the last unit, when the venue would have answered, and in words', () => {
    const bench = new ModelVenueBench({ EUR: '500', BTC: '0.00999' });
    bench.look(quoted(0, '59990', '60000'));
    const [dear, whole] = [bench.place(0, 'dear', BUY, 5_000_100, 1000), bench.place(0, 'whole', BUY, 5_000_000, 1000)];
    bench.place(0, 'more', BUY, 1, 1);
    bench.place(0, 'short', SELL, 7_000_000, 1000);
    expect([dear.number, whole.number, bench.venue.live, bench.money('EUR')]).toEqual([0, 1, 1, '500 held 500']);
    expect(bench.venue.nextAt).toBe(30);
    expect(bench.until(29)).toEqual([]);
    const told: unknown[] = [];
    while (bench.venue.take(30)) told.push([bench.venue.order.owner, modelReport(bench.venue, NAMES)]);
    const refused = (currency: string): object => ({
      type: 'intent-refused',
      intentId: 'i',
      kind: 'place',
      code: 'insufficient-balance',
      message: `the available ${currency} balance does not cover the order`,
    });
    expect(told).toEqual([
      ['whole', expect.objectContaining({ type: 'order-opened', orderId: '1' })],
      ['dear', refused('EUR')],
      ['more', refused('EUR')],
      ['short', refused('BTC')],
    ]);
  });

  it('a replacement that is too dear is refused, and the order stays as it was', () => {
    const bench = new ModelVenueBench({ EUR: '1000', BTC: '0' });
    bench.look(quoted(0, '59990', '60000'));
    bench.place(0, 'a', BUY, 5_000_000, 1000);
    bench.look(quoted(1000, '59990', '60000'));
    bench.replace(1000, 'a', 5_000_000, 2001);
    expect(bench.money('EUR')).toBe('1000 held 500');
    expect(bench.until(1030)).toEqual(['1030 REPLACE_REFUSED a']);
    const message = 'the available EUR balance does not cover the order';
    expect(modelReport(bench.venue, NAMES)).toEqual({
      type: 'intent-refused',
      intentId: 'r',
      kind: 'replace',
      code: 'insufficient-balance',
      message,
    });
    bench.replace(1030, 'a', 5_000_000, 2000);
    expect(bench.until(1060)).toEqual(['1060 REPLACED a']);
    expect(bench.money('EUR')).toBe('1000 held 1000');
  });

  it('a market order where nobody is there is refused by the venue, and lets go of what it held', () => {
    const bench = new ModelVenueBench({ EUR: '1000', BTC: '1' });
    bench.look(bookOf({ at: 10, asks: [['60000', '1']] }));
    bench.place(10, 'a', SELL, 0, 1000);
    expect(bench.money('BTC')).toBe('1 held 0.01');
    expect(bench.look(quoted(1000, '59990', '60000'))).toEqual(['40 PLACE_REFUSED a']);
    expect(bench.money('BTC')).toBe('1 held 0');
    expect(refusalOf(bench.venue)).toEqual({ code: 'no-liquidity', message: 'nobody is there to trade BTC/EUR with' });
  });
});

describe('the slot of an order', () => {
  it('goes to another once it was told that the order is closed, which says whose it was', () => {
    const bench = new ModelVenueBench({ EUR: '10000', BTC: '1' });
    bench.look(quoted(0, '59990', '60000'));
    const first = bench.place(0, 'a', BUY, 5_000_000, 1000);
    bench.place(0, 'b', BUY, 4_000_000, 1000);
    expect(bench.venue.displaced).toBeUndefined();
    bench.look(quoted(1000, '59990', '60000'));
    bench.cancel(1000, 'a');
    bench.place(1010, 'c', BUY, 3_000_000, 1000);
    expect(bench.venue.displaced).toBeUndefined();
    bench.look(quoted(3000, '59990', '60000'));
    const fourth = bench.place(3000, 'd', BUY, 2_000_000, 500);
    expect([bench.venue.displaced, fourth === first, fourth.owner, fourth.number]).toEqual(['a', true, 'd', 4]);
    expect([fourth.filled, fourth.parts, fourth.lots, fourth.placedLots, fourth.held.decimal.toFixed()]).toEqual([0, 0, 500, 500, '100']);
    // All that is heard under the slot from now on is of the new order.
    expect(bench.look(quoted(4000, '59990', '60000'))).toEqual(['3030 OPENED d']);
  });

  it('is used by an object of its own where a refusal of the one before is still to be told', () => {
    const bench = new ModelVenueBench({ EUR: '1000', BTC: '0' }, { latency: { entryMs: 2000, responseMs: 2000 } });
    bench.look(quoted(0, '59990', '60000'));
    const first = bench.place(0, 'a', BUY, 5_000_000, 1000);
    bench.look(quoted(5000, '59990', '60000'));
    bench.cancel(5000, 'a');
    for (let at = 6000; at < 18_000; at += 1000) bench.look(quoted(at, '59990', '60000'));
    bench.replace(17_000, 'a', 5_000_000, 3000);
    expect(bench.look(quoted(19_000, '59990', '60000')).at(-1)).toMatch(/CLOSED a$/);
    const second = bench.place(19_000, 'b', BUY, 4_000_000, 1000);
    expect([second.slot, second === first, bench.venue.displaced]).toEqual([first.slot, false, undefined]);
    expect(bench.until(21_000)).toEqual(['21000 REPLACE_REFUSED a']);
    expect([first.owner, first.number, second.owner, second.number]).toEqual(['a', 1, 'b', 2]);
  });
});

describe('few orders', () => {
  it('may have more executions between two readings of our lists than there is room for orders', () => {
    const bench = new ModelVenueBench(
      { EUR: '1000000000', BTC: '0' },
      { mostOrders: 2, poll: { ordersMs: 60_000 }, model: FILL_MODELS.pessimistic },
    );
    bench.look(quoted(0, '59990', '60000', '0.01'));
    bench.venue.volume(0, 0, 4);
    bench.place(0, 'a', BUY, 5_999_000, 100_000_000);
    const told: string[] = [];
    for (let at = 1000; at < 200_000; at += 1000) told.push(...bench.look(quoted(at, '59990', '60000', '0.01')));
    expect(told.filter((line) => line.includes('FILLED')).length).toBeGreaterThan(2000);
  });
});

const FINE: Pair = { ...BTC, grid: gridOf(6, dec('0.000000005')) };
const HUGE: Pair = { ...BTC, grid: gridOf(2, dec('25')) };

describe('the wallets', () => {
  let traded = 0;
  it.each([
    ['of everyday', BTC],
    ['of a fine grid', FINE],
    ['of a coarse grid', HUGE],
  ])('lose and make no money over orders by chance %s', { tags: 'long' }, (_name, pair) => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.constantFrom('pessimistic', 'fitted', 'optimistic'), (seed, model) => {
        const random = seededRandom(`wallets:${seed}`);
        const lots = pair === FINE ? 100_000_000 : 1000;
        const opening = { EUR: pair === HUGE ? '5000000000' : '10000', BTC: pair === HUGE ? '90000' : '0.2' };
        const bench = new ModelVenueBench(opening, { pairs: [pair], model: FILL_MODELS[model] });
        const { venue } = bench;
        const sums = { EUR: dec(opening.EUR), BTC: dec(opening.BTC) };
        const add = (currency: 'EUR' | 'BTC', amount: Decimal): void => void (sums[currency] = sums[currency].plus(amount));
        const booked = ({ side, amount, price, fee, feeCurrency }: Fill): void => {
          const sign = side === 'Buy' ? 1 : -1;
          add('BTC', amount.times(sign));
          add('EUR', amount.times(price).times(-sign));
          add(feeCurrency as 'EUR' | 'BTC', fee.negated());
        };
        const fees = { EUR: dec('0'), BTC: dec('0') };
        const take = (to: number): void => {
          while (venue.take(to)) {
            if (venue.reportType !== FILLED) continue;
            const fill = modelFill(venue, NAMES);
            traded++;
            booked(fill);
            fees[fill.feeCurrency as 'EUR' | 'BTC'] = fees[fill.feeCurrency as 'EUR' | 'BTC'].plus(fill.fee);
          }
        };
        let mid = 6_000_000;
        for (let i = 0; i < 60; i++) {
          const at = 1000 * i;
          mid += random.int(4001) - 2000;
          take(at);
          venue.book(0, bookOn(pair, at, mid, lots, random.int(3) + 1));
          take(at);
          if (i % 10 === 0) venue.volume(0, at, lots / 500);
          for (const [name, order] of bench.orders) {
            const kind = random.int(6);
            if (order.number === 0 || order.owner !== name || order.slot < 0 || order.held.isZero || order.nextLots > 0) continue;
            if (kind === 0) venue.cancel(at, order);
            if (kind === 1 && !order.isMarket) venue.replace(at, order, mid + random.int(4001) - 2000, 1 + random.int(2 * lots));
          }
          const ticks = random.int(8) === 0 ? 0 : mid + random.int(6001) - 3000;
          const order = venue.place(at, 0, random.int(2), ticks, 1 + random.int(lots), `o${i}`);
          for (const [name, known] of bench.orders) if (known === order) bench.orders.delete(name);
          bench.orders.set(`o${i}`, order);
          for (const currency of ['EUR', 'BTC'] as const) {
            const { total, held } = venue.wallets.wallet(currency);
            expect(total.decimal.toFixed()).toBe(sums[currency].toFixed());
            expect(held.decimal.toFixed()).toBe(bench.heldByOrders(pair, currency === 'EUR' ? BUY : SELL).toFixed());
            expect(held.decimal.gte(0)).toBe(true);
          }
        }
        take(59_000);
        venue.standStill(59_000);
        take(59_000);
        for (const order of bench.orders.values()) if (order.number > 0 && !order.held.isZero) venue.cancel(59_000, order);
        take(90_000);
        venue.standStill(90_000);
        take(91_000);
        for (const currency of ['EUR', 'BTC'] as const) {
          const wallet = venue.wallets.wallet(currency);
          expect([currency, wallet.held.decimal.toFixed()]).toEqual([currency, '0']);
          expect((wallet.fees?.decimal ?? dec('0')).toFixed()).toBe(fees[currency].toFixed());
          expect(wallet.total.decimal.toFixed()).toBe(sums[currency].toFixed());
        }
        expect(venue.live).toBe(0);
      }),
      { numRuns: 40 },
    );
    expect(traded).toBeGreaterThan(200);
  });
});

function bookOn(pair: Pair, at: number, mid: number, lots: number, levels: number) {
  const book = quoted(at, '1', '2');
  for (const [side, sign] of [
    [book.bids, -1],
    [book.asks, 1],
  ] as const) {
    for (let level = 0; level < levels; level++) {
      side.ticks[level] = mid + sign * (500 + 700 * level);
      side.lots[level] = Math.ceil(lots / (2 + level));
    }
    Object.assign(side, { length: levels, bestTicks: side.ticks[0], bestLots: side.lots[0] });
  }
  return Object.assign(book, { grid: pair.grid, depth: 10 });
}

it('a venue without a market has nothing to tell, and says so', () => {
  const { venue } = new ModelVenueBench({ EUR: '1000' }, { pairs: [] });
  expect([venue.take(1000), venue.take(Infinity), venue.nextAt]).toEqual([false, false, Infinity]);
});
