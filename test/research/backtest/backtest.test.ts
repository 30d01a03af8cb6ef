import { describe, expect, it } from 'vitest';
import { map } from 'rxjs';
import { dec } from '../../../src/base/decimal.ts';
import type { EngineSettings } from '../../../src/engine/engineState.ts';
import { strategy, type StrategyHandlers } from '../../../src/engine/strategy.ts';
import { backtest, runBacktest, runBacktestInTurns } from '../../../src/research/backtest/backtest.ts';
import { enginePass } from '../../../src/research/backtest/enginePass.ts';
import { BANDS } from '../../../src/research/runRecord.ts';
import { BTC, ETH } from '../../engine/fixtures.ts';
import { engineOf, NO_LIMITS, optionsOf } from './fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

const QUIET = ['60000.00', '60010.00'] as const;
const LOW = ['59970.00', '59980.00'] as const;

/** A book with one level a side each second. */
function seconds(touches: readonly (readonly [bid: string, ask: string])[], from = 0): Row[] {
  return touches.map(([bid, ask], i) => ({ at: from + i * 1000, bids: [[bid, '1']], asks: [[ask, '1']] }));
}

/** Buys so much at a price, once; too little for its amount to be made recognisable. */
function buysOnce(price: number): () => StrategyHandlers {
  return () => {
    let isFilled = false;
    return {
      onBook: (_book, ctx) => isFilled || ctx.quote([{ side: 'Buy', price, amount: dec('0.005'), tag: 'once' }]),
      onFill(_fill, ctx) {
        isFilled = true;
        ctx.quote([]);
      },
    };
  };
}

describe('backtest', () => {
  it('fills a resting bid that the other side crosses as maker at its own price, and pays the fee in what it receives', () => {
    const market = recordedMarket(BTC, seconds([QUIET, QUIET, QUIET, LOW, QUIET, QUIET]));
    const { bands } = backtest(optionsOf(engineOf(buysOnce(59_990)), [market]));
    for (const band of BANDS) {
      const { fills, fees, equity, orders } = bands[band];
      expect(
        Array.from(fills, ({ fill }) => [fill.price.toFixed(), fill.amount.toFixed(), fill.fee.toFixed(), fill.feeCurrency, fill.feeType]),
      ).toEqual([['59990', '0.005', '0.000005', 'BTC', 'Maker']]);
      expect(fills.at(0)!.fill).toMatchObject({ id: '1.1', orderId: '1', strategy: 's', tag: 'once', side: 'Buy', type: 'Limit' });
      expect(Object.entries(fees).map(([currency, fee]) => [currency, fee.toFixed()])).toEqual([['BTC', '0.000005']]);
      expect(orders).toEqual({ placed: 1, replaced: 0, canceled: 0 });
      // 100000 - 299.95 EUR and 1 + 0.005 - 0.000005 BTC at the mid of 60005.
      expect(equity.equity.at(-1)).toBeCloseTo(99_700.05 + 1.004995 * 60_005, 8);
      expect(equity.hold.at(-1)).toBe(160_005);
      expect(equity.exposure.at(-1)).toBeCloseTo(1.004995 * 60_005, 8);
    }
  });

  it('hears of orders a round trip later, and of fills when the own orders are next read', () => {
    const market = recordedMarket(BTC, seconds([QUIET, QUIET, QUIET, LOW, QUIET, QUIET]));
    const lines: Record<string, unknown>[] = [];
    const event = (band: string, line: string): void => void (band === 'fitted' && lines.push(JSON.parse(line) as Record<string, unknown>));
    backtest(optionsOf(engineOf(buysOnce(59_990)), [market]), { event });
    const times = lines.map(({ at, type }) => [type, at]);
    expect(times.slice(0, 3)).toEqual([
      ['strategy-state', 0],
      ['place', 0],
      ['order-opened', 40],
    ]);
    const fill = lines.find(({ type }) => type === 'fill')!;
    // The look at 3000 shows the venue as it was 20 ms before.
    expect(fill['tradedAt']).toBe(2980);
    expect(fill['at']).toBeGreaterThan(3000);
    expect(fill['at']).toBeLessThanOrEqual(4050);
    expect(lines.at(-1)).toMatchObject({ type: 'order-closed', order: '1', end: 'filled', filled: '0.005' });
  });

  it('takes what is shown as taker when an order crosses on arrival', () => {
    const market = recordedMarket(BTC, seconds([QUIET, QUIET, QUIET]));
    const { bands } = backtest(optionsOf(engineOf(buysOnce(60_020)), [market]));
    const [entry] = bands.pessimistic.fills;
    expect(entry!.fill).toMatchObject({ feeType: 'Taker', tradedAt: 980, receivedAt: 1000 });
    expect([entry!.fill.price.toFixed(), entry!.fill.fee.toFixed()]).toEqual(['60010', '0.00001']);
    expect(entry!.mid?.toFixed()).toBe('60005');
  });

  it('tells the mid 1 s after a fill, and nothing beyond the end of the recording', () => {
    const market = recordedMarket(BTC, seconds([QUIET, QUIET, QUIET, LOW, QUIET, ['60010.00', '60020.00'], QUIET]));
    const [entry] = backtest(optionsOf(engineOf(buysOnce(59_990)), [market])).bands.fitted.fills;
    expect(entry!.mid?.toFixed()).toBe('60005');
    expect(entry!.midAfter.map((mid) => mid?.toFixed())).toEqual(['60005', undefined, undefined]);
  });

  it('runs a strategy in its stream form', () => {
    const definition = strategy({
      about: 'Bids in a stream.',
      params: {},
      setup: (_params, { book$ }) =>
        book$.pipe(map(() => ({ type: 'quote', wanted: [{ side: 'Buy', price: 59_990, amount: dec('0.005') }] }) as const)),
    });
    const strategies = [{ name: 'stream', symbol: 'BTC/EUR', definition, params: {} }];
    const market = recordedMarket(BTC, seconds([QUIET, QUIET, LOW, QUIET]));
    const { fills } = backtest(
      optionsOf(
        engineOf(() => ({}), { strategies }),
        [market],
      ),
    ).bands.fitted;
    expect(Array.from(fills, ({ fill }) => [fill.strategy, fill.price.toFixed()])).toContainEqual(['stream', '59990']);
  });

  it('D2: an order that the first book after a gap has crossed was filled in it, but in the optimistic band; the strategy is told of the gap', () => {
    const gap: Row = { from: 2500, at: 9000, reason: 'crashed' };
    const market = recordedMarket(BTC, [
      ...seconds([QUIET, QUIET, QUIET]),
      gap,
      ...seconds([LOW], 9000),
      ...seconds([QUIET, QUIET], 10_000),
    ]);
    const warnings: string[] = [];
    const handlers = (): StrategyHandlers => ({ ...buysOnce(59_990)(), onWarning: ({ kind }) => void warnings.push(kind) });
    const { bands } = backtest(optionsOf(engineOf(handlers), [market]));
    const prices = BANDS.map((band) => Array.from(bands[band].fills, ({ fill }) => `${fill.price.toFixed()} ${fill.feeType}`));
    expect(prices).toEqual([['59990 Maker'], ['59990 Maker'], []]);
    expect(bands.fitted.warnings[0]).toBe(
      'gaps: 1, 6.5 s in all. In each, orders lost their place in the queue, and an order that the first book after the gap had crossed was filled. The pessimistic band fills it as a whole only where that loses, else as far as the book shows; the optimistic band does not fill it in the gap',
    );
    expect([...new Set(warnings)]).toEqual(['poll-failed', 'recovered']);
  });

  it('counts of a gap what lies in the range, and once where two symbols have it', () => {
    const rows = (from: number): Row[] => [
      ...seconds([QUIET, QUIET, QUIET]),
      { from, at: 9000, reason: 'stopped' },
      ...seconds([QUIET], 9000),
      { from: 9000, at: 12_000, reason: 'crashed' },
      ...seconds([QUIET], 12_000),
    ];
    const warnedOf = (range: { from?: number }): string => {
      const engine = engineOf(buysOnce(59_000));
      const { bands } = backtest(optionsOf(engine, [recordedMarket(BTC, rows(2000)), recordedMarket(ETH, rows(2100))], { range }));
      return bands.fitted.warnings[0]!;
    };
    expect(warnedOf({})).toMatch(/^gaps: 2, 10.0 s in all/);
    expect(warnedOf({ from: 5000 })).toMatch(/^gaps: 2, 7.0 s in all/);
  });

  it('says that the recording is damaged, however little is lost', () => {
    const gap: Row = { from: 2000, at: 2000, reason: 'damaged' };
    const { bands } = backtest(optionsOf(engineOf(buysOnce(59_000)), [recordedMarket(BTC, [...seconds([QUIET, QUIET, QUIET]), gap])]));
    for (const band of BANDS) expect(bands[band].warnings).toContain('the recording is damaged in 1 of the gaps: see `sluice data verify`');
  });

  it('says that books are so far apart that orders are refused for a part of the time', () => {
    const market = recordedMarket(BTC, seconds([QUIET, QUIET, QUIET, QUIET]));
    const limits = (staleAfterMs: number): EngineSettings => engineOf(buysOnce(59_000), { limits: { ...NO_LIMITS, staleAfterMs } });
    const warning = 'the books of BTC/EUR are 1.0 s apart and stale after 500 ms (risk.staleAfter): in between orders are refused';
    expect(backtest(optionsOf(limits(500), [market])).bands.fitted.warnings).toContain(warning);
    expect(backtest(optionsOf(limits(1000), [market])).bands.fitted.warnings).toEqual([]);
  });

  it('refuses what the account does not cover, as the daemon would', () => {
    const market = recordedMarket(BTC, seconds([QUIET, QUIET]));
    const { bands } = backtest(optionsOf(engineOf(buysOnce(59_990)), [market], { balances: { EUR: dec('100') } }));
    expect(bands.fitted.refusals['s']?.['balance']).toBeGreaterThan(0);
    expect(bands.fitted.orders.placed).toBe(0);
  });

  it('gives a heartbeat each second and balances as they are polled, also where no book comes', () => {
    const market = recordedMarket(BTC, seconds([QUIET]).concat(seconds([QUIET], 4500)));
    const timers: number[] = [];
    const totals: string[] = [];
    const handlers = (): StrategyHandlers => ({
      onTimer(ctx) {
        timers.push(ctx.now);
        totals.push(ctx.balance('EUR')!.total.toFixed());
      },
    });
    enginePass(optionsOf(engineOf(handlers), [market]), ['fitted']).run();
    expect(timers.slice(0, 4)).toEqual([1000, 2000, 3000, 4000]);
    expect(new Set(totals)).toEqual(new Set(['100000']));
  });

  it('shows no book of the future: what is in the arrays behind a book is nothing', () => {
    const market = recordedMarket(BTC, seconds([QUIET, LOW]));
    const seen: number[] = [];
    const handlers = (): StrategyHandlers => ({ onBook: ({ raw }) => void seen.push(...raw.bids.ticks.filter((ticks) => ticks > 0)) });
    enginePass(optionsOf(engineOf(handlers), [market]), ['fitted']).run();
    expect(seen).toEqual([6_000_000, 5_997_000]);
  });

  it('withholds a crossed book and says so', () => {
    const market = recordedMarket(BTC, seconds([QUIET, ['60010.00', '60000.00'], QUIET]));
    const told: string[] = [];
    const handlers = (): StrategyHandlers => ({
      onBook: (book) => void told.push(`book ${book.receivedAt}`),
      onWarning: ({ kind }) => void told.push(kind),
    });
    enginePass(optionsOf(engineOf(handlers), [market]), ['fitted']).run();
    expect(told).toEqual(['book 0', 'crossed', 'recovered', 'book 2000']);
  });

  it('shows two symbols in order of time and values both', () => {
    const eth = recordedMarket(
      ETH,
      [500, 1500].map((at) => ({ at, bids: [['2999.00', '5']] as const, asks: [['3001.00', '5']] as const })),
    );
    const btc = recordedMarket(BTC, seconds([QUIET, QUIET, QUIET]));
    const options = optionsOf(
      engineOf(() => ({})),
      [btc, eth],
      { balances: { EUR: dec('1000'), ETH: dec('2') } },
    );
    const { bands, manifest } = backtest(options);
    expect(bands.fitted.equity.equity.at(-1)).toBe(7000);
    expect(Object.keys(bands.fitted.equity.mids)).toEqual(['BTC/EUR', 'ETH/EUR']);
    expect(manifest).toMatchObject({ from: 0, to: 2000, snapshots: 5, pollMs: { 'BTC/EUR': 1000, 'ETH/EUR': 1000 } });
  });

  it('reads only what lies in the range', () => {
    const market = recordedMarket(BTC, seconds([QUIET, QUIET, QUIET, QUIET, QUIET]));
    const { manifest } = backtest(
      optionsOf(
        engineOf(() => ({})),
        [market],
        { range: { from: 1000, to: 3000 } },
      ),
    );
    expect(manifest).toMatchObject({ from: 1000, to: 2000, snapshots: 2 });
    const nothing = optionsOf(
      engineOf(() => ({})),
      [market],
      { range: { from: 9000 } },
    );
    expect(() => backtest(nothing)).toThrow(/there is no recorded book of BTC\/EUR from 1970-01-01T00:00:09/);
  });

  it('cancels what rests at the end, or keeps it', () => {
    const market = recordedMarket(BTC, seconds([QUIET, QUIET, QUIET]));
    const engine = engineOf(buysOnce(59_000));
    const canceled = backtest(optionsOf(engine, [market])).bands.fitted;
    expect([canceled.orders.canceled, canceled.warnings]).toEqual([1, []]);
    const kept = backtest(optionsOf(engine, [market], { onStop: 'keep' })).bands.fitted;
    expect([kept.orders.canceled, kept.warnings]).toEqual([0, ['open orders at the end: 1']]);
  });

  it('stops a strategy that throws and says so', () => {
    const market = recordedMarket(BTC, seconds([QUIET, QUIET]));
    const engine = engineOf(() => ({ onBook: () => JSON.parse('{') as void }));
    expect(backtest(optionsOf(engine, [market])).bands.fitted.warnings[0]).toMatch(/^1970-01-01T00:00:00.000Z s was stopped: onBook threw/);
  });
});

describe('runBacktestInTurns', () => {
  const rows = seconds(Array.from({ length: 2000 }, (_, i) => (i % 7 === 3 ? LOW : QUIET)));

  it('comes to the same as a run in one go', { tags: 'long' }, async () => {
    const told: string[] = [];
    const listener = { event: (band: string, line: string) => void told.push(`${band} ${line}`) };
    const options = () => optionsOf(engineOf(buysOnce(59_990)), [recordedMarket(BTC, rows)]);
    const whole = runBacktest(options(), listener);
    const wholeTold = told.splice(0);
    const inTurns = await runBacktestInTurns(options(), listener, new AbortController().signal);
    expect(inTurns.pass).toEqual(whole.pass);
    expect(inTurns.record.manifest).toEqual(whole.record.manifest);
    expect(inTurns.record.bands.fitted.decisions).toBe(whole.record.bands.fitted.decisions);
    expect(told).toEqual(wholeTold);
  });

  it('lets others have a turn, and ends with what it is told by them, its markets closed', { tags: 'long' }, async () => {
    const stop = new AbortController();
    const market = recordedMarket(BTC, rows);
    const opened: unknown[] = [];
    const closed = new Set<unknown>();
    const open = (): ReturnType<typeof market.open> => {
      const cursor = market.open();
      opened.push(cursor);
      return Object.assign(cursor, { close: () => void closed.add(cursor) });
    };
    let books = 0;
    const slow = engineOf(() => ({
      onBook() {
        for (const until = performance.now() + 1; performance.now() < until;);
        if (++books === 1) setImmediate(() => stop.abort(new Error('enough')));
      },
    }));
    await expect(runBacktestInTurns(optionsOf(slow, [{ ...market, open }]), {}, stop.signal)).rejects.toThrow('enough');
    expect(books).toBeLessThan(3 * 300);
    // One walk for the pass, and one that reads ahead for the outer bands.
    expect(opened).toHaveLength(2);
    expect(closed).toEqual(new Set(opened));
  });
});
