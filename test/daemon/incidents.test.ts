import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { type Incidents, incidentsOf, incidentsOfNotice } from '../../src/daemon/incidents.ts';
import type { Event, Report } from '../../src/model/event.ts';
import type { Notice } from '../../src/model/notice.ts';
import { ALL_TRADING } from '../../src/model/tradingStop.ts';

const STAMP = { at: 0, sequence: 0 };
const report = (one: Report): Incidents => incidentsOf({ ...STAMP, type: 'report', report: one });
const market = (kind: 'stale' | 'recovered'): Event => ({ ...STAMP, type: 'market-warning', symbol: 'BTC/EUR', kind, detail: '' });
const stop = (state: 'halted' | 'active'): Extract<Notice, { type: 'trading' }> => ({
  type: 'trading',
  scope: ALL_TRADING,
  state,
  cause: 'operator',
  reason: 'kill',
  until: undefined,
});

const BEGUN: readonly [string, Incidents, Incidents][] = [
  ['a book that can not be used', incidentsOf(market('stale')), incidentsOf(market('recovered'))],
  ['a daily loss', incidentsOfNotice({ type: 'halted', reason: 'loss' }), incidentsOfNotice({ ...stop('active'), cause: 'daily-loss' })],
  ['a stop', incidentsOfNotice(stop('halted')), incidentsOfNotice(stop('active'))],
  [
    'a strategy that was stopped',
    incidentsOfNotice({ type: 'strategy-stopped', strategy: 'maker', reason: 'refusals' }),
    incidentsOfNotice({ type: 'strategy-state', strategy: 'maker', state: 'running' }),
  ],
  [
    'a frozen lane',
    report({ type: 'lane-frozen', lane: 'spot:BTC/EUR', reason: '' }),
    report({ type: 'lane-opened', lane: 'spot:BTC/EUR' }),
  ],
  [
    'an order that is late',
    report({
      type: 'order-late',
      intentId: 'i',
      orderId: '7',
      symbol: 'BTC/EUR',
      strategy: 'maker',
      side: 'Buy',
      price: undefined,
      amount: dec(1),
    }),
    report({ type: 'order-closed', orderId: '7', end: 'canceled', filled: dec(0) }),
  ],
  [
    'an unknown outcome beside which its lane goes on',
    report({ type: 'intent-unknown', intentId: 'i', kind: 'place', lane: 'spot:BTC/EUR', reason: '', goesOn: true }),
    report({ type: 'intent-not-placed', intentId: 'i', kind: 'place', code: 'lost', reason: '' }),
  ],
];

test.each(BEGUN)('%s has a beginning and an end of one name', (_, { begins = [] }, { ends }) => {
  expect(begins).toHaveLength(1);
  expect(ends).toEqual(begins);
});

test('an unknown outcome that shuts its lane is over with the lane, and known before', () => {
  const { begins } = report({ type: 'intent-unknown', intentId: 'i', kind: 'place', lane: 'spot:BTC/EUR', reason: '' });
  expect(begins).toEqual(['intent i', 'lane spot:BTC/EUR']);
  const found = report({ type: 'order-opened', intentId: 'i', orderId: '7', amount: dec(1), price: undefined, adopted: true });
  expect(found).toEqual({ ends: ['intent i'] });
});

test('a book of whose troubles only one is over has not recovered', () => {
  const one: Event = { ...STAMP, type: 'market-warning', symbol: 'BTC/EUR', kind: 'recovered', detail: '', others: ['crossed'] };
  expect(incidentsOf(one)).toEqual({});
});

test('a pause that a person has asked for is no trouble', () => {
  expect(incidentsOfNotice({ type: 'strategy-state', strategy: 'maker', state: 'paused' })).toEqual({});
});
