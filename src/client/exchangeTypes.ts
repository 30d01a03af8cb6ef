import type { ExchangeOperations } from '../contract/exchange.ts';
import type { Paging, Params, Reply } from '../contract/operation.ts';
import type { CallOptions } from './call.ts';
import type { List } from './list.ts';

/** A key of the contract table, as `orders.place`. */
export type ExchangeOperation = keyof ExchangeOperations;

/** Parameters of an operation in one flat object; those that may be absent may also be left out. */
export type ParamsOf<Name extends ExchangeOperation> = Optional<Params<ExchangeOperations[Name]>>;

/** What an operation answers. */
export type ReplyOf<Name extends ExchangeOperation> = Reply<ExchangeOperations[Name]>;

/** `client.orders.place`, `client.book.get`, ...: read off the keys of the table. */
export type ExchangeMethods = {
  readonly [Area in AreaOf<ExchangeOperation>]: {
    readonly [Name in ExchangeOperation as Name extends `${Area}.${infer Verb}` ? Verb : never]: MethodOf<Name>;
  };
};

type AreaOf<Name extends string> = Name extends `${infer Area}.${string}` ? Area : never;

type MethodOf<Name extends ExchangeOperation> = ExchangeOperations[Name] extends { readonly paging: Paging }
  ? (...args: Arguments<Unpaged<ParamsOf<Name>>>) => List<ReplyOf<Name>, ItemOf<ExchangeOperations[Name]['paging'], ReplyOf<Name>>>
  : (...args: Arguments<ParamsOf<Name>>) => Promise<ReplyOf<Name>>;

/** Without required parameters the object itself may be left out. */
type Arguments<P> = Record<never, never> extends P ? [params?: P, options?: CallOptions] : [params: P, options?: CallOptions];

/** A list fills in the page itself. */
type Unpaged<P> = Omit<P, 'page' | 'count'> & { readonly page?: number; readonly count?: number };

type ItemOf<P, Page> = P extends { readonly style: 'page-count'; readonly items: infer Items extends string }
  ? Page extends Readonly<Record<Items, readonly (infer Item)[]>>
    ? Item
    : never
  : Page extends readonly (infer Item)[]
    ? Item
    : never;

type Optional<P> = { readonly [K in keyof P as undefined extends P[K] ? never : K]: P[K] } & {
  readonly [K in keyof P as undefined extends P[K] ? K : never]?: P[K];
};
