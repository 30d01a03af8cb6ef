import { describe, expect, it } from 'vitest';
import { readStops, writeStops } from '../../src/engine/savedStops.ts';
import type { TradingStop } from '../../src/model/tradingStop.ts';
import { NOON } from './fixtures.ts';

const KILLED: TradingStop = {
  scope: { of: 'all', name: '' },
  state: 'halted',
  cause: 'operator',
  orders: 'cancel',
  reason: 'a person said so',
  since: NOON,
  until: undefined,
};

describe('saved stops', () => {
  it('read as they were written', () => {
    const stops: TradingStop[] = [
      KILLED,
      { ...KILLED, scope: { of: 'symbol', name: 'BTC/EUR' }, state: 'reducing', orders: 'close', until: NOON + 1 },
    ];
    expect(readStops(writeStops(stops))).toEqual(stops);
  });

  it('leave out what a new life finds again by itself', () => {
    expect(
      readStops(
        writeStops([
          { ...KILLED, cause: 'daily-loss' },
          { ...KILLED, cause: 'shutdown' },
        ]),
      ),
    ).toEqual([]);
  });

  it('are none where nothing was saved', () => {
    expect(readStops(undefined)).toEqual([]);
  });

  it.each([
    '',
    '{',
    '{}',
    'null',
    '[null]',
    '[{}]',
    ...[
      { scope: { of: 'some', name: '' } },
      { scope: { of: 'all' } },
      { state: 'active' },
      { cause: 7 },
      { orders: 'burn' },
      { reason: null },
      { since: 'noon' },
      { until: 'soon' },
    ].map((wrong) => JSON.stringify([{ ...KILLED, ...wrong }])),
  ])('throw where they can not be read: %s', (text) => {
    expect(() => readStops(text)).toThrow(Error);
  });
});
