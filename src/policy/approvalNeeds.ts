import type { ApprovalNeed } from '../model/move.ts';
import type { Policy } from './policy.ts';

/** Needs that together ask for everything that each of these lists asks for. */
export function strictest(lists: readonly (readonly ApprovalNeed[])[]): readonly ApprovalNeed[] {
  const most = new Map<string, number>();
  for (const { need, of } of lists.flat()) most.set(of, Math.max(need, most.get(of) ?? 0));
  return [...most].map(([of, need]) => ({ need, of }));
}

/**
 * What is still missing when these people have signed: nothing when the list is empty. A signature counts for one need only, so
 * that "one of finance and one of owners" takes two people, also where somebody is in both groups.
 */
export function missingApprovals(
  groups: Policy['groups'],
  needs: readonly ApprovalNeed[],
  signers: readonly string[],
): readonly ApprovalNeed[] {
  const seats = needs.flatMap(({ need, of }) => Array.from({ length: need }, () => of));
  const taken = seated(seats, [...new Set(signers)], (person, of) => membersOf(groups, of).includes(person));
  return needs
    .map(({ need, of }) => ({ need: need - seats.filter((seat, i) => seat === of && taken[i] !== undefined).length, of }))
    .filter(({ need }) => need > 0);
}

/** The people of a group; none when there is no such group. */
export function membersOf(groups: Policy['groups'], group: string): readonly string[] {
  return Object.hasOwn(groups, group) ? groups[group]! : [];
}

/** Gives as many seats as possible to people who may sit there: who sits on each of them. */
function seated(
  seats: readonly string[],
  people: readonly string[],
  may: (person: string, seat: string) => boolean,
): (string | undefined)[] {
  const taken: (string | undefined)[] = seats.map(() => undefined);
  /** Finds a seat for a person, if need be by moving others to another one. */
  const seat = (person: string, tried: Set<number>): boolean =>
    seats.some((of, i) => {
      if (tried.has(i) || !may(person, of)) return false;
      tried.add(i);
      const sitting = taken[i];
      if (sitting !== undefined && !seat(sitting, tried)) return false;
      taken[i] = person;
      return true;
    });
  for (const person of people) seat(person, new Set());
  return taken;
}
