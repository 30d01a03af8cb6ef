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
}

/** The venue's three interfaces as moves use them: each transfer goes through the journal of its account. */
export function moveVenue({ callsOf, transfersOf, journalOf, firstPage, orders }: MoveVenueOptions): MoveVenue {
  return {
    async read<T>(name: InterfaceName, operation: string, params: Readonly<Record<string, unknown>>) {
      const calls = callsOf(name);
      return (await calls.send(calls.prepare(operation, params))).reply as T;
    },
    async transfer(name, operation, params, options = {}) {
      await sendApiRequest({ interface: name, operation, params }, callsOf(name), transfersOf, options);
    },
    journal: journalOf,
    orders,
    reads: (name) => transferReads(callsOf(name), name === 'exchange' ? firstPage : 0),
  };
}
