import { Fault } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
import { type Intent, UNRESOLVED } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import { bodyOf } from './bodyFields.ts';
import { referencesOf } from './references.ts';
import { kindOf, placesOf } from './transferKinds.ts';
import type { TransferRequest } from './transferRequest.ts';

/**
 * Throws a `Fault`, `not-sent`, when an earlier transfer stands in the way: `refused` for one that has the reference, unless it came to
 * nothing, and `lane-frozen` for one to the same place of which nobody knows what came of it.
 */
export async function assertFirst(
  { kind, fields, target }: TransferRequest,
  journal: Journal,
  references = referencesOf(kind, fields),
): Promise<void> {
  const idle = new Set<string>();
  for (const [reference, ids] of await journal.referenced(references)) {
    for (const id of ids) {
      if (idle.has(id)) continue;
      const before = (await journal.get(id))!;
      if (isNothing(before) || (await isIdleDraft(before, journal))) {
        // All rows of a draft have the same one.
        idle.add(id);
        continue;
      }
      throw inTheWay('refused', `the reference of ${reference} was used before`, before);
    }
  }
  const places = placesOf(kind, fields, target);
  const unknown = (await journal.unresolved()).find((intent) => {
    if (intent.kind !== 'transfer') return false;
    const other = kindOf(intent);
    if (other.shutsAll === true && kind.asks !== true) return true;
    return placesOf(other, bodyOf(intent.body), intent.targetId).some((one) => places.includes(one));
  });
  if (unknown !== undefined) throw inTheWay('lane-frozen', 'an earlier one to the same place is not settled', unknown);
}

function isNothing({ state }: Intent): boolean {
  return state === 'rejected' || state === 'not-sent';
}

/** A draft that nobody has confirmed from here pays nothing, so its rows may be validated again. */
async function isIdleDraft(intent: Intent, journal: Journal): Promise<boolean> {
  const { state, venueId } = intent;
  if (kindOf(intent).what !== 'batch draft' || state !== 'acknowledged' || venueId === undefined) return false;
  const aimed = await Promise.all(venueId.split(',').map((id) => journal.aimedAt(id)));
  return aimed.flat().every((one) => one.kind !== 'transfer' || isNothing(one));
}

function inTheWay(code: 'refused' | 'lane-frozen', why: string, intent: Intent): Fault {
  const { id, fingerprint, createdAt, lane, state, venueId, evidence } = intent;
  const known = [state, venueId, evidence].filter((part) => part !== undefined).join(', ');
  const what = `transfer ${id} of ${isoOf(createdAt)}, ${fingerprint}, to the place "${lane}"`;
  return new Fault(code, `${why}: ${what}, is ${known}. Nothing is sent`, {
    outcome: 'not-sent',
    suggestion: UNRESOLVED.includes(state)
      ? `it is looked for; when you know what came of it: \`sluice orders resolve ${id} --adopt ID\` or \`--not-placed\``
      : 'the venue has it; what is really meant to go out once more needs a reference of its own',
  });
}
