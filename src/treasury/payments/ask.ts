import type { exchange } from '../../contract/exchange.ts';
import type { hostedPage } from '../../contract/hostedPage.ts';
import type { InterfaceName, Operation, Reply } from '../../contract/operation.ts';
import type { processing } from '../../contract/processing.ts';

/** The rows of each interface. */
export interface Tables extends Record<InterfaceName, object> {
  readonly exchange: typeof exchange;
  readonly processing: typeof processing;
  readonly hostedPage: typeof hostedPage;
}

/** The parameters of a call as a person types them: numbers with their digits, lists and objects as JSON. */
export type Texts = Readonly<Record<string, string>>;

/** Sends one operation of an interface and resolves to its reply. Rejects with a `Fault`. */
export type Ask<Name extends InterfaceName> = <Key extends keyof Tables[Name] & string>(
  operation: Key,
  params: Texts,
) => Promise<Tables[Name][Key] extends Operation ? Reply<Tables[Name][Key]> : never>;

/** Parameters without those that were not given. */
export function given(params: Readonly<Record<string, string | undefined>>): Texts {
  return Object.fromEntries(Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
