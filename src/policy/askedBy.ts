import type { Policy } from './policy.ts';

/** Who has asked for something, and the key with which they have signed it. */
export interface Asked {
  readonly initiator: string;
  readonly signedWith: string | undefined;
}

/**
 * Names who has asked as a policy names them: limits are those of a person, and a policy that gives them another name does not begin them
 * anew. Whose key is in the policy no more, or is that of several, keeps the name that they had.
 */
export function askedBy({ people }: Pick<Policy, 'people'>): (asked: Asked) => string {
  const owners = new Map<string, string | undefined>();
  for (const [person, { keys }] of Object.entries(people))
    for (const key of keys) owners.set(key, owners.has(key) && owners.get(key) !== person ? undefined : person);
  return ({ initiator, signedWith }) => (signedWith === undefined ? undefined : owners.get(signedWith)) ?? initiator;
}
