import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { seededRandom } from '../../../src/base/random.ts';
import { readSchedule } from '../../../src/model/schedule.ts';
import type { StrategyHandlers } from '../../../src/engine/strategy.ts';
import { backtestChecks, type CheckResult } from '../../../src/research/backtest/backtestChecks.ts';
import type { CheckName } from '../../../src/research/backtest/checkRuns.ts';
import { runBacktest } from '../../../src/research/backtest/backtest.ts';
import { underOtherClock } from '../../../src/research/backtest/underOtherClock.ts';
import { BTC } from '../../engine/fixtures.ts';
import { engineOf, optionsOf } from './fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

/** A mid that wanders, a book each second. */
const WANDERING: readonly Row[] = (() => {
  const random = seededRandom('checks');
  let mid = 60_000;
  return Array.from({ length: 240 }, (_, i): Row => {
    mid += random.int(41) - 20;
    return { at: i * 1000, bids: [[`${mid - 5}.00`, '2']], asks: [[`${mid + 5}.00`, '2']] };
  });
})();

function check(handlers: () => StrategyHandlers, checks?: readonly CheckName[]): Record<string, CheckResult> {
  const options = optionsOf(engineOf(handlers), [recordedMarket(BTC, WANDERING)]);
  const { pass } = runBacktest(options);
  return Object.fromEntries(backtestChecks(options, pass, checks).map((result) => [result.check, result]));
}

/** Bids at a distance below the mid that it is told. */
function bidsAt(distance: (mid: number) => number): () => StrategyHandlers {
  return () => ({
    onBook(book, ctx) {
      const mid = book.midTicks! / 100;
      ctx.quote([{ side: 'Buy', price: Math.floor(mid - distance(mid)), amount: dec('0.005') }]);
    },
  });
}

describe('backtestChecks', () => {
  it('pass for a strategy that decides by what it is shown alone', { tags: 'long' }, () => {
    const results = check(bidsAt(() => 30));
    expect(results['look-ahead']).toMatchObject({ outcome: 'passed' });
    expect(results['determinism']).toMatchObject({ outcome: 'passed' });
    expect(results['warm-up']).toMatchObject({ outcome: 'passed' });
    expect(results['warm-up']!.detail).toMatch(/^s decided first on book 1; begun 29.9 s later it comes to 100 % of the same decisions$/);
  });

  it('find a strategy that decides by the wall clock, even where it says the same all day', () => {
    const day = bidsAt(() => 20 + (Math.floor(Date.now() / 86_400_000) % 7));
    expect(check(day)['determinism']).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('the wall clock was used') as unknown,
    });
  });

  it('find a strategy that decides by a date of its own making', () => {
    const hour = bidsAt(() => 20 + new Date().getUTCHours());
    expect(check(hour)['determinism']).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('the wall clock was used') as unknown,
    });
  });

  it('warn of a strategy that reads the wall clock and does not decide by it', () => {
    const idle = bidsAt(() => (Date.now() > 0 ? 30 : 31));
    expect(check(idle)['determinism']).toMatchObject({ outcome: 'warning', detail: expect.stringContaining('ctx.now') as unknown });
  });

  it('say nothing of a schedule, whose reckoning makes a date of the present and does not look at it', () => {
    const cron = readSchedule('*/7 * * * * *');
    if ('problem' in cron) throw new Error(cron.problem);
    const scheduled = (): StrategyHandlers => {
      let due = 0;
      return {
        onBook(book, ctx) {
          if (ctx.now < due) return;
          due = cron.value.next(ctx.now)!;
          ctx.quote([{ side: 'Buy', price: Math.floor(book.midTicks! / 100) - 30, amount: dec('0.005') }]);
        },
      };
    };
    expect(check(scheduled)['determinism']).toMatchObject({ outcome: 'passed' });
  });

  it('find a strategy that decides by chance of its own', () => {
    const results = check(bidsAt(() => 20 + Math.floor(Math.random() * 20)));
    expect(results['determinism']).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('chance of its own was used') as unknown,
    });
    expect(results['look-ahead']).toMatchObject({ outcome: 'skipped' });
  });

  it('find a strategy whose module knows what comes, from an earlier pass over the data', () => {
    const known: number[] = [];
    const peeks = (): StrategyHandlers => {
      let i = -1;
      return {
        onBook(book, ctx) {
          known[++i] = book.midTicks!;
          const next = known[i + 1];
          if (next === undefined || next > known[i]!)
            ctx.quote([{ side: 'Buy', price: Math.floor(known[i]! / 100) - 10, amount: dec('0.005') }]);
          else ctx.quote([]);
        },
      };
    };
    expect(check(peeks)['look-ahead']).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('something knows the future') as unknown,
    });
  });

  it('name a strategy whose decisions depend on where the recording begins', () => {
    const anchored = (): StrategyHandlers => {
      let anchor: number | undefined;
      return {
        onBook(book, ctx) {
          anchor ??= Math.floor(book.midTicks! / 100) - 200;
          const step = book.sequence % 2;
          ctx.quote([{ side: 'Buy', price: anchor - step, amount: dec('0.005') }]);
        },
      };
    };
    const { outcome, detail } = check(anchored)['warm-up']!;
    expect(outcome).toBe('warning');
    expect(detail).toMatch(/^s decided first on book 1; begun 29.9 s later it comes to \d % of the same decisions$/);
  });

  it('do not pass for a strategy that has nothing left to compare', () => {
    const once = (): StrategyHandlers => ({
      onBook(book, ctx) {
        if (book.sequence > 3) throw new Error('no more');
        ctx.quote([{ side: 'Buy', price: Math.floor(book.midTicks! / 100) - 30, amount: dec('0.005') }]);
      },
    });
    expect(check(once)['warm-up']).toEqual({
      check: 'warm-up',
      outcome: 'skipped',
      detail: 's decided first on book 1; no decisions to compare',
    });
  });

  it('are made on books, also where a long recording begins within a gap', () => {
    const late = WANDERING.map((row) => ({ ...row, at: row.at + 20_000 }));
    const rows: readonly Row[] = [{ from: -60_000, at: 20_000, reason: 'stopped' }, ...late];
    // It goes on counting, so that no run is as the one before.
    let asked = 0;
    const options = optionsOf(engineOf(bidsAt(() => 20 + (asked++ % 977))), [recordedMarket(BTC, rows)], { range: { from: 0 } });
    const { pass } = runBacktest(options);
    // So many books that only a hundredth of them is run again.
    const results = backtestChecks(options, { ...pass, snapshots: 10_000_000 });
    expect(results.map(({ check: name, outcome }) => `${name} ${outcome}`)).toEqual([
      'look-ahead skipped',
      'determinism failed',
      expect.stringMatching(/^warm-up /),
    ]);
  });

  it('are made as far as they are asked for, and not on next to nothing', () => {
    expect(
      Object.keys(
        check(
          bidsAt(() => 30),
          ['determinism'],
        ),
      ),
    ).toEqual(['determinism']);
    const options = optionsOf(engineOf(bidsAt(() => 30)), [recordedMarket(BTC, WANDERING.slice(0, 2))]);
    const results = backtestChecks(options, runBacktest(options).pass);
    expect(results.map(({ outcome }) => outcome)).toEqual(['skipped', 'skipped', 'skipped']);
  });
});

describe('underOtherClock', () => {
  it('changes clock and chance during the work alone, and after a throw they are back', () => {
    const before = [Date, Date.now, Math.random, Object.getOwnPropertyDescriptor(performance, 'now')];
    const { result, reads } = underOtherClock(() => Date.now() - Math.floor(Math.random()));
    expect(result - Date.now()).toBeGreaterThan(399 * 86_400_000);
    expect(reads).toEqual(['the wall clock', 'chance of its own']);
    expect(() => underOtherClock(() => JSON.parse('{') as unknown)).toThrow(/JSON/);
    expect([Date, Date.now, Math.random, Object.getOwnPropertyDescriptor(performance, 'now')]).toEqual(before);
  });

  it('shows the other present to every way of asking, and leaves dates that are given as they are', () => {
    const { result, reads } = underOtherClock(() => [new Date().getTime(), new Date(Date()).getTime(), Date.now()]);
    for (const asked of result) expect(asked - Date.now()).toBeGreaterThan(399 * 86_400_000);
    expect(reads).toEqual(['the wall clock']);
    expect(underOtherClock(() => new Date())).toMatchObject({ reads: [], isDated: true });
    const given = underOtherClock(() => [new Date(0), new Date('2026-11-20'), Date.UTC(2026, 10, 20)] as const);
    expect(given).toEqual({ result: [new Date(0), new Date('2026-11-20'), Date.UTC(2026, 10, 20)], reads: [], isDated: false });
    expect(underOtherClock(() => new Date(1) instanceof Date).result).toBe(true);
    expect(given.result[0]).toBeInstanceOf(Date);
  });
});
