import { expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { resumeSavedTrading } from '../../src/daemon/savedTrading.ts';
import { readStops, STOPS_KEY, writeStops } from '../../src/engine/savedStops.ts';
import { ALL_TRADING, scopeNamed, type TradingStop } from '../../src/model/tradingStop.ts';
import { openStore } from '../../src/store/store.ts';

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
