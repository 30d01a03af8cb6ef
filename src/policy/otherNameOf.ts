import type { Policy } from './policy.ts';

/** Who has asked for something, and the key with which they have signed it. */
export interface Asked {
  readonly initiator: string;
  readonly signedWith: string | undefined;
}

/**
 * Who has the key now with which something was signed, where that is one other person than the name under which it was asked for: limits are
 * those of a person, and a policy that gives them another name does not begin them anew. What was asked for counts under both names, since the
 * other one may be that of an old key alone.
 */
export function otherNameOf({ people }: Pick<Policy, 'people'>): (asked: Asked) => string | undefined {
  const owners = new Map<string, string | undefined>();
  for (const [person, { keys }] of Object.entries(people))
    for (const key of keys) owners.set(key, owners.has(key) && owners.get(key) !== person ? undefined : person);
  return ({ initiator, signedWith }) => {
    const owner = signedWith === undefined ? undefined : owners.get(signedWith);
    return owner === initiator ? undefined : owner;
  };
}
