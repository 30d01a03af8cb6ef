import type { ExchangeOperations } from '../contract/exchange.ts';
import type { TableMethods, TableParams, TableReply } from './tableTypes.ts';

/** A key of the contract table, as `orders.place`. */
export type ExchangeOperation = keyof ExchangeOperations;

/** Parameters of an operation in one flat object; those that may be absent may also be left out. */
export type ParamsOf<Name extends ExchangeOperation> = TableParams<ExchangeOperations, Name>;

/** What an operation answers. */
export type ReplyOf<Name extends ExchangeOperation> = TableReply<ExchangeOperations, Name>;

/** `client.orders.place`, `client.book.get`, ...: read off the keys of the table. */
export type ExchangeMethods = TableMethods<ExchangeOperations>;
