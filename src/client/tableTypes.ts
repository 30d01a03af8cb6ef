import type { Decimal } from '../base/decimal.ts';
import type { Operation, Paging, Params, Reply } from '../contract/operation.ts';
import type { CallOptions } from './call.ts';
import type { List } from './list.ts';

/** The rows of one interface, by `area.verb`. */
export type OperationTable = Readonly<Record<string, Operation>>;

/** The parameters of a row in one flat object. Optional ones may be left out. */
export type TableParams<Table, Name extends keyof Table> = Optional<Params<Table[Name]>>;

/** The reply of a row. */
export type TableReply<Table, Name extends keyof Table> = Reply<Table[Name]>;

/** `client.orders.place`, `client.book.get` and so on, derived from the keys of a table. */
export type TableMethods<Table> = {
  readonly [Area in AreaOf<keyof Table & string>]: {
    readonly [Name in keyof Table & string as Name extends `${Area}.${infer Verb}` ? Verb : never]: MethodOf<Table, Name>;
  };
};

type AreaOf<Name extends string> = Name extends `${infer Area}.${string}` ? Area : never;

type MethodOf<Table, Name extends keyof Table> = Table[Name] extends { readonly paging: Paging }
  ? (
      ...args: Arguments<Unpaged<TableParams<Table, Name>, Table[Name]['paging']>>
    ) => List<TableReply<Table, Name>, ItemOf<Table[Name]['paging'], TableReply<Table, Name>>>
  : (...args: Arguments<TableParams<Table, Name>>) => Promise<TableReply<Table, Name>>;

/** Without required parameters, the object itself may be left out. */
type Arguments<P> = Record<never, never> extends P ? [params?: P, options?: CallOptions] : [params: P, options?: CallOptions];

/** A list fills in the page itself. */
type Unpaged<P, Style> = Style extends { readonly style: 'page-count' }
  ? Omit<P, 'page' | 'count'> & { readonly page?: number; readonly count?: number }
  : Omit<P, 'skip' | 'take'> & { readonly skip?: number; readonly take?: number };

type ItemOf<P, Page> = P extends { readonly style: 'page-count'; readonly items: infer Items extends string }
  ? Page extends Readonly<Record<Items, readonly (infer Item)[]>>
    ? Item
    : never
  : Page extends readonly (infer Item)[]
    ? Item
    : never;

type Optional<P> = { readonly [K in keyof P as undefined extends P[K] ? never : K]: Nested<P[K]> } & {
  readonly [K in keyof P as undefined extends P[K] ? K : never]?: Nested<P[K]>;
};

/** Optional members may be left out in lists and nested objects too. */
type Nested<V> = V extends Decimal ? V : V extends readonly (infer Item)[] ? readonly Nested<Item>[] : V extends object ? Optional<V> : V;
