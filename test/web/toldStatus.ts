import type { Status } from '../../web/pure/status.ts';

/** A status in which all is well, with what a test changes of it. */
export function toldStatus(changes: Partial<Status> = {}): Status {
  return {
    world: 'demo',
    venue: { host: '127.0.0.1:40000', keyTail: 'cb03' },
    pid: 7,
    state: 'running',
    reason: undefined,
    trading: 'active',
    stops: [],
    protections: [],
    trades: [],
    startedAt: '2026-11-23T12:00:00.000Z',
    upMs: 7_700_000,
    config: undefined,
    configHash: '0123456789abcdef',
    configLoadedAt: '2026-11-20T12:00:00.000Z',
    database: '.sluice/account.db',
    recorder: undefined,
    strategies: [toldStrategy()],
    shadows: [],
    markets: [
      { symbol: 'BTC/EUR', precision: 2, mid: '60752.05', bid: '60742.18', ask: '60761.91', ageMs: 400, trouble: [] },
      { symbol: 'ETH/EUR', precision: 2, mid: '2141.85', bid: '2141.5', ask: '2142.2', ageMs: 900, trouble: [] },
    ],
    openOrders: 1,
    deskOrders: [],
    fills: 3,
    conversions: 0,
    resolver: undefined,
    learned: { refusals: [], trouble: undefined },
    transfers: [],
    ownerless: [],
    frozen: {},
    refusals: {},
    rate: { perSecond: 20, used: 4, waiting: 0, blockedUntil: undefined, cancelsBlockedUntil: undefined },
    clock: { offsetMs: -12, halted: undefined },
    unexplained: {},
    unchecked: [],
    trouble: [],
    faults: undefined,
    ...changes,
  };
}

export function toldStrategy(changes: Partial<Status['strategies'][number]> = {}): Status['strategies'][number] {
  return {
    name: 'btc-maker',
    symbol: 'BTC/EUR',
    state: 'running',
    trading: 'active',
    reason: undefined,
    position: '-0.03215',
    gross: '120.00',
    fees: '1.60',
    realised: '118.40',
    unrealised: '0.09',
    profit: '118.49',
    otherFees: {},
    openOrders: 1,
    fills: 3,
    conversions: 0,
    ...changes,
  };
}

export function toldStop(changes: Partial<Status['stops'][number]> = {}): Status['stops'][number] {
  return {
    scope: 'all',
    state: 'halted',
    cause: 'operator',
    orders: 'cancel',
    reason: 'the operator asked for it',
    since: '2026-11-23T13:40:11.000Z',
    until: undefined,
    goesOn: 'by `sluice resume --all`',
    ...changes,
  };
}
