import type { Observable } from 'rxjs';
import type { Fault } from '../base/fault.ts';
import type { ExchangeOperation } from '../client/exchangeTypes.ts';
import type { StrategySettings } from '../engine/strategySettings.ts';
import type { LearnedRefusals } from '../gateway/learnedRefusals.ts';
import type { Chronicle } from '../model/chronicle.ts';
import type { FillLog, Journal } from '../model/journal.ts';
import type { DaemonHistory } from './history/daemonHistory.ts';
import type { DaemonInterfaces } from './daemonInterfaces.ts';
import type { Ending } from './ending.ts';
import type { ApiReply, ApiRequest } from './sendApiRequest.ts';
import type { TroubleNotes } from './troubleNotes.ts';
import type { Operations } from './operations.ts';
import type { Reloader } from './reload/reloader.ts';
import type { EmbeddedSimulator } from '../simulator/embeddedSimulator.ts';
import type { Settings, World } from '../settings/loadSettings.ts';
import type { Stories } from './story/stories.ts';
import type { StatusReport } from './status.ts';
import type { Tally } from './tally.ts';
import type { Trader } from './trader.ts';
import type { VenueFacts } from './venueFacts.ts';

/** A running daemon. */
export interface Daemon {
  readonly world: World;
  readonly venue: VenueFacts;
  readonly trader: Trader;
  readonly tally: Tally;
  /** What people should know although no event says it: a venue that does not answer, a list that can't be read. */
  readonly trouble$: Observable<string>;
  /** What a person may do to the venue itself. Undefined unless it is the simulator inside this process. */
  readonly simulator: EmbeddedSimulator | undefined;
  status(): StatusReport;
  /** What happened lately: events, refusals, equity, mids. */
  readonly history: DaemonHistory;
  /** Reads of what is on disk. */
  readonly records: {
    readonly fillLog: Pick<FillLog, 'fills' | 'has'>;
    readonly journal: Pick<Journal, 'unresolved'>;
    readonly chronicle: Chronicle;
  };
  readonly settings: Settings;
  /** The state directory. */
  readonly state: string;
  /** The strategies as they are configured, with their parameters. */
  readonly strategies: readonly StrategySettings[];
  readonly operations: Operations;
  /** How orders came about. */
  readonly stories: Pick<Stories, 'tell'>;
  /** What was learned of the account's refusals. */
  readonly refusals: LearnedRefusals;
  /** The venue's interfaces as people reach them, and what takes money out through them. */
  readonly interfaces: DaemonInterfaces;
  /** Reads from the venue. `params` is JSON with every value as text. */
  read(operation: ExchangeOperation, params: string): Promise<Uint8Array>;
  /** Sends a person's request to one of the venue's interfaces as it is. `gone` says that nobody waits for it any more. */
  call(request: ApiRequest, gone: AbortSignal): Promise<ApiReply>;
  newId(): string;
  /** What is in force, and what a reload does. */
  readonly configuration: Pick<Reloader, 'inForce' | 'plan' | 'reload'>;
  /** Tells people of something that no event says. */
  note(message: string): void;
  readonly troubles: Pick<TroubleNotes, 'notReloaded' | 'tell'>;
  /** Begins the shutdown. `ended` tells when it is over. */
  requestStop(reason: string): void;
  /**
   * The kill switch: nothing new is sent and all orders are canceled, even after a restart. With `closes`, positions are closed
   * too.
   */
  kill(reason: string, closes: boolean): void;
  /** The program is wrong: nothing more is sent, and `ended` rejects. */
  giveUp(fault: Fault): void;
  /** Why trading is halted from the start on, and how it goes on. Undefined where it is not. */
  readonly begunHalted?: string | undefined;
  /** Resolves after an orderly end, and rejects when the daemon had to give up. */
  readonly ended: Promise<void>;
  /** What is open at the venue after the end. Undefined before, and when even that could not be found out. */
  readonly ending: Ending | undefined;
}
