import { expect, it } from 'vitest';
import { lanesOf } from '../../web/pure/lanes.ts';
import { toldStatus, toldStop } from './toldStatus.ts';

it('lists the markets, then what is frozen besides, with the reasons', () => {
  const lanes = lanesOf(toldStatus({ frozen: { 'spot:BTC/EUR': 'order X is unknown', 'convert:EUR>SOL': 'a conversion is unknown' } }));
  expect(lanes.map(({ name, state, why }) => [name, state, why])).toEqual([
    ['BTC/EUR', 'shut', 'order X is unknown'],
    ['ETH/EUR', 'open', undefined],
    ['convert:EUR>SOL', 'shut', 'a conversion is unknown'],
  ]);
  expect(lanes.map(({ spreadBps }) => spreadBps)).toEqual(['3.2', '3.3', undefined]);
  expect(lanes[2]).toMatchObject({ isMarket: false, mid: undefined, ageMs: undefined });
});

it('shuts a lane whose book is bad', () => {
  const [market] = toldStatus().markets;
  const lanes = lanesOf(toldStatus({ markets: [{ ...market!, trouble: ['stale'] }] }));
  expect(lanes[0]).toMatchObject({ state: 'shut', why: 'the book is stale; it opens with the next good one' });
});

it('shows the worst stop over a lane, and none of another one', () => {
  const states = (...stops: Parameters<typeof toldStop>[0][]): unknown[] =>
    lanesOf(toldStatus({ stops: stops.map(toldStop) })).map(({ state }) => state);
  expect(states({ state: 'reducing' }, { scope: 'ETH/EUR', state: 'halted' })).toEqual(['reducing', 'halted']);
  expect(states({ scope: 'btc-maker' })).toEqual(['open', 'open']);
});
