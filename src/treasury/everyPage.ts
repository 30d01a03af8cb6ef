import { Fault } from '../base/fault.ts';

/** The most rows that a search of the payment interface gives at once (001 Limits). */
const TAKE = 500;

/**
 * All rows of a search that skips and takes, newest first, or `most` of them. What arrives meanwhile pushes known rows onto the next page: each
 * counts once, and the first reading of it. Rejects with `venue-failure` where a whole page has nothing new: such a venue does not skip, and would be asked for ever.
 */
export async function everyPage<T>(
  read: (skip: number, take: number) => Promise<readonly T[]>,
  keyOf: (row: T) => string,
  most = Infinity,
): Promise<readonly T[]> {
  const rows = new Map<string, T>();
  const take = Math.min(TAKE, most);
  for (let skip = 0; ; skip += take) {
    const page = await read(skip, take);
    const before = rows.size;
    for (const row of page) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
    if (page.length < take || rows.size >= most) return [...rows.values()].slice(0, most);
    if (rows.size === before)
      throw new Fault('venue-failure', `a page of ${take} rows at skip ${skip} has none that was not on those before: expected others`);
  }
}
