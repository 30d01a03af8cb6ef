import type { Decimal } from '../../base/decimal.ts';
import type { EquityReport } from '../../daemon/history/equityReport.ts';
import type { MidPoint } from '../../daemon/history/marketHistory.ts';
import type { StrategyForm } from '../../daemon/history/strategyForms.ts';
import type { InterfaceClients } from '../../daemon/interfaceClients.ts';
import type { Canceled } from '../../daemon/operations.ts';
import type { ConfigPlan } from '../../daemon/reload/configPlan.ts';
import type { OperatorResult } from '../../daemon/askOperator.ts';
import type { ReconciledRow } from '../../daemon/reconciliation.ts';
import type { ApiReply } from '../../daemon/sendApiRequest.ts';
import type { StatusReport, StrategyStatus } from '../../daemon/status.ts';
import type { StillStopped } from '../../daemon/stopStatus.ts';
import type { Look } from '../../gateway/resolver.ts';
import type { RiskUse } from '../../engine/risk/riskUse.ts';
import type { StoryRow } from '../../daemon/story/storyRows.ts';
import type { StrategySnapshot } from '../../engine/snapshot.ts';
import type { LogLevel } from '../../daemon/log.ts';
import type { Balance } from '../../model/balance.ts';
import type { Intent } from '../../model/intent.ts';
import type { BoundOrder } from '../../model/journal.ts';
import type { LearnedRefusal } from '../../model/learnedRefusal.ts';
import type { KeptState } from '../../engine/keptState.ts';
import type { Order } from '../../model/order.ts';
import type { Plot } from '../../model/plots.ts';
import type { PositionEntry } from '../../model/positionEntry.ts';
import type { RefusalCounts } from '../../model/refusalCounts.ts';
import type { ExecutionsSettled } from '../../model/verdict.ts';
import type { Side } from '../../model/grid.ts';
import type { Execution } from '../../daemon/history/executionHistory.ts';
import type { RefusalCount, RefusalLine } from '../../daemon/history/refusalHistory.ts';
import type { TagProfit } from '../../daemon/history/tagHistory.ts';
import type { MetricUnit } from '../../research/metrics/metric.ts';
import type { Band } from '../../research/runRecord.ts';
import type { RunEvent } from '../../research/storedRuns/runEvents.ts';
import type { RunRow } from '../../research/storedRuns/runList.ts';
import type { RunPoint } from '../../research/storedRuns/runSeries.ts';
import type { TripPage } from '../../research/storedRuns/runTrips.ts';
import type { SimulatorDeed, SimulatorView } from './simulatorView.ts';
import type { ParamsApplied, ParamsPlan } from './paramsView.ts';
import type { ProfitView } from './profitView.ts';
import type { StatementView } from './statementView.ts';
import type { TreasuryView } from './treasuryView.ts';
import type { PaymentsMissing, PaymentsView, PaymentView } from './paymentView.ts';
import type { WireForm } from './wireForm.ts';
import type { ControlName } from './controlRows.ts';
import type { PageLink, SignedOut } from './pageDoor.ts';

/** A live order of ours. Times are ISO 8601 UTC. */
export interface OrderRow extends Omit<Order, 'placedAt' | 'updatedAt'> {
  readonly placedAt: string;
  readonly updatedAt: string;
  /** Since it was placed. */
  readonly ageMs: number;
}

/** An execution. */
export interface FillLine {
  readonly id: string;
  readonly orderId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: string;
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly fee: Decimal;
  readonly feeCurrency: string;
  readonly feeType: string;
  readonly tradedAt: string;
  readonly receivedAt: string;
  /** Undefined for an order that nobody here has placed. */
  readonly strategy: string | undefined;
  readonly intentId: string | undefined;
  readonly tag: string | undefined;
}

/** A line of the event log. `id` grows by one with each line. */
export interface EventRow {
  readonly id: number;
  readonly at: string;
  readonly level: LogLevel;
  readonly event: string;
  readonly strategy: string | undefined;
  readonly symbol: string | undefined;
  readonly text: string;
}

/** Prices and amounts of a level, best first. */
export type LevelRow = readonly [price: Decimal, amount: Decimal];

export interface CandleRow {
  readonly from: number;
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly close: Decimal;
  readonly books: number;
}

/** One market. Without a book yet, sides and series are empty. */
export interface MarketView {
  readonly symbol: string;
  readonly tick: Decimal | undefined;
  readonly lot: Decimal | undefined;
  /** When the book arrived, and the venue's own time of it. */
  readonly receivedAt: string | undefined;
  readonly exchangeAt: string | undefined;
  readonly bids: readonly LevelRow[];
  readonly asks: readonly LevelRow[];
  /** Times in milliseconds since the epoch, oldest first, at most one a second. */
  readonly mids: readonly MidPoint[];
  /** Closed candles of a minute, oldest first. */
  readonly candles: readonly CandleRow[];
  readonly orders: readonly OrderRow[];
  /** Newest first. */
  readonly fills: readonly FillLine[];
}

/** A strategy: its form, and its row of the status for each of its markets. */
export interface StrategyView extends StrategyForm {
  readonly markets: readonly StrategyStatus[];
}

/** A request of which nobody knows what came of it. */
export interface UnresolvedView {
  readonly id: string;
  readonly kind: Intent['kind'];
  readonly state: Intent['state'];
  readonly strategy: string;
  readonly lane: string;
  /** What was asked for. */
  readonly what: string;
  /** The amount of the order, or what a conversion gives. Undefined where the request has none. */
  readonly amount: string | undefined;
  /** The most that may leave because of it, with its currency. */
  readonly atRisk: string | undefined;
  readonly since: string;
  readonly sentAt: string | undefined;
  /** When its answer was given up. */
  readonly gaveUpAt: string | undefined;
  /** From then on the venue refuses it. */
  readonly expiresAt: string | undefined;
  readonly evidence: string | undefined;
  /** The request as it went out, and its hash. */
  readonly request: { readonly body: string; readonly hash: string } | undefined;
  /** What the last complete reading of the lists says of it. Undefined before the first one, and for transfers. */
  readonly look: LookView | undefined;
  /** What is missing before it settles by itself. */
  readonly waitsFor: string | undefined;
  /** From when on a person can say that nothing came of it: the venue takes it no more. Undefined where that is not known. */
  readonly notPlacedFrom: string | undefined;
  /** What a person may decide, each with its command. */
  readonly verdicts: readonly { readonly type: 'adopt' | 'not-placed'; readonly command: string }[];
}

/** What one complete reading of the lists says of an unknown outcome. */
export type LookView = { readonly [K in keyof Look]: K extends LookTime ? string : Look[K] };
type LookTime = 'at' | 'takenUntil' | 'visibleUntil' | 'quietUntil';

/** A limit on risk. `used` is undefined where it is one of single orders, or where no book tells. */
export interface LimitRow extends Omit<RiskUse, 'limit' | 'most'> {
  /** The setting. */
  readonly limit: string;
  readonly most: Decimal | undefined;
}

/** How an id came about and what became of it, in the order of time. */
export interface StoryView {
  readonly rows: readonly (Omit<StoryRow, 'at'> & { readonly at: string })[];
  /** What is missing, and why. */
  readonly notes: readonly string[];
}

/** A backtest but for its series. */
export interface RunView {
  readonly id: string;
  /** Where it is, with its `report.html`. */
  readonly folder: string;
  readonly currency: string;
  readonly strategies: readonly string[];
  readonly from: string;
  readonly to: string;
  /** All inputs by their path: `data.BTC/EUR`, `strategies.btc-maker.params.size`. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly figures: readonly RunFigure[];
  /** Those of the fitted band. */
  readonly warnings: readonly string[];
}

/** A figure of a run. Null where it has no value. */
export interface RunFigure {
  readonly name: string;
  readonly label: string;
  readonly group: string;
  readonly unit: MetricUnit;
  readonly bands: Readonly<Record<Band, number | null>>;
}

/** What only a restart or a reload changes. */
export interface SettingsFacts {
  readonly world: string;
  readonly venue: StatusReport['venue'];
  readonly version: string;
  readonly pid: number;
  readonly startedAt: string;
  readonly config: string | undefined;
  /** Whether `config` may be changed: it is there, and no part of the package. */
  readonly isOwnConfig: boolean;
  readonly database: string;
  readonly symbols: readonly string[];
  readonly staleAfterMs: number;
  readonly onStop: 'cancel' | 'keep';
}

/** What each row answers, before it is written as JSON. */
export interface ControlReplies {
  status: StatusReport;
  'settings.facts': SettingsFacts;
  'orders.owners': Readonly<Record<string, string>>;
  'orders.live': readonly OrderRow[];
  'fills.list': readonly FillLine[];
  'executions.show': Execution;
  'refusals.list': {
    readonly lines: readonly (Omit<RefusalLine, 'at'> & { readonly at: string })[];
    /** By our own rules. */
    readonly counts: RefusalCounts;
    /** By the venue, and what was not sent in time. */
    readonly byVenue: readonly RefusalCount[];
  };
  'events.list': readonly EventRow[];
  'equity.series': EquityReport;
  'profit.list': ProfitView;
  'market.show': MarketView;
  'strategies.list': readonly StrategyView[];
  'strategies.tags': readonly TagProfit[];
  'strategies.state': KeptState;
  'strategies.plots': readonly Plot[];
  'unresolved.list': readonly UnresolvedView[];
  why: StoryView;
  'runs.list': readonly (Omit<RunRow, 'writtenAt'> & { readonly writtenAt: string })[];
  'runs.show': RunView;
  'runs.series': readonly RunPoint[];
  'runs.trips': TripPage;
  'runs.events': readonly (Omit<RunEvent, 'at'> & { readonly at: string })[];
  'payments.list': PaymentsView | PaymentsMissing;
  'payments.show': PaymentView;
  'limits.list': readonly LimitRow[];
  'balances.list': readonly Balance[];
  'treasury.show': TreasuryView;
  'statements.show': StatementView;
  'simulator.show': SimulatorView;
  accounts: ReturnType<InterfaceClients['accounts']>;
  'config.plan': ConfigPlan;
  'config.reload': ConfigPlan;
  'daemon.stop': { readonly stopping: true };
  'strategies.pauseAll': readonly string[];
  'strategies.tell': StrategySnapshot;
  'params.plan': ParamsPlan;
  'params.apply': ParamsApplied;
  /** `forgotten`: not so in the demo, whose next start begins anew. */
  'trading.stop': Canceled & { readonly forgotten?: true };
  'trading.resume': StillStopped;
  'orders.cancel': Canceled;
  'orders.give': BoundOrder;
  'orders.settle': ExecutionsSettled;
  'intents.resolve': Intent;
  'positions.adjust': Pick<PositionEntry, 'id' | 'symbol'>;
  'refusals.decide': LearnedRefusal;
  'simulator.faults': SimulatorDeed;
  'simulator.strike': SimulatorDeed;
  'simulator.price': SimulatorDeed;
  'simulator.deposit': SimulatorDeed;
  'simulator.lend': SimulatorDeed;
  'simulator.hold': SimulatorDeed;
  'simulator.decide': SimulatorDeed;
  'simulator.networkFee': SimulatorDeed;
  'simulator.notify': SimulatorDeed;
  'dashboard.link': PageLink;
  'dashboard.signOutAll': SignedOut;
  reconcile: readonly ReconciledRow[] | null;
  'ledger.adjust': { readonly booked: true };
  ask: OperatorResult;
  read: ApiReply;
  api: ApiReply;
}

/** What a caller gets: JSON with money as text; of raw rows the bytes. */
export type ControlReply<N extends ControlName> = ControlReplies[N] extends ApiReply ? ApiReply : WireForm<ControlReplies[N]>;
