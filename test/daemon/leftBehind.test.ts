import { expect, it } from 'vitest';
import { withLeftBehind } from '../../src/daemon/leftBehind.ts';
import type { Restored } from '../../src/model/event.ts';
import { orderOf, strategyOf } from '../engine/fixtures.ts';

const orders = ['s', 'gone', 'gone', 'operator', 'treasury', 'sluice probe', 'other'].map((strategy) => orderOf({ strategy }));
const piece: Restored = { type: 'restored', sums: undefined, fills: [], conversions: [], orders, states: {} };
const engine = { strategies: [strategyOf({}, 's')] };

it('names the strategies that have left orders and are not configured: no person, no treasury and no probe is one', () => {
  expect(withLeftBehind(piece, { engine, onStop: 'keep' }).leftBehind).toEqual({ names: ['gone', 'other'], onStop: 'keep' });
});

it('leaves everything as it is where all are configured, or where nobody says what becomes of them, as in a single command', () => {
  const configured = { strategies: ['s', 'gone', 'other'].map((name) => strategyOf({}, name)) };
  expect(withLeftBehind(piece, { engine: configured, onStop: 'cancel' })).toBe(piece);
  expect(withLeftBehind(piece, { engine: { strategies: [] } })).toBe(piece);
});
