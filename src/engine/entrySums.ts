import { dec, type Decimal, ZERO } from '../base/decimal.ts';
import type { PositionEntry } from '../model/positionEntry.ts';

/** What was entered in a position without an execution, added up: the amount in base currency, and its value at the entered prices in quote currency. */
export interface EntrySums {
  readonly amount: Decimal;
  readonly value: Decimal;
}

export const NO_ENTRIES: EntrySums = { amount: ZERO, value: ZERO };

export function withEntry({ amount, value }: EntrySums, entry: Pick<PositionEntry, 'amount' | 'price'>): EntrySums {
  return { amount: amount.plus(entry.amount), value: value.plus(entry.amount.times(entry.price)) };
}

export type SavedEntrySums = Readonly<Record<string, { readonly amount: string; readonly value: string }>>;

/** As it is saved, by a name for each seat. Where nothing was entered, nothing is saved. */
export function writeEntrySums(all: Iterable<readonly [string, EntrySums]>): { readonly entered?: SavedEntrySums } {
  const known = [...all].filter(([, { amount, value }]) => !amount.isZero() || !value.isZero());
  if (known.length === 0) return {};
  return {
    entered: Object.fromEntries(known.map(([key, { amount, value }]) => [key, { amount: amount.toFixed(), value: value.toFixed() }])),
  };
}

/** Reads what `writeEntrySums` wrote. Throws for anything else. */
export function readEntrySums(saved: SavedEntrySums = {}): Map<string, EntrySums> {
  return new Map(Object.entries(saved).map(([key, { amount, value }]) => [key, { amount: dec(amount), value: dec(value) }]));
}
