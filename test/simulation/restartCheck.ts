import type { World } from './world.ts';

const BOOKS = ['intent', 'venue_order', 'fill', 'conversion'];

/** Invariants 13 and 15: another start, and all that it reads in so long, change nothing that is booked. */
export async function assertSameAfterRestart(world: World, ms: number): Promise<void> {
  const before = booksOf(world);
  await world.lookAgain(ms);
  const after = booksOf(world);
  if (before !== after) world.violations.add(15, `looking again changed what is booked: ${differenceOf(before, after)}`);
}

function booksOf({ disk }: World): string {
  return JSON.stringify(BOOKS.map((table) => disk.read(`SELECT * FROM ${table} ORDER BY rowid`)));
}

function differenceOf(before: string, after: string): string {
  let at = 0;
  while (before[at] === after[at]) at++;
  return `${before.slice(Math.max(0, at - 100), at + 100)} became ${after.slice(Math.max(0, at - 100), at + 100)}`;
}
