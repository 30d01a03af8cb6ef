import type { Decimal } from '../base/decimal.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import type { ProtectionRow } from '../engine/protectionRow.ts';
import type { EngineSnapshot, TradeSnapshot } from '../engine/snapshot.ts';
import type { StreamStatus } from '../feed/streamFeed.ts';
import { idOf, type LearnedRefusals } from '../gateway/learnedRefusals.ts';
import type { DeskOrder } from '../model/deskOrder.ts';
import type { LearnedRefusal } from '../model/learnedRefusal.ts';
import type { Pair } from '../model/pair.ts';
import type { TradingState } from '../model/tradingStop.ts';
import { worstStop } from '../engine/tradingStops.ts';
import type { RefusalCounts } from '../model/refusalCounts.ts';
import { polledSymbols } from './polledSymbols.ts';
import type { DaemonInterfaces } from './daemonInterfaces.ts';
import { type OwnerlessStatus, ownerlessStatus } from './ownerlessStatus.ts';
import type { Ownerless } from './ownerless.ts';
import { stopOver, type StopStatus, stopStatus } from './stopStatus.ts';
import type { ShadowStatus } from './shadow/shadowStatus.ts';
import type { RecorderStatus } from './recorder/daemonRecorder.ts';
import type { EmbeddedSimulator } from '../simulator/embeddedSimulator.ts';
import type { CallTimes, CallTimesReport } from './callTimes.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { type ResolverStatus, resolverStatus, type UnresolvedStatus, unresolvedStatus } from './resolverStatus.ts';
import { type StrategyProfit, strategyProfit } from './strategyProfit.ts';
import type { Tally } from './tally.ts';
import type { Trader } from './trader.ts';
import type { VenueFacts } from './venueFacts.ts';

/** What `sluice status` shows. Times are ISO 8601 UTC, money is exact. */
export interface StatusReport {
  readonly world: string;
  readonly venue: VenueFacts;
  readonly pid: number;
  readonly state: 'starting' | 'running' | 'reducing' | 'halted' | 'stopping';
  readonly reason: string | undefined;
  /** What may leave at all: everything, what makes positions smaller, or cancels only. */
  readonly trading: TradingState;
  /** What keeps trading from being active, of everything or of a part. */
  readonly stops: readonly StopStatus[];
  /** Limits on losses and other protections, and what each waits for. */
  readonly protections: readonly ProtectionRow[];
  /** Deals that are being executed in the best way, and what each waits for. */
  readonly trades: readonly TradeSnapshot[];
  readonly startedAt: string;
  readonly upMs: number;
  /** The file of the configuration, the hash of what is in force, and since when it is. */
  readonly config: string | undefined;
  readonly configHash: string;
  readonly configLoadedAt: string;
  /** Where journal and fill log are. */
  readonly database: string;
  /** Undefined when nothing is to be recorded. */
  readonly recorder: RecorderStatus | undefined;
  /** The stream that the market comes from. Undefined where the venue is polled. */
  readonly feed?: StreamStatus | undefined;
  /** The next start knows nothing of this one: so it is with the demo. */
  readonly forgotten?: true;
  readonly strategies: readonly StrategyStatus[];
  /** Strategies beside their shadows. */
  readonly shadows: readonly ShadowStatus[];
  readonly markets: readonly MarketStatus[];
  readonly openOrders: number;
  /** What the desk keeps for the strategies, and what each waits for. */
  readonly deskOrders: readonly DeskOrderStatus[];
  readonly fills: number;
  readonly conversions: number;
  /** Outcomes that nobody knows yet, and how late the lists are; undefined in paper mode. */
  readonly resolver: ResolverStatus | undefined;
  /** What was learned of the venue's refusals. */
  readonly learned: LearnedStatus;
  /** Withdrawals, payouts, refunds and payments of which nobody knows what came of them. */
  readonly transfers: readonly UnresolvedStatus[];
  /** What a recovery has booked and what is in no strategy's position yet. */
  readonly ownerless: readonly OwnerlessStatus[];
  /** Lanes that take no new risk, with the reason. */
  readonly frozen: Readonly<Record<string, string>>;
  /** By strategy and rule, since the start. */
  readonly refusals: RefusalCounts;
  readonly rate: {
    readonly perSecond: number;
    readonly used: number;
    readonly waiting: number;
    /** Until then the venue has asked for silence, of all but cancels. */
    readonly blockedUntil: string | undefined;
    readonly cancelsBlockedUntil: string | undefined;
  };
  /** How quick the venue and the journal have been lately. */
  readonly times?: CallTimesReport | undefined;
  readonly clock: { readonly offsetMs: number; readonly halted: string | undefined };
  /** By currency, the difference between the venue's balance and the ledger that nothing explains. */
  readonly unexplained: Readonly<Record<string, string>>;
  /** What can't be checked at the moment. */
  readonly unchecked: readonly string[];
  readonly trouble: readonly string[];
  /** The profile of faults that a person has switched on at the simulator of this daemon; undefined where nothing is made to go wrong. */
  readonly faults: string | undefined;
}

/** An order that the desk keeps. */
export type DeskOrderStatus = Omit<DeskOrder, 'placedAt' | 'until'> & { readonly placedAt: string; readonly until: string | undefined };

export interface LearnedStatus {
  readonly refusals: readonly {
    readonly id: string;
    readonly request: string;
    readonly answer: string;
    readonly state: string;
    readonly since: string;
  }[];
  /** Why the file that they are in can't be read or written. */
  readonly trouble: string | undefined;
}
export interface MarketStatus {
  readonly symbol: string;
  /** Decimals of a price; undefined when the venue does not list the pair. */
  readonly precision: number | undefined;
  readonly mid: Decimal | undefined;
  readonly bid: Decimal | undefined;
  readonly ask: Decimal | undefined;
  readonly ageMs: number | undefined;
  readonly trouble: readonly string[];
}

/** A strategy in one market. One of several markets has a row for each. */
export interface StrategyStatus extends StrategyProfit {
  readonly name: string;
  readonly symbol: string;
  /** What a strategy of several markets calls this one. */
  readonly market?: string | undefined;
  readonly state: string;
  /** What it may do: `active`, `reducing` (only make its position smaller) or `halted` (only cancel). */
  readonly trading: TradingState;
  readonly reason: string | undefined;
  readonly position: Decimal;
  readonly openOrders: number;
  /** Since the daemon's start, as the totals are. A conversion is no fill. */
  readonly fills: number;
  readonly conversions: number;
}

interface StatusInput {
  readonly daemon: {
    readonly world: string;
    readonly venue: VenueFacts;
    readonly tally: Tally;
    readonly simulator: Pick<EmbeddedSimulator, 'faults'> | undefined;
    readonly trader: Trader;
    readonly refusals: LearnedRefusals;
    readonly interfaces: Pick<DaemonInterfaces, 'transfers'>;
  };
  readonly client: ExchangeClient;
  readonly settings: Settings;
  readonly loaded: { readonly hash: string; readonly loadedAt: string };
  readonly now: Instant;
  readonly startedAt: Instant;
  readonly upMs: number;
  readonly database: string;
  /** The kill file, while it is there. */
  readonly killFile: string | undefined;
  readonly recorder: RecorderStatus | undefined;
  readonly shadows: readonly ShadowStatus[];
  readonly trouble: readonly string[];
  readonly times: Pick<CallTimes, 'report'>;
  readonly ownerless: Pick<Ownerless, 'left'>;
  readonly isStopping: boolean;
}

export function statusOf({
  daemon,
  client,
  settings,
  loaded,
  now,
  startedAt,
  upMs,
  database,
  killFile,
  recorder,
  shadows,
  trouble,
  times,
  ownerless,
  isStopping,
}: StatusInput): StatusReport {
  const { trader, refusals, interfaces } = daemon;
  const { pairs, reconciler } = trader;
  const snapshot = trader.snapshot();
  const usage = client.limiter.usage();
  const ofAll = worstStop(snapshot.stops.filter(({ scope }) => scope.of === 'all'));
  return {
    world: daemon.world,
    venue: daemon.venue,
    pid: process.pid,
    state: isStopping ? 'stopping' : (ofAll?.state ?? (trader.isStarted ? 'running' : 'starting')),
    reason: ofAll?.reason,
    trading: ofAll?.state ?? 'active',
    stops: snapshot.stops.map((stop) => stopStatus(stop, killFile)),
    startedAt: isoOf(startedAt),
    upMs,
    config: settings.file,
    configHash: loaded.hash,
    configLoadedAt: loaded.loadedAt,
    database,
    recorder,
    feed: trader.streamStatus(),
    shadows,
    ...(daemon.simulator !== undefined && { forgotten: true as const }),
    strategies: snapshot.strategies.map((strategy, i) => ({
      name: strategy.name,
      symbol: strategy.symbol,
      market: strategy.market,
      state: strategy.state,
      trading: strategy.trading,
      // What has stopped a strategy for good says more than what would hold it.
      reason: (strategy.state === 'stopped' ? undefined : stopOver(strategy, snapshot.stops)) ?? strategy.reason,
      position: strategy.position.amount,
      ...strategyProfit(strategy),
      openOrders: strategy.openOrders,
      fills: daemon.tally.fillsOf(strategy.name, strategy.symbol),
      // A conversion belongs to no market, so of several rows the first one counts it.
      conversions: snapshot.strategies[i - 1]?.name === strategy.name ? 0 : (daemon.tally.conversionsByStrategy.get(strategy.name) ?? 0),
    })),
    markets: polledSymbols(settings).flatMap((symbol) => marketOf(symbol, snapshot, pairs, now)),
    openOrders: snapshot.orders.length,
    deskOrders: snapshot.deskOrders.map(deskOrderStatus),
    fills: daemon.tally.fills,
    conversions: daemon.tally.conversions,
    resolver: resolverStatus(trader.resolution(), now, Math.max(settings.poll.orders, settings.poll.trades) + settings.risk.staleAfter),
    transfers: interfaces.transfers.unresolved().map(unresolvedStatus),
    learned: { refusals: refusals.all().map(learnedStatus), trouble: refusals.trouble },
    protections: snapshot.protections,
    trades: snapshot.trades,
    ownerless: ownerless.left.map((one) => ownerlessStatus(one, settings.strategies)),
    frozen: snapshot.frozen,
    refusals: snapshot.refusals,
    rate: {
      perSecond: usage.perSecond,
      used: usage.usedInLastSecond,
      waiting: Object.values(usage.waiting).reduce((sum, count) => sum + count, 0),
      blockedUntil: usage.blockedUntil === undefined ? undefined : isoOf(usage.blockedUntil),
      cancelsBlockedUntil: usage.cancelsBlockedUntil === undefined ? undefined : isoOf(usage.cancelsBlockedUntil),
    },
    times: times.report(),
    clock: { offsetMs: client.venueClock.offsetMs, halted: client.venueClock.halted },
    unexplained: Object.fromEntries([...(reconciler?.books.unexplained ?? [])].map(([currency, amount]) => [currency, amount.toFixed()])),
    unchecked: snapshot.balances.length === 0 ? ['balances: the venue has not told them, so orders are not held against them'] : [],
    trouble,
    faults: daemon.simulator?.faults,
  };
}

function deskOrderStatus({ placedAt, until, ...order }: DeskOrder): DeskOrderStatus {
  return { ...order, placedAt: isoOf(placedAt), until: until === undefined ? undefined : isoOf(until) };
}

/** None while the venue has not told what it lists. */
function marketOf(symbol: string, { markets }: EngineSnapshot, pairs: readonly Pair[], now: Instant): MarketStatus[] {
  const precision = pairs.find((pair) => pair.symbol === symbol)?.grid.precision;
  const found = markets.find((market) => market.symbol === symbol);
  if (found !== undefined) {
    const { mid, bid, ask, bookAt, trouble } = found;
    return [{ symbol, precision, mid, bid, ask, ageMs: bookAt === undefined ? undefined : now - bookAt, trouble }];
  }
  const nothing = { precision, mid: undefined, bid: undefined, ask: undefined, ageMs: undefined };
  return pairs.length === 0 ? [] : [{ symbol, ...nothing, trouble: ['the venue does not list it'] }];
}

function learnedStatus(refusal: LearnedRefusal): LearnedStatus['refusals'][number] {
  const { kind, refusal: answer, state, since } = refusal;
  return { id: idOf(refusal), request: kind, answer, state, since: isoOf(since) };
}
