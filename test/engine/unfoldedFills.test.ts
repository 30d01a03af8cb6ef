import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { positionOf } from '../../src/engine/positions.ts';
import { NO_POSITION, positionAfterFill } from '../../src/engine/portfolio.ts';
import { EngineRoom } from './engineRoom.ts';
import { EngineBench } from './engineBench.ts';
import { fillOf, settingsOf, strategyOf } from './fixtures.ts';

const trade = (i: number): ReturnType<typeof fillOf> =>
  fillOf({ id: `trade ${i}`, strategy: 's', side: i % 3 === 0 ? 'Sell' : 'Buy', amount: dec('0.3'), price: dec(50_000 + i) });

it('gives each execution once, oldest first, and to its own strategy', () => {
  const room = new EngineRoom(settingsOf([strategyOf({}), strategyOf({}, 'other')]));
  const [seat, other] = room.engine.state.seats;
  room.executed(trade(1));
  room.executed(trade(2));
  room.executed({ ...trade(3), strategy: 'other' });
  expect([...room.takeUnfolded(seat!)].map(({ id }) => id)).toEqual(['trade 1', 'trade 2']);
  expect([...room.takeUnfolded(seat!)]).toEqual([]);
  expect([...room.takeUnfolded(other!)].map(({ id }) => id)).toEqual(['trade 3']);
});

it('keeps few of a strategy whose position nobody asks for, and the position is the same', () => {
  const room = new EngineRoom(settingsOf([strategyOf({})]));
  const asked = new EngineBench(settingsOf([strategyOf({})]));
  let model = NO_POSITION;
  for (let i = 1; i <= 1000; i++) {
    room.executed(trade(i));
    asked.report({ type: 'fill', fill: trade(i) });
    model = positionAfterFill(model, trade(i));
    if (i % 7 === 0) expect(asked.strategy().position.cost).toEqual(model.cost);
  }
  const [seat] = room.engine.state.seats;
  expect(seat!.position.fills, 'most of them are worked in without being asked').toBeGreaterThan(700);
  const { averagePrice, ...rest } = positionOf(room.engine.state, seat!);
  const { averagePrice: average, ...others } = model;
  expect(rest).toEqual(others);
  expect(averagePrice).toEqual(average);
});

it('V8: a fee that comes later than its execution changes the position and the money, and no strategy hears of it as a fill', () => {
  const heard: string[] = [];
  const room = new EngineBench(settingsOf([strategyOf({ onFill: ({ id }) => void heard.push(id) })]));
  room.touch('59990', '60010');
  room.report({ type: 'fill', fill: { ...trade(1), fee: dec(0) } });
  room.report({ type: 'fill', fill: { ...trade(1), id: 'fee 1', amount: dec(0), fee: dec('0.001'), feeCurrency: 'BTC' } });
  room.report({ type: 'fill', fill: { ...trade(1), id: 'fee 2', amount: dec(0), fee: dec('7'), feeCurrency: 'EUR' } });
  expect(heard).toEqual(['trade 1']);
  const { amount, quoteFlow, fills } = room.strategy().position;
  expect({ amount: amount.toFixed(), quoteFlow: quoteFlow.toFixed(), fills }).toEqual({
    amount: '0.299',
    quoteFlow: dec('-0.3').times(50_001).minus(7).toFixed(),
    fills: 1,
  });
});
