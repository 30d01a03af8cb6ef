import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { entomb, ENTOMBED_KEY, restoreEntombed } from '../../src/engine/savedEntombed.ts';
import { BUY } from '../../src/engine/side.ts';
import { amountOf, gridOf } from '../../src/model/grid.ts';
import { EngineBench } from './engineBench.ts';
import { euro, limitsOf, settingsOf, strategyOf } from './fixtures.ts';
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

it.each(['intent-refused', 'intent-not-sent'] as const)('an order that shows late counts for the exposure from then on: %s', (type) => {
  const bench = new EngineBench(settingsOf([strategyOf({})], { limits: limitsOf({ maxExposure: euro('6000') }) }), { answers: false });
  bench.touch('59990', '60010');
  const mine = { type: 'place', symbol: 'BTC/EUR', side: 'Buy', orderType: 'Limit', price: dec('60000'), amount: dec('0.06') } as const;
  bench.operator({ ...mine, intentId: 'late' });
  bench.report({ type, intentId: 'late', kind: 'place', code: 'x', message: 'no', reason: 'no' });
  bench.operator({ ...mine, intentId: 'beside' });
  bench.report({ type, intentId: 'beside', kind: 'place', code: 'x', message: 'no', reason: 'no' });
  expect(bench.notices('refused')).toEqual([]);
  bench.report({ type: 'order-opened', intentId: 'late', orderId: 'o', amount: mine.amount, price: mine.price, adopted: true });
  const { symbol, side, price, amount } = mine;
  bench.report({ type: 'order-late', intentId: 'late', orderId: 'o', strategy: 'operator', symbol, side, price, amount });
  bench.operator({ ...mine, intentId: 'too-much' });
  expect(bench.notices('refused')).toMatchObject([{ rule: 'exposure', intentId: 'too-much' }]);
});
