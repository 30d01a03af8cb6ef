import type { Decimal } from '../../base/decimal.ts';
import type { InterfaceName } from '../../contract/operation.ts';
import type { Journal } from '../../model/journal.ts';
import type { MoveKind, MoveRecord, MoveRow, RowProgress } from '../../model/move.ts';
import type { TransferReads } from '../transferReads.ts';
import type { TransferOptions } from '../transfers.ts';
import type { BookOrders } from './bookOrders.ts';

/** The venue as moves use it. */
export interface MoveVenue {
  /** Asks what changes nothing. Rejects with the client's `Fault`. */
  read<T>(name: InterfaceName, operation: string, params: Readonly<Record<string, unknown>>): Promise<T>;
  /** Sends a transfer through the journal, at most once. Rejects as `Transfers.send` does; the journal says what came of it. */
  transfer(
    name: InterfaceName,
    operation: string,
    texts: Readonly<Record<string, string>>,
    options?: Pick<TransferOptions, 'draftProblem' | 'marks'>,
  ): Promise<void>;
  /** That of the account at an interface. */
  journal(name: InterfaceName): Promise<Journal>;
  reads(name: InterfaceName): TransferReads;
  /** Undefined where nothing is taken out of an order book. */
  readonly orders?: BookOrders | undefined;
}

/** What a payment would cost, as the venue says. */
export interface RowQuote {
  /** All that leaves the account, in the currency of the row. */
  readonly leaves: Decimal;
  /** What the venue takes of it. Undefined when it does not say. */
  readonly fee: Decimal | undefined;
  /** What arrives. Undefined when the venue does not say. */
  readonly receives: Decimal | undefined;
  readonly receivesCurrency: string;
  /** Why the venue would not do it. */
  readonly problem: string | undefined;
}

/** Why nothing was sent. */
export interface SendTrouble {
  readonly why: string;
  /** Whether it stays so: then what waits is declined. */
  readonly isFinal: boolean;
}

/** How the moves of one kind are done at the venue. */
export interface Carrier {
  /** What the rows would cost. It reads only. Rejects with a `Fault` when the venue can't say. */
  quote(rows: readonly MoveRow[]): Promise<readonly RowQuote[]>;
  /** Whether the account's journal has something with this reference that has been sent, or may have been. */
  knows(reference: string): Promise<boolean>;
  /** Those of many references that the journal has at all, so that not each has to be asked about. Undefined where moves have few rows. */
  journalled?(references: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Sends the next of what waits, each payment at most once. What came of it is in the journal, so a refusal or a lost answer is no
   * trouble; that something could not be sent is. Rejects when the store does.
   */
  send(move: MoveRecord): Promise<SendTrouble | undefined>;
  /** What has become of each row, by the journal and by complete reads. Rejects with a `Fault` when that could not be read. */
  look(move: MoveRecord): Promise<readonly RowProgress[]>;
}

export type Carriers = Readonly<Record<MoveKind, Carrier>>;
