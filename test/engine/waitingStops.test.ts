import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { HOUR_MS } from '../../src/base/instant.ts';
import { type Protection, type ProtectionAction, stopOfProtection } from '../../src/engine/protection.ts';
import { STOPS_KEY } from '../../src/engine/savedStops.ts';
import { WaitingStops } from '../../src/engine/waitingStops.ts';
import { ALL_TRADING, type TradingStop } from '../../src/model/tradingStop.ts';
import { savedStates } from '../strategies/savedStates.ts';
import { EngineBench } from './engineBench.ts';
import { BTC, euro, fillOf, NOON } from './fixtures.ts';
import { benchOf, buy, fall, protectedBy, trade } from './protectionRoom.ts';

const COOL_DOWN: Protection = { kind: 'cool-down', after: 'loss', pauseMs: 2 * HOUR_MS, action: 'no-entries' };
const CIRCLES: Protection = { kind: 'repeated-fills', fills: 2, withinMs: HOUR_MS, move: dec('0.5'), pauseMs: HOUR_MS, action: 'close' };

function losingTrades(trades: number, action: ProtectionAction): Protection {
  return { kind: 'losing-trades', trades, withinMs: HOUR_MS, pauseMs: HOUR_MS, action };
}

function stopsOf(bench: EngineBench): readonly unknown[] {
  return bench.engine.snapshot().stops.map(({ state, orders, until }) => [state, orders, until === undefined ? until : until - NOON]);
}

/** The book falls to 58000, and what rests is executed. */
function close(bench: EngineBench): void {
  for (let step = 0; step < 6; step++) {
    bench.touch('57990', '58010', 1000);
    bench.timer(0);
    for (const id of Array.from(bench.resting.keys())) bench.fill(id);
  }
  bench.timer(0);
}

/** Its closing has sold 0.004 of 0.02 BTC, which is a losing trade of its own. */
function amidClosing(): EngineBench {
  const bench = protectedBy(CIRCLES, COOL_DOWN);
  for (let i = 0; i < 2; i++) buy(bench, '0.01');
  bench.touch('57990', '58010', 1000);
  bench.timer(0);
  bench.fill(Array.from(bench.resting.keys())[0]!, dec('0.004'));
  return bench;
}

function states(bench: EngineBench): readonly string[] {
  return bench.engine.snapshot().stops.map(({ state, orders }) => `${state} ${orders}`);
}

function isFlat(bench: EngineBench): boolean {
  return bench.strategy().position.amount.lt(BTC.minVolume);
}

describe('of several protections of one scope', () => {
  it('a stronger one is not kept back by a weaker one that lasts longer, which holds again after it', () => {
    const bench = protectedBy(COOL_DOWN, losingTrades(2, 'close'));
    trade(bench, -1);
    expect(states(bench)).toEqual(['reducing cancel']);
    buy(bench, '0.01');
    trade(bench, -1);
    expect(states(bench)).toEqual(['reducing close']);
    close(bench);
    expect([states(bench), isFlat(bench)]).toEqual([['halted cancel'], true]);
    bench.timer(HOUR_MS);
    expect([states(bench), bench.strategy().state]).toEqual([['reducing cancel'], 'running']);
    bench.touch('57990', '58010', 1000);
    expect(bench.ladder(), 'no entries').toEqual([]);
    bench.timer(HOUR_MS);
    expect(states(bench)).toEqual([]);
    expect(
      bench
        .notices('trading')
        .map(({ state }) => state)
        .slice(-3),
    ).toEqual(['halted', 'reducing', 'active']);
  });

  it('a weaker one that trips later does not weaken a halt', () => {
    const bench = protectedBy(losingTrades(1, 'cancel'), COOL_DOWN);
    trade(bench, -1);
    const from = bench.now - NOON;
    expect(stopsOf(bench)).toEqual([['halted', 'cancel', from + HOUR_MS]]);
    bench.timer(HOUR_MS);
    expect(stopsOf(bench)).toEqual([['reducing', 'cancel', from + 2 * HOUR_MS]]);
  });

  it('a closing under way is not ended by the cool-down that its own losing trade begins', () => {
    const bench = amidClosing();
    expect(states(bench)).toEqual(['reducing close']);
    close(bench);
    expect([states(bench), isFlat(bench)]).toEqual([['halted cancel'], true]);
    bench.timer(HOUR_MS);
    expect(states(bench)).toEqual(['reducing cancel']);
  });

  it('all are kept over a restart, and a closing goes on', () => {
    const bench = amidClosing();
    const fills = [
      fillOf({ strategy: 's', orderId: 'a', amount: dec('0.02'), price: dec('60000') }),
      fillOf({ strategy: 's', side: 'Sell', orderId: 'b', amount: dec('0.004'), price: dec('57990') }),
    ];
    const again = new EngineBench(bench.settings, { restored: { states: savedStates(bench), fills }, at: bench.now + 1000 });
    expect(states(again)).toEqual(['reducing close']);
    close(again);
    expect([states(again), isFlat(again)]).toEqual([['halted cancel'], true]);
    again.timer(HOUR_MS);
    expect(states(again)).toEqual(['reducing cancel']);
    again.timer(HOUR_MS);
    expect(states(again)).toEqual([]);
  });

  it('a person lifts all of them, those that wait too', () => {
    const bench = amidClosing();
    bench.operator({ type: 'resume-trading', scope: { of: 'strategy', name: 's' } });
    expect(states(bench)).toEqual([]);
    expect(savedStates(bench)[STOPS_KEY]).toBe('[]');
  });
});

it('a closing by one stop goes on when another stop of its strategy ends', () => {
  const losses = { s: { maxLoss: euro('50'), action: 'close' } } as const;
  const bench = benchOf({ losses, protections: { s: [{ ...COOL_DOWN, pauseMs: HOUR_MS }] } });
  trade(bench, -1);
  buy(bench, '0.03');
  fall(bench, '58000');
  expect(states(bench)).toEqual(['reducing cancel', 'reducing close']);
  bench.timer(HOUR_MS);
  expect([states(bench), isFlat(bench), bench.strategy().state]).toEqual([['reducing close'], false, 'paused']);
  close(bench);
  expect(isFlat(bench)).toBe(true);
});

describe('stops that wait', () => {
  const stopOf = (action: ProtectionAction, until?: number): TradingStop => {
    return { scope: ALL_TRADING, cause: 'protection', reason: `${action} ${until}`, since: 0, until, ...stopOfProtection(action) };
  };

  it('are those that last longer than all stronger ones', () => {
    const waiting = new WaitingStops();
    const halt = stopOf('cancel', 2);
    const entries = stopOf('no-entries');
    const closing = stopOf('close', 1);
    expect(waiting.settle(entries, undefined)).toBe(entries);
    expect(waiting.settle(halt, entries)).toBe(halt);
    expect(waiting.settle(closing, halt)).toBe(closing);
    expect(waiting.settle(stopOf('no-entries', 2), closing)).toBe(closing);
    expect(waiting.all).toEqual([halt, entries]);
    expect(waiting.settle(stopOf('close', 1), closing), 'of equal ones the first stays').toBe(closing);
    const other = { ...closing, scope: { of: 'strategy', name: 's' } } as const;
    expect([waiting.settle(other, undefined), waiting.takeNext(other, 0)]).toEqual([other, undefined]);
    expect(waiting.takeNext(closing, 2), 'the halt is over, too').toBe(entries);
    expect(waiting.all).toEqual([]);
  });
});
