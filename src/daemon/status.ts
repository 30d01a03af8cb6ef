import type { Decimal } from '../base/decimal.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import type { EngineSnapshot } from '../engine/snapshot.ts';
import { polledSymbols } from './polledSymbols.ts';
import type { RecorderStatus } from './recorder/daemonRecorder.ts';
import type { Settings } from './settings/loadSettings.ts';
import type { Tally } from './tally.ts';

/** What `sluice status` shows. Times are ISO 8601 UTC, money is exact. */
export interface StatusReport {
  readonly world: string;
  readonly venue: { readonly host: string; readonly keyTail: string };
  readonly pid: number;
  readonly state: 'starting' | 'running' | 'halted' | 'stopping';
  readonly reason: string | undefined;
  readonly startedAt: string;
  readonly upMs: number;
  readonly config: string | undefined;
  /** Where journal and fill log are. */
  readonly database: string;
  /** Undefined when nothing is to be recorded. */
  readonly recorder: RecorderStatus | undefined;
  readonly strategies: readonly StrategyStatus[];
  readonly markets: readonly {
    readonly symbol: string;
    readonly mid: Decimal | undefined;
    readonly ageMs: number | undefined;
    readonly trouble: readonly string[];
  }[];
  readonly openOrders: number;
  readonly fills: number;
  readonly conversions: number;
  /** Lanes that take no new risk, with the reason. */
  readonly frozen: Readonly<Record<string, string>>;
  readonly refusals: Readonly<Record<string, number>>;
  readonly rate: { readonly perSecond: number; readonly used: number; readonly waiting: number; readonly blockedUntil: string | undefined };
  readonly clock: { readonly offsetMs: number; readonly halted: string | undefined };
  /** What can't be checked at the moment. */
  readonly unchecked: readonly string[];
  readonly trouble: readonly string[];
}

export interface StrategyStatus {
  readonly name: string;
  readonly symbol: string;
  readonly state: string;
  readonly reason: string | undefined;
  readonly position: Decimal;
  readonly realised: Decimal;
  readonly unrealised: Decimal | undefined;
  readonly fees: Decimal;
  readonly openOrders: number;
  readonly fills: number;
}

interface StatusInput {
  readonly daemon: {
    readonly world: string;
    readonly venue: { readonly host: string; readonly keyTail: string };
    readonly tally: Tally;
    readonly isStarting: boolean;
  };
  readonly client: ExchangeClient;
  readonly snapshot: EngineSnapshot;
  readonly settings: Settings;
  readonly now: Instant;
  readonly startedAt: Instant;
  readonly upMs: number;
  readonly database: string;
  readonly recorder: RecorderStatus | undefined;
  readonly trouble: readonly string[];
  readonly isStopping: boolean;
}

export function statusOf({
  daemon,
  client,
  snapshot,
  settings,
  now,
  startedAt,
  upMs,
  database,
  recorder,
  trouble,
  isStopping,
}: StatusInput): StatusReport {
  const usage = client.limiter.usage();
  const polled = polledSymbols(settings);
  return {
    world: daemon.world,
    venue: daemon.venue,
    pid: process.pid,
    state: isStopping ? 'stopping' : snapshot.halted !== undefined ? 'halted' : daemon.isStarting ? 'starting' : 'running',
    reason: snapshot.halted,
    startedAt: isoOf(startedAt),
    upMs,
    config: settings.file,
    database,
    recorder,
    strategies: snapshot.strategies.map(({ name, symbol, state, reason, position, unrealised, openOrders }) => ({
      name,
      symbol,
      state,
      reason,
      position: position.amount,
      realised: position.realised,
      unrealised,
      fees: position.fees,
      openOrders,
      fills: position.fills,
    })),
    markets: snapshot.markets
      .filter(({ symbol }) => polled.includes(symbol))
      .map(({ symbol, mid, bookAt, trouble: market }) => ({
        symbol,
        mid,
        ageMs: bookAt === undefined ? undefined : now - bookAt,
        trouble: market,
      })),
    openOrders: snapshot.orders.length,
    fills: daemon.tally.fills,
    conversions: daemon.tally.conversions,
    frozen: snapshot.frozen,
    refusals: snapshot.refusals,
    rate: {
      perSecond: usage.perSecond,
      used: usage.usedInLastSecond,
      waiting: Object.values(usage.waiting).reduce((sum, count) => sum + count, 0),
      blockedUntil: usage.blockedUntil === undefined ? undefined : isoOf(usage.blockedUntil),
    },
    clock: { offsetMs: client.venueClock.offsetMs, halted: client.venueClock.halted },
    unchecked: snapshot.balances.length === 0 ? ['balances: the venue has not told them, so orders are not held against them'] : [],
    trouble,
  };
}
