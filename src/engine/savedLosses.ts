import { type Decimal, decimalFrom } from '../base/decimal.ts';
import { readEntrySums, type SavedEntrySums, writeEntrySums } from './entrySums.ts';
import { type Guard, seatKeyOf } from './lossGuard.ts';

/** A guard in words that can be written down. */
export function savedOf({ from, day, counted, fresh }: Guard): object {
  const isFresh = fresh.length === 0 ? {} : { fresh: fresh.map((seat) => seatKeyOf(seat)) };
  return { from: from!.exact.toFixed(), day, ...writeEntrySums(counted), ...isFresh };
}

type Saved = Readonly<
  Record<string, Required<Pick<Guard, 'day' | 'counted'>> & { readonly from: Decimal; readonly fresh: readonly string[] }>
>;

/** What was written down, by guard. Empty where it can't be read. */
export function readSaved(text: string | undefined): Saved {
  try {
    const saved = JSON.parse(text ?? '{}') as Record<
      string,
      { readonly from: string; readonly day: number; readonly entered?: SavedEntrySums; readonly fresh?: readonly string[] }
    >;
    const entries = Object.entries(saved).flatMap(([key, { from, day, entered, fresh = [] }]) => {
      const value = decimalFrom(from);
      return value === undefined || !Number.isInteger(day)
        ? []
        : [[key, { from: value, day, counted: readEntrySums(entered), fresh }] as const];
    });
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
