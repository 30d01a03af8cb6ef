import type { InterfaceName } from '../../contract/operation.ts';
import type { Journal } from '../../model/journal.ts';
import type { BookOrders } from '../../treasury/moves/bookOrders.ts';
import type { MoveVenue } from '../../treasury/moves/carrier.ts';
import { transferReads } from '../../treasury/transferReads.ts';
import type { Transfers } from '../../treasury/transfers.ts';
import type { AnyCalls } from '../interfaceAccount.ts';
import { sendApiRequest } from '../sendApiRequest.ts';

export interface MoveVenueOptions {
  /** The client of an interface. Throws a `Fault` `configuration` where no account is named. */
  readonly callsOf: (name: InterfaceName) => AnyCalls;
  readonly transfersOf: (name: InterfaceName) => Promise<Transfers>;
  readonly journalOf: (name: InterfaceName) => Promise<Journal>;
  /** Where the exchange begins to count pages. */
  readonly firstPage: number;
  readonly orders?: BookOrders | undefined;
  /** Rejects with a `Fault`, `not-sent`, when trading is halted: a conversion by a quote asks right before it is journalled. */
  readonly mayConvert?: () => Promise<void>;
}

/** The venue's three interfaces as moves use them: each transfer goes through the journal of its account. */
export function moveVenue({ callsOf, transfersOf, journalOf, firstPage, orders, mayConvert }: MoveVenueOptions): MoveVenue {
  return {
    async read<T>(name: InterfaceName, operation: string, params: Readonly<Record<string, unknown>>) {
      const calls = callsOf(name);
      return (await calls.send(calls.prepare(operation, params))).reply as T;
    },
    async transfer(name, operation, params, options = {}) {
      const isAsked = operation === 'conversions.execute' && mayConvert !== undefined;
      const asked = isAsked ? { ...options, beforeSend: mayConvert } : options;
      await sendApiRequest({ interface: name, operation, params }, callsOf(name), transfersOf, asked);
    },
    journal: journalOf,
    orders,
    reads: (name) => transferReads(callsOf(name), name === 'exchange' ? firstPage : 0),
  };
}
