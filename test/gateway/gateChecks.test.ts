import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { RiskLimits } from '../../src/engine/risk/limits.ts';
import { GateChecks } from '../../src/gateway/gateChecks.ts';
import { LastGate, type RiskyCommand } from '../../src/gateway/lastGate.ts';
import type { ConvertCommand, PlaceCommand } from '../../src/model/command.ts';
import type { Book } from '../../src/model/book.ts';
import { ALL_TRADING } from '../../src/model/tradingStop.ts';
import { EngineBench } from '../engine/engineBench.ts';
import { euro, fillOf, limitsOf, NOON, PAIRS, quoteOf, settingsOf, strategyOf, touch } from '../engine/fixtures.ts';

const PLACE: PlaceCommand = {
  type: 'place',
  intentId: 'i',
  strategy: 's',
  symbol: 'BTC/EUR',
  side: 'Buy',
  orderType: 'Limit',
  price: dec('60000'),
  amount: dec('0.1'),
  decidedAt: NOON,
  tag: undefined,
};
const MINE = { type: 'place', symbol: 'BTC/EUR', side: 'Buy', orderType: 'Limit', price: dec('59000'), amount: dec('0.01') } as const;
const CONVERT: ConvertCommand = { type: 'convert', intentId: 'i', requestId: 'r', strategy: 's', quote: quoteOf(), decidedAt: NOON };

describe('the checks of the last gate', () => {
  it.each<[string, Partial<RiskLimits>, Partial<PlaceCommand>, string | undefined]>([
    ['an order within all limits', {}, {}, undefined],
    ['a market order', {}, { orderType: 'Market', price: undefined }, undefined],
    ['a pair that nobody knows', {}, { symbol: 'NO/PE' }, 'NO/PE is not known here'],
    ['a symbol that is not listed', { symbols: ['ETH/EUR'] }, {}, 'symbol'],
    ['nothing', {}, { amount: dec('0') }, 'amount-grid'],
    ['less than the least', {}, { amount: dec('0.00001') }, 'min-volume'],
    ['more than the most', {}, { amount: dec('1000') }, 'max-volume'],
    ['a price far away', { priceCollar: dec('0.02') }, { price: dec('66000') }, 'price-collar'],
    ['too much of a currency', { maxOrderAmount: { BTC: dec('0.05') } }, {}, 'order-amount'],
    ['too much value', { maxOrderValue: euro('5999.99') }, {}, 'order-value'],
  ])('%s', (_what, limits, command, reason) => {
    const { checks } = checksOf(limits);
    const found = checks.reasonAgainst({ ...PLACE, ...command });
    if (reason === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(new RegExp(`^${reason}`));
  });

  it('refuse what is off the grid, and whatever else throws', () => {
    const { checks } = checksOf();
    const gate = new LastGate((command) => checks.reasonAgainst(command));
    const wrong: RiskyCommand = { ...PLACE, amount: dec('0.000001') };
    expect(() => gate.assertMayLeave(wrong, gate.ticket)).toThrow(expect.objectContaining({ outcome: 'not-sent' }) as Error);
  });

  it('want a book that is fresh and sound, of the moment when it leaves', () => {
    const world = checksOf();
    world.now = NOON + 5001;
    expect(world.checks.reasonAgainst(PLACE)).toMatch(/^stale-data/);
    world.book = touch('59990', '60010', NOON + 5000);
    expect(world.checks.reasonAgainst(PLACE)).toBeUndefined();
    world.checks.warning({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'crossed', detail: '' });
    expect(world.checks.reasonAgainst(PLACE)).toMatch(/^stale-data/);
    world.checks.warning({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'recovered', detail: '' });
    expect(world.checks.reasonAgainst(PLACE)).toBeUndefined();
    world.book = undefined;
    expect(checksOf({}, { hasBook: false }).checks.reasonAgainst(PLACE)).toMatch(/^stale-data/);
  });

  it('count what leaves, for everything and for each symbol', () => {
    const all = checksOf({ maxOrdersPerMinute: 2 }).checks;
    expect([1, 2, 3].map(() => all.reasonAgainst(PLACE)?.split(':')[0])).toEqual([undefined, undefined, 'order-rate']);
    const each = checksOf({ maxOrdersPerMinutePerSymbol: 2 }).checks;
    expect([1, 2, 3].map(() => each.reasonAgainst(PLACE)?.split(':')[0])).toEqual([undefined, undefined, 'symbol-rate']);
    expect(each.reasonAgainst({ ...PLACE, decidedAt: NOON + 60_000 })).toBeUndefined();
    const both = checksOf({ maxOrdersPerMinute: 2 }).checks;
    expect([CONVERT, PLACE, CONVERT].map((command) => both.reasonAgainst(command)?.split(':')[0])).toEqual([
      undefined,
      undefined,
      'order-rate',
    ]);
    expect(both.reasonAgainst({ ...CONVERT, decidedAt: NOON + 60_000 })).toBeUndefined();
  });

  it('let what closes a position leave, however many were sent', () => {
    const limits = { priceCollar: dec('0.02'), maxOrdersPerMinute: 1, maxOrdersPerMinutePerSymbol: 1 };
    const settings = settingsOf([strategyOf({})], { limits: limitsOf(limits) });
    const bench = new EngineBench(settings, { restored: { fills: [fillOf({ strategy: 's', amount: dec('0.5') })] } });
    bench.touch('59990', '60010');
    bench.operator({ ...MINE, intentId: 'mine' });
    bench.operator({ type: 'stop-trading', scope: ALL_TRADING, state: 'halted', orders: 'close', reason: 'flatten' });
    bench.touch('59990', '60010', 1000);
    const world = checksOf(limits);
    world.now = bench.now;
    world.book = touch('59990', '60010', bench.now);
    const told = bench.commands('place').map((command) => [command.side, world.checks.reasonAgainst(command)]);
    expect(told).toEqual([
      ['Buy', undefined],
      ['Sell', undefined],
    ]);
  });

  it('ask of a conversion what applies to one, and nothing of a quote', () => {
    expect(checksOf().checks.reasonAgainst(CONVERT)).toBeUndefined();
    expect(checksOf({ maxOrderValue: euro('1') }).checks.reasonAgainst(CONVERT)).toMatch(/^order-value/);
    expect(checksOf({ maxOrderAmount: { BTC: dec('0.0099') } }).checks.reasonAgainst(CONVERT)).toMatch(/^order-amount/);
    const collar = { priceCollar: dec('0.02') };
    expect(checksOf(collar).checks.reasonAgainst(CONVERT)).toBeUndefined();
    expect(checksOf(collar).checks.reasonAgainst({ ...CONVERT, quote: quoteOf({ toAmount: dec('0.005') }) })).toMatch(/^price-collar/);
    const size = { fromAmount: dec('1e9') };
    const request: RiskyCommand = {
      type: 'request-quote',
      requestId: 'r',
      strategy: 's',
      fromCurrency: 'EUR',
      toCurrency: 'BTC',
      size,
      decidedAt: 0,
    };
    expect(checksOf({ maxOrderValue: euro('1') }).checks.reasonAgainst(request)).toBeUndefined();
  });
});

interface World {
  checks: GateChecks;
  now: number;
  book: Book | undefined;
}

function checksOf(limits: Partial<RiskLimits> = {}, { hasBook = true } = {}): World {
  const world = { now: NOON, book: hasBook ? touch('59990', '60010') : undefined } as World;
  world.checks = new GateChecks({
    limits: limitsOf(limits),
    now: () => world.now,
    bookOf: (symbol) => (symbol === 'BTC/EUR' ? world.book : undefined),
  });
  world.checks.pairs(PAIRS);
  return world;
}
