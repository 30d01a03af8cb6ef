import { describe, expect, it } from 'vitest';
import { withLeftBehind } from '../../src/daemon/leftBehind.ts';
import type { Order } from '../../src/model/order.ts';
import type { Restored } from '../../src/model/event.ts';
import { orderOf, strategyOf } from '../engine/fixtures.ts';

const named = (strategy: string, given: Partial<Order> = {}): Order => orderOf({ strategy, intentId: `of ${strategy}`, ...given });
const pieceOf = (orders: readonly Order[]): Restored => ({
  type: 'restored',
  sums: undefined,
  fills: [],
  conversions: [],
  orders,
  states: {},
});
const piece = pieceOf(['s', 'gone', 'operator', 'treasury', 'sluice probe', 'other'].map((strategy) => named(strategy)));
const engine = { strategies: [strategyOf({}, 's')] };

it('names orders that strategies have left which are not configured: no person, no treasury and no probe is one', () => {
  expect(withLeftBehind(piece, { engine, onStop: 'keep' }).leftBehind).toEqual({ intentIds: ['of gone', 'of other'], onStop: 'keep' });
});

it('leaves everything as it is where all are configured, or where nobody says what becomes of them, as in a single command', () => {
  const configured = { strategies: ['s', 'gone', 'other'].map((name) => strategyOf({}, name)) };
  expect(withLeftBehind(piece, { engine: configured, onStop: 'cancel' })).toBe(piece);
  expect(withLeftBehind(piece, { engine: { strategies: [] } })).toBe(piece);
});

describe('a strategy that trades other markets than before', () => {
  const orders = ['BTC/EUR', 'ETH/EUR'].map((symbol) => named('s', { symbol, intentId: symbol }));

  it.each([
    ['one market', strategyOf({}, 's', 'BTC/EUR'), ['ETH/EUR']],
    ['several markets', { ...strategyOf({}, 's'), symbol: undefined, markets: { near: 'LTC/EUR', far: 'ETH/EUR' } }, ['BTC/EUR']],
  ])('of %s has left its orders in those that it does not trade any more', (_, strategy, intentIds) => {
    const { leftBehind } = withLeftBehind(pieceOf(orders), { engine: { strategies: [strategy] }, onStop: 'cancel' });
    expect(leftBehind).toEqual({ intentIds, onStop: 'cancel' });
  });

  it('has not left what is part of a deal, which goes by any market; one that is gone has', () => {
    const legs = pieceOf(['s', 'gone'].map((strategy) => named(strategy, { symbol: 'ETH/EUR', intentId: `${strategy}-1` })));
    expect(withLeftBehind(legs, { engine, onStop: 'cancel' }).leftBehind?.intentIds).toEqual(['gone-1']);
  });
});
