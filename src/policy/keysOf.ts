import type { Policy } from './policy.ts';

/** The keys of a person; none when the policy knows nobody of that name, or when they have none. */
export function keysOf({ people }: Pick<Policy, 'people'>, person: string): readonly string[] {
  return Object.hasOwn(people, person) ? people[person]!.keys : [];
}
