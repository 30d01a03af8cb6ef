import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { entomb, ENTOMBED_KEY, restoreEntombed } from '../../src/engine/savedEntombed.ts';
import { BUY } from '../../src/engine/side.ts';
import { amountOf, gridOf } from '../../src/model/grid.ts';
import { euro } from './fixtures.ts';
import { roomIn } from './risk/situation.ts';

it.each([
  ['0.00002', '0.05'],
  ['0.001', '0.05'],
  ['0.03', '0.06'],
])('a tomb holds what it held, whatever the lot of its pair is after a restart: %s', (lot, amount) => {
  const room = roomIn({ limits: { maxExposure: euro('6000') } });
  entomb(room.placed('lost', 'Buy', '60000', '0.05'), room.engine.state);
  const saved = room.notices.findLast((notice) => notice.type === 'save-state' && notice.strategy === ENTOMBED_KEY) as { state: string };
  const { state } = roomIn({}).engine;
  const market = state.markets.get('BTC/EUR')!;
  market.define({ ...market.pair, grid: gridOf(2, dec(lot)) });
  expect(restoreEntombed(state, saved.state)).toBe(true);
  expect(amountOf(market.pair.grid, market.entombed.lots(BUY, state.now)).toFixed()).toBe(amount);
});
