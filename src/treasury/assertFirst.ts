import { Fault } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
import { type Intent, UNRESOLVED } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import { referencesOf } from './references.ts';
import type { TransferRequest } from './transferRequest.ts';

/**
 * Throws a `Fault`, `not-sent`, when an earlier transfer stands in the way: `refused` for one that has the reference, unless it came to
 * nothing, and `lane-frozen` for one to the same place of which nobody knows what came of it.
 */
export async function assertFirst({ kind, fields, target }: TransferRequest, journal: Journal): Promise<void> {
  for (const reference of referencesOf(kind, fields)) {
    const before = (await journal.withReference(reference)).find(({ state }) => state !== 'rejected' && state !== 'not-sent');
    if (before !== undefined) throw inTheWay('refused', `the reference of ${reference} was used before`, before);
  }
  const lane = kind.lane(fields, target);
  const unknown = (await journal.unresolved()).find((intent) => intent.kind === 'transfer' && intent.lane === lane);
  if (unknown !== undefined) throw inTheWay('lane-frozen', 'an earlier one to the same place is not settled', unknown);
}

function inTheWay(
  code: 'refused' | 'lane-frozen',
  why: string,
  { id, fingerprint, createdAt, lane, state, venueId, evidence }: Intent,
): Fault {
  const known = [state, venueId, evidence].filter((part) => part !== undefined).join(', ');
  return new Fault(
    code,
    `${why}: transfer ${id} of ${isoOf(createdAt)}, ${fingerprint}, to the place "${lane}", is ${known}. Nothing is sent`,
    {
      outcome: 'not-sent',
      suggestion: UNRESOLVED.includes(state)
        ? `it is looked for; when you know what came of it: \`sluice orders resolve ${id} --adopt ID\` or \`--not-placed\``
        : 'the venue has it; what is really meant to go out once more needs a reference of its own',
    },
  );
}
