import type { Instant } from '../base/instant.ts';
import type { SendOptions } from '../client/call.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import type { PreparedRequest } from '../client/prepare.ts';
import type { Command, RequestQuoteCommand } from '../model/command.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Report } from '../model/event.ts';
import type { FillLog, IntentOutcome, Journal, NewIntent } from '../model/journal.ts';

/** A command that moves money or risk, or takes risk away. It is journalled. */
export type MoneyCommand = Exclude<Command, RequestQuoteCommand>;

/** What a request for money needs of the world. */
export interface MoneyContext {
  readonly client: ExchangeClient;
  readonly journal: Journal;
  readonly fillLog: FillLog;
}

/** A request for money before a byte of it has left: what is journalled, and how it is sent. */
export interface MoneyRequest {
  readonly intent: Pick<NewIntent, 'kind' | 'lane' | 'fingerprint' | 'exposure' | 'exposureCurrency' | 'targetId'> & {
    /** Set where something may be done only once, whoever asks: a quote. Default: the intent's own id. */
    readonly decision?: string;
    /** From this time on, by the venue's clock, it can't be done any more: the end of a quote. */
    readonly expiresAt?: Instant;
    readonly references?: readonly string[];
  };
  readonly prepared: PreparedRequest;
  /** Sends once and checks the answer. A `Fault` without a proof in its `outcome` leaves the outcome unknown. */
  send(options: SendOptions): Promise<Acknowledgement>;
}

/** The venue has accepted the request, proven by an answer that is about it. */
export interface Acknowledgement {
  readonly outcome: IntentOutcome;
  readonly conversion?: Conversion | undefined;
  readonly report: Report;
}
