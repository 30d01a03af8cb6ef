/** More ids than a person looks up one by one. */
const MOST_NAMED = 10;

/** Orders, or conversions, that may be what an unknown outcome has come to, by their ids. */
export interface MayBe {
  readonly mayBe: readonly string[];
}

/**
 * What one complete reading of the lists says of an unknown outcome: it is `settled`, there is `nothing` of it, or there is
 * something that may be it, or several things, which proves neither.
 */
export type Finding = 'settled' | 'nothing' | MayBe;

/** Nothing, where there are none. */
export function mayBeAnyOf(ids: readonly string[]): 'nothing' | MayBe {
  return ids.length === 0 ? 'nothing' : { mayBe: ids };
}

/** Their ids, for a person. */
export function mayBeText({ mayBe }: MayBe): string {
  const more = mayBe.length - MOST_NAMED;
  return mayBe.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
