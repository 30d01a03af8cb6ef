import { decimalFrom } from '../base/decimal.ts';
import type { Guard } from './lossGuard.ts';

/** What is kept beside a guard: what each of its strategies has made, and the day before. */
export type Shares = Pick<Guard, 'shares' | 'former'>;

interface SavedShares {
  readonly shares: Readonly<Record<string, string | null>>;
  readonly former?: { readonly day: number; readonly from: string };
}

export function writeShares(byGuard: Iterable<readonly [string, Shares]>): string {
  return JSON.stringify(Object.fromEntries([...byGuard].map(([key, kept]) => [key, savedOf(kept)])));
}

/** By guard. Empty where it can't be read. */
export function readShares(text: string | undefined): ReadonlyMap<string, Shares> {
  try {
    const saved = JSON.parse(text ?? '{}') as Readonly<Record<string, SavedShares>>;
    return new Map(Object.entries(saved).map(([key, one]) => [key, sharesOf(one)]));
  } catch {
    return new Map();
  }
}

function savedOf({ shares, former }: Shares): SavedShares {
  const made = Object.fromEntries([...shares].map(([key, amount]) => [key, amount?.toFixed() ?? null]));
  return { shares: made, ...(former && { former: { day: former.day, from: former.from.toFixed() } }) };
}

function sharesOf({ shares, former }: SavedShares): Shares {
  const made = Object.entries(shares).map(([key, amount]) => [key, amount === null ? undefined : decimalFrom(amount)] as const);
  const from = former && decimalFrom(former.from);
  return { shares: new Map(made), former: from && { day: former.day, from } };
}
