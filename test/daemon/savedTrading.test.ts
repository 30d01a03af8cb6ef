import { expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { haltRecovered, resumeSavedTrading, tellSavedStops } from '../../src/daemon/savedTrading.ts';
import { readStops, STOPS_KEY, writeStops } from '../../src/engine/savedStops.ts';
import { ALL_TRADING, scopeNamed, type TradingStop } from '../../src/model/tradingStop.ts';
import { openStore } from '../../src/store/store.ts';

it('tells at the start what is stopped, since when, and what lets it trade again', async () => {
  const clock = new VirtualClock(Date.UTC(2026, 10, 20, 12));
  const store = await openStore({ path: ':memory:', clock });
  const told: unknown[] = [];
  const log = { write: (...line: unknown[]) => void told.push(line) };
  await tellSavedStops(store.state, clock, log);
  expect(told).toEqual([]);
  const stop: TradingStop = {
    scope: ALL_TRADING,
    state: 'halted',
    cause: 'operator',
    orders: 'cancel',
    reason: 'kill by ana',
    since: Date.UTC(2026, 10, 19),
    until: undefined,
  };
  await store.state.save('strategy', STOPS_KEY, writeStops([stop]));
  await tellSavedStops(store.state, clock, log);
  expect(told).toEqual([
    [
      'error',
      'trading',
      'all trading is HALTED: kill by ana; it goes on by `sluice resume --all` (it was stopped at 2026-11-19T00:00:00.000Z, before this start)',
      {},
      { begins: ['stop all  operator'] },
    ],
  ]);
  await store.close();
});

it('lifts what was saved, of one scope or all, and what can not be read too', async () => {
  const clock = new VirtualClock(0);
  const store = await openStore({ path: ':memory:', clock });
  const { state } = store;
  const stop: TradingStop = {
    scope: ALL_TRADING,
    state: 'halted',
    cause: 'operator',
    orders: 'keep',
    reason: '',
    since: 0,
    until: undefined,
  };
  const left = async (): Promise<unknown[]> => readStops((await state.load('strategy'))[STOPS_KEY]).map(({ scope }) => scope.name);
  expect(await resumeSavedTrading(state, ALL_TRADING, clock)).toBe(0);
  await state.save(
    'strategy',
    STOPS_KEY,
    writeStops([stop, { ...stop, scope: scopeNamed('BTC/EUR') }, { ...stop, scope: scopeNamed('s') }]),
  );
  expect(await resumeSavedTrading(state, scopeNamed('BTC/EUR'), clock)).toBe(1);
  expect(await left()).toEqual(['', 's']);
  expect(await resumeSavedTrading(state, ALL_TRADING, clock)).toBe(2);
  expect(await left()).toEqual([]);
  await state.save('strategy', STOPS_KEY, '{');
  expect(await resumeSavedTrading(state, ALL_TRADING, clock)).toBe(1);
  expect(await left()).toEqual([]);
  await store.close();
});

it('makes the halt after a recovery the last word, so that nothing is closed by positions that may not be whole', async () => {
  const clock = new VirtualClock(1000);
  const store = await openStore({ path: ':memory:', clock });
  const { state } = store;
  const halt: TradingStop = {
    scope: ALL_TRADING,
    state: 'halted',
    cause: 'operator',
    orders: 'keep',
    reason: 'kill by ana',
    since: 0,
    until: undefined,
  };
  const closing: TradingStop = { ...halt, scope: scopeNamed('s'), state: 'reducing', orders: 'close', reason: 'flatten by ana' };
  const saved = async (): Promise<unknown[]> => readStops((await state.load('strategy'))[STOPS_KEY]).map(({ reason }) => reason);
  await state.save('strategy', STOPS_KEY, writeStops([halt, closing]));
  await haltRecovered(state, clock);
  expect(await saved()).toEqual(['flatten by ana', 'kill by ana']);
  await state.save('strategy', STOPS_KEY, writeStops([closing]));
  await haltRecovered(state, clock);
  expect(await saved()).toEqual(['flatten by ana', expect.stringContaining('the journal was recovered')]);
  await store.close();
});
