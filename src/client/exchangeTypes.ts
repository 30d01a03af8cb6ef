import type { ExchangeOperations } from '../contract/exchange.ts';
import type { TableMethods, TableParams, TableReply } from './tableTypes.ts';

/** A key of the contract table, such as `orders.place`. */
export type ExchangeOperation = keyof ExchangeOperations;

/** The parameters of an operation in one flat object. Optional ones may be left out. */
export type ParamsOf<Name extends ExchangeOperation> = TableParams<ExchangeOperations, Name>;

/** The reply of an operation. */
export type ReplyOf<Name extends ExchangeOperation> = TableReply<ExchangeOperations, Name>;

/** `client.orders.place`, `client.book.get` and so on, derived from the keys of the table. */
export type ExchangeMethods = TableMethods<ExchangeOperations>;
