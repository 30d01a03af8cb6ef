import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { readStops, STOPS_KEY, writeStops } from '../../src/engine/savedStops.ts';
import type { TradingStop } from '../../src/model/tradingStop.ts';
import { EngineBench } from './engineBench.ts';
import { fillOf, limitsOf, NOON, settingsOf, strategyOf } from './fixtures.ts';

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

it.each([0, 600_000])(
  'hold over a clock that was put back by %d ms: what closes the position is not taken for an order of before',
  (backMs) => {
    const flattened: TradingStop = { ...KILLED, state: 'reducing', orders: 'close' };
    const bench = new EngineBench(settingsOf([strategyOf({})], { limits: limitsOf({ priceCollar: dec('0.02') }) }), {
      restored: {
        fills: [fillOf({ strategy: 's', amount: dec('0.5'), tradedAt: NOON - 1_000_000 })],
        states: { [STOPS_KEY]: writeStops([flattened]) },
      },
      at: NOON + 10_000 - backMs,
    });
    for (let i = 0; i < 60; i++) {
      bench.touch('59990', '60010', 1000);
      bench.timer(1000);
    }
    // It is put elsewhere every few seconds of these two minutes, while nobody takes it.
    expect(bench.commands('place')).toHaveLength(20);
    expect(bench.commands('cancel')).toHaveLength(20);
  },
);
