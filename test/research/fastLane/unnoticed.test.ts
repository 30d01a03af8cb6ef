import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { seededRandom } from '../../../src/base/random.ts';
import type { StrategyContext, StrategyDefinition } from '../../../src/engine/strategy.ts';
import type { BookView } from '../../../src/market/bookView.ts';
import { NO_LIMITS } from '../backtest/fixtures.ts';
import type { Levels, Row } from '../backtest/recordedMarket.ts';
import { handlers, marketRows, mustAgree } from './fixtures.ts';

const levelsAt = (bid: string, ask: string): Pick<Extract<Row, { bids: Levels }>, 'bids' | 'asks'> => ({
  bids: [[bid, '3']],
  asks: [[ask, '3']],
});

describe('where the fast lane could differ unnoticed', () => {
  it('sees a loss that is there only between two heartbeats', () => {
    const quoting = handlers(() => ({
      onBook: (_book, ctx) => ctx.quoteTicks(ctx.positionLots > 0 ? 5_000_000 + ctx.now : 6_000_000, 10_000, 0, 0),
    }));
    const rows: Row[] = [
      { at: 0, ...levelsAt('60000', '60010') },
      { at: 300, ...levelsAt('59990', '60000') },
      { at: 2300, ...levelsAt('59990', '60000') },
      { at: 3200, ...levelsAt('56000', '56010') },
      { at: 3800, ...levelsAt('59990', '60000') },
      { at: 4500, ...levelsAt('59990', '60000') },
    ];
    const limits = { ...NO_LIMITS, maxDailyLoss: { amount: dec('300'), currency: 'EUR' } };
    expect(mustAgree(quoting, rows, { limits }, {})).toBe('a loss near the limit of the day');
  });

  it('takes no part of a wallet for free that the venue may have told too early', () => {
    const selling = handlers(() => ({
      onBook: (_book, ctx) => ctx.quoteTicks(0, 0, ctx.now < 100 ? 6_000_000 : 7_000_000, ctx.now < 100 || ctx.now > 2010 ? 20_000 : 0),
      onFill: (_fill, ctx) => ctx.quoteTicks(0, 0, 0, 0),
    }));
    const rows = [0, 90, 600, 900, 1200, 2050, 2150].map((at): Row => ({
      at,
      ...(at === 0 ? levelsAt('59990', '60000') : levelsAt('60000', '60010')),
    }));
    const more = { balances: { EUR: dec('0'), BTC: dec('0.45') }, poll: { ordersMs: 100, balancesMs: 500 } };
    expect(mustAgree(selling, rows, {}, more)).toBe('a wallet that may not hold what is needed');
  });

  it('counts what is refused before the first book', () => {
    const early = handlers(() => ({ onTimer: (ctx) => ctx.quoteTicks(5_000_000 + ctx.now, 900, 0, 0) }));
    const rows: Row[] = [{ at: 0, baseVolume: '1' }, ...[3000, 3500, 4200].map((at): Row => ({ at, ...levelsAt('59990', '60000') }))];
    expect(mustAgree(early, rows, {}, {})).toBeUndefined();
  });

  it('lets a strategy want nothing any more when it ends', () => {
    const last = handlers(() => ({
      onBook: () => undefined,
      onStop: (ctx) => ctx.quote([{ side: 'Buy', price: 50_000, amount: dec('0.01') }]),
    }));
    const rows = [0, 500, 900].map((at): Row => ({ at, ...levelsAt('59990', '60000') }));
    for (const onStop of ['keep', 'cancel'] as const) expect(mustAgree(last, rows, {}, { onStop })).toBeUndefined();
  });

  it('is not answered by a book that is gone', () => {
    const rows: Row[] = [
      { at: 0, ...levelsAt('59990', '60000') },
      { at: 500, bids: [], asks: [['60000', '3']] },
      { at: 900, ...levelsAt('59990', '59995') },
      { at: 1300, ...levelsAt('59990', '59995') },
    ];
    const warned = handlers(() => ({ onBook: () => undefined, onWarning: (_warning, ctx) => ctx.quoteTicks(5_999_700, 900, 0, 0) }));
    const left = mustAgree(warned, rows, {}, { latency: { entryMs: 0, responseMs: 0 } });
    expect(left).toBe('an answer at once, by a book that is gone');
  });

  it('looks at the last book of a range, not at the one beyond', () => {
    const rows: Row[] = [
      { at: 0, ...levelsAt('59990', '60000') },
      { at: 500, ...levelsAt('59990', '60000') },
      { at: 900, ...levelsAt('59000', '59010') },
    ];
    const buying = handlers(() => ({
      onBook(_book, ctx) {
        const rungs = ctx.now < 500 ? [59_900] : [59_900, 59_950];
        ctx.quote(rungs.flatMap((price) => [price, price - 1].map((at) => ({ side: 'Buy' as const, price: at, amount: dec('0.01') }))));
      },
    }));
    const more = { latency: { entryMs: 0, responseMs: 0 }, poll: { ordersMs: 1, balancesMs: 1000 }, range: { to: 600 } };
    expect(mustAgree(buying, rows, {}, more)).toBeUndefined();
  });

  it.each<[string, StrategyDefinition]>([
    [
      'an order by hand',
      handlers(() => ({
        onBook(_book, ctx) {
          try {
            ctx.place({ side: 'Buy', price: 50_000, amount: dec('0.01') });
          } catch {
            // Whoever catches everything.
          }
        },
      })),
    ],
    [
      'a strategy that waits',
      handlers(() => ({
        onBook: (async (_book: BookView, ctx: StrategyContext) => {
          ctx.quoteTicks(5_000_000, 50, 0, 0);
          await Promise.reject(new Error('later'));
        }) as unknown as (book: BookView, ctx: StrategyContext) => void,
      })),
    ],
    ['a strategy that waits', handlers((async () => ({})) as unknown as StrategyDefinition['setup'])],
    ['a strategy without handlers', handlers((() => undefined) as unknown as StrategyDefinition['setup'])],
    [
      'a strategy that keeps too much',
      handlers(() => ({
        onBook(_book, ctx) {
          ctx.state.set('all', 'x'.repeat(100_001));
          ctx.quoteTicks(5_000_000, 50, 0, 0);
        },
      })),
    ],
  ])('notices %s', (why, definition) => {
    expect(mustAgree(definition, marketRows(seededRandom('noticed'), 50), {}, {})).toBe(why);
  });
});
