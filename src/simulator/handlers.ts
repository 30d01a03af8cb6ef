import type { Instant } from '../base/instant.ts';
import type { Operation, Params, Reply } from '../contract/operation.ts';
import type { Answer } from './answer.ts';

/**
 * The behaviour of one row of the contract table. It is synchronous, so that nothing can happen in between. `origin` is the
 * address by which the caller reached the simulator, for links to its pages.
 */
export type Handler<O> = (parameters: Params<O>, at: Instant, origin: string) => Answer<Reply<O>>;

/** A handler for each row of a table; a row without one does not compile. */
export type Handlers<Table> = { readonly [Name in keyof Table]: Handler<Table[Name]> };

/** The rows of one interface, by name. */
export type OperationTable = Readonly<Record<string, Operation>>;
