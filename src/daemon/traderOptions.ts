import type { Clock } from '../base/clock.ts';
import type { Fault } from '../base/fault.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import type { EngineSettings } from '../engine/engineState.ts';
import type { StreamFeed, StreamFeedOptions } from '../feed/streamFeed.ts';
import type { LateRow } from '../gateway/marketFeed.ts';
import type { LearnedRefusals } from '../gateway/learnedRefusals.ts';
import type { FillLog, Journal, StateStore } from '../model/journal.ts';
import type { Ledger } from '../model/ledger.ts';
import type { EventBody } from '../model/event.ts';
import type { Pair } from '../model/pair.ts';
import type { OpenPast } from '../recording/warmingUp.ts';
import type { PollSettings } from '../loading/pollsOf.ts';
import type { EngineLoopOptions } from './engineLoop.ts';
import type { MakeAccount } from './tradingAccount.ts';

export interface TraderOptions {
  readonly clock: Clock;
  readonly client: ExchangeClient;
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly state: StateStore;
  readonly ledger: Ledger;
  readonly engine: EngineSettings;
  /** The symbols whose books are polled. */
  readonly symbols: readonly string[];
  readonly poll: PollSettings;
  /** Listens to the market of further symbols, or of the same. */
  readonly watch?: MarketWatch | undefined;
  /** Opens the stream from which the market is taken. Without it, the venue is polled. */
  readonly stream?: OpenStream | undefined;
  readonly seed: number | string;
  /** Where the venue begins to count pages. */
  readonly firstPage: number;
  /** Whether the venue is known to replace an order in one step. */
  readonly replacesAtomically: boolean;
  /** How late an order or an execution may become visible at the venue, at most. Default 15,000. */
  readonly visibilityMs?: number | undefined;
  /** How many orders of a lane nobody may know the outcome of until it is shut. Default 1. */
  readonly unknownPerLane?: number | undefined;
  /** What was learned of the account's refusals. Without it, none are learned. */
  readonly refusals?: LearnedRefusals | undefined;
  /** False for a single order from the command line: nothing is polled but the own orders, and a failure at the start is final. */
  readonly polls: boolean;
  /** What becomes of orders of earlier lives whose strategy is not configured any more. Left out: they stay. */
  readonly onStop?: 'cancel' | 'keep' | undefined;
  /** What was recorded before the start: strategies' signals are warmed up with it. Without it, they begin with the first poll. */
  readonly past?: OpenPast | undefined;
  /** Called once, when nothing more may be sent: the journal refuses, or the program is wrong. */
  readonly onFatal: (fault: Fault) => void;
  /** What people should know and no event says. */
  readonly onTrouble: TellTrouble;
  /** What that was `about` could be read. */
  readonly onOver?: (about: string, told?: string) => void;
  readonly record?: EngineLoopOptions['record'];
  /** Without it, the account at the venue. */
  readonly account?: MakeAccount | undefined;
}

/** Who follows markets beside the engine. A symbol of both is polled once, in the finer way of the two. */
export interface MarketWatch {
  readonly symbols: readonly string[];
  readonly booksMs: number;
  readonly depth: number;
  /** Called once, before the first event, with those that the venue lists, and how they are polled. */
  begin(pairs: readonly { readonly pair: Pair; readonly everyMs: number; readonly depth: number }[]): void;
  market(event: EventBody): void;
  /** What a stream brings too late to trade on. */
  late?(row: LateRow): void;
}

/** Opens the market of some pairs, as another sluice publishes it. */
export type OpenStream = (wanted: Omit<StreamFeedOptions, 'server' | 'venue' | 'guard'>) => StreamFeed;
