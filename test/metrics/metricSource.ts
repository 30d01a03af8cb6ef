import { dec } from '../../src/base/decimal.ts';
import type { StatusReport, StrategyStatus } from '../../src/daemon/status.ts';
import type { MetricSource } from '../../src/metrics/metric.ts';

export function strategy(change: Partial<StrategyStatus> = {}): StrategyStatus {
  return {
    name: 'maker',
    symbol: 'BTC/EUR',
    state: 'running',
    trading: 'active',
    reason: undefined,
    position: dec('0.5'),
    gross: dec('12'),
    fees: dec('2'),
    realised: dec('10'),
    unrealised: dec('-3'),
    profit: dec('7'),
    otherFees: {},
    openOrders: 2,
    fills: 5,
    conversions: 1,
    ...change,
  };
}

/** A daemon that runs, of which a test changes what it is about. */
export function statusReport(change: Partial<StatusReport> = {}): StatusReport {
  return {
    world: 'DEMO',
    venue: { host: '127.0.0.1:1', keyTail: '…abcd' },
    pid: 1,
    state: 'running',
    reason: undefined,
    trading: 'active',
    stops: [],
    protections: [],
    trades: [],
    startedAt: '2026-01-01T00:00:00.000Z',
    upMs: 1500,
    config: undefined,
    configHash: '0123456789abcdef',
    configLoadedAt: '2026-11-20T12:00:00.000Z',
    database: 'x.sqlite',
    recorder: undefined,
    strategies: [strategy()],
    shadows: [],
    markets: [{ symbol: 'BTC/EUR', precision: 2, mid: dec('100'), bid: dec('99'), ask: dec('101'), ageMs: 250, trouble: [] }],
    openOrders: 2,
    deskOrders: [],
    fills: 5,
    conversions: 1,
    resolver: undefined,
    learned: { refusals: [], trouble: undefined },
    transfers: [],
    ownerless: [],
    frozen: {},
    refusals: {},
    rate: { perSecond: 8, used: 3, waiting: 0, blockedUntil: undefined, cancelsBlockedUntil: undefined },
    clock: { offsetMs: -20, halted: undefined },
    unexplained: {},
    unchecked: [],
    trouble: [],
    faults: undefined,
    ...change,
  };
}

export function metricSource(change: Partial<StatusReport> = {}, more: Partial<MetricSource> = {}): MetricSource {
  return {
    status: statusReport(change),
    tally: { placed: 4, replaced: 3, canceled: 2, refusedByVenue: 1, unknown: 1, feesByCurrency: new Map([['EUR', dec('2.5')]]) },
    balances: [
      { currency: 'EUR', total: dec('1000'), available: dec('900') },
      { currency: 'BTC', total: dec('2'), available: dec('2') },
      { currency: 'XRP', total: dec('5'), available: dec('5') },
    ],
    version: '1.2.3',
    ...more,
  };
}
