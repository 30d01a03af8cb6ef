import type { Fault } from '../base/fault.ts';
import type { RiskLimits } from '../engine/risk/limits.ts';
import type { Resolution } from '../gateway/resolver.ts';
import type { Balance } from '../model/balance.ts';
import type { Book } from '../model/book.ts';
import type { Command } from '../model/command.ts';
import type { Quote } from '../model/conversion.ts';
import type { EventBody } from '../model/event.ts';
import type { Intent } from '../model/intent.ts';
import type { BoundOrder } from '../model/journal.ts';
import type { Pair } from '../model/pair.ts';
import type { ExecutionsSettled, ExecutionVerdict, Receiver, Verdict } from '../model/verdict.ts';
import type { TradingScope, TradingStop } from '../model/tradingStop.ts';
import type { Reconciler } from './reconciler.ts';

/** What a person decides where the lists leave it open. Each rejects with a `Fault` that says why that can't be. */
export interface PersonsDecisions {
  /** What came of an intent. */
  resolve(id: string, verdict: Verdict): Promise<Intent>;
  /** Which executions of an order are right. */
  settleExecutions(orderId: string, verdict: ExecutionVerdict): Promise<ExecutionsSettled>;
  /** That an open order, which nobody here has placed, is a strategy's. */
  giveTo(strategy: Receiver, orderId: string, intentId: string): Promise<BoundOrder>;
}

/**
 * The account's side of a world: takes commands and tells what comes of them. Live it is the venue with journal and lists, in
 * paper mode the fill model; all else is the same.
 */
export interface TradingAccount extends PersonsDecisions {
  /** Returns nothing and never throws: what comes of it is posted. */
  send(command: Command): void;
  /** Requests that are under way. */
  readonly inFlight: number;
  /** The first look, before anything trades: brings the store in step and posts what earlier lives left behind. */
  begin(pairs: readonly Pair[]): Promise<void>;
  /** A quote that a person has seen, with the venue's times, by our clock. */
  ourQuote(quote: Quote): Quote;
  /** What nobody knows the outcome of; undefined where that can't be. */
  resolution(): Resolution | undefined;
  /** One look at the own orders. Rejects when it could not be completed. */
  look(): Promise<void>;
  balances(): Promise<readonly Balance[]>;
  /** Undefined for an account that has no venue to be compared with. */
  readonly reconciler: Reconciler | undefined;
  /** Whether orders are open that a shutdown cancels. */
  hasOpenOrders(): Promise<boolean>;
  /** Whose orders outlive the daemon: a shutdown leaves them alone. Undefined where no order does. */
  readonly spared: string | undefined;
  /** News of the market, right before the engine hears of it. */
  market(news: EventBody): void;
  /** Trading of a scope stops: what was decided before and waits for its turn does not leave any more. */
  stopTrading(stop: TradingStop): void;
  resumeTrading(scope: TradingScope): void;
  /** From here on these limits hold for what leaves. */
  limit(limits: RiskLimits): void;
  /** From here on everything but a cancel is refused as not sent. */
  close(): void;
  /** Gives up what is under way. */
  abort(): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** What an account tells, and whom. */
export interface AccountHooks {
  readonly post: (body: EventBody) => void;
  /** Nothing more may be sent: the store refuses, or the program is wrong. */
  readonly onFatal: (fault: Fault) => void;
  /** Something was changed: a look is due soon. */
  readonly onChange: () => void;
  /** The balances should be read soon: they tell what the lists do not tell yet. */
  readonly onDoubt: () => void;
  /** Resolves when what the engine has saved under a name is on disk. Rejects with a `Fault` when it could not be written. */
  readonly saved: (key: string) => Promise<void>;
  readonly bookOf: (symbol: string) => Book | undefined;
}

export type MakeAccount = (hooks: AccountHooks) => TradingAccount;
