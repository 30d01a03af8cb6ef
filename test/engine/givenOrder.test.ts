import { expect, it } from 'vitest';
import { EngineBench } from './engineBench.ts';
import { fillOf, settingsOf, strategyOf } from './fixtures.ts';

it('executions of nobody that an earlier life has logged count once a person gives their order to a strategy', () => {
  const nobodys = fillOf({ intentId: undefined, strategy: undefined });
  const bench = new EngineBench(settingsOf([strategyOf({})]), { restored: { fills: [nobodys] } });
  const held = (): string => bench.engine.snapshot().strategies[0]!.position.amount.toFixed();
  expect(held()).toBe('0');
  const given = { ...nobodys, intentId: 'given', strategy: bench.engine.snapshot().strategies[0]!.name };
  for (let times = 0; times < 2; times++) {
    bench.send({ type: 'restored', fills: [given], conversions: [], orders: [], states: undefined });
    expect(held()).toBe(given.amount.toFixed());
  }
});
