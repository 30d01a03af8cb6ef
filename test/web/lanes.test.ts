import { expect, it } from 'vitest';
import { lanesOf, reasonsOf } from '../../web/pure/lanes.ts';
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

it('has what one cause shuts in one row, and each reason once', () => {
  const frozen = Object.fromEntries(['spot:BTC/EUR', 'spot:XRP/EUR', 'convert:EUR>SOL'].map((lane) => [lane, 'nothing explains it']));
  const lanes = lanesOf(toldStatus({ frozen: { ...frozen, 'convert:EUR>USD': 'unknown' } }));
  expect(lanes.map(({ name }) => name)).toEqual(['BTC/EUR', 'ETH/EUR', '2 others', 'convert:EUR>USD']);
  expect(reasonsOf(lanes)).toEqual([
    { names: 'BTC/EUR, 2 others', why: 'nothing explains it' },
    { names: 'convert:EUR>USD', why: 'unknown' },
  ]);
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
