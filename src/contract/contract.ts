import { exchange } from './exchange.ts';
import { hostedPage } from './hostedPage.ts';
import type { InterfaceName, Operation } from './operation.ts';
import { processing } from './processing.ts';

/** The whole contract: the rows of each interface, by `area.verb`. */
export const contract: Readonly<Record<InterfaceName, Readonly<Record<string, Operation>>>> = { exchange, processing, hostedPage };

/** A row with its full name, `exchange.orders.place`. */
export interface NamedOperation {
  readonly name: string;
  readonly interface: InterfaceName;
  /** `orders.place`. */
  readonly key: string;
  readonly row: Operation;
}

/** Every row of every interface, in the order of the tables. */
export function allOperations(): readonly NamedOperation[] {
  return (Object.entries(contract) as [InterfaceName, Readonly<Record<string, Operation>>][]).flatMap(([name, rows]) =>
    Object.entries(rows).map(([key, row]) => ({ name: `${name}.${key}`, interface: name, key, row })),
  );
}
