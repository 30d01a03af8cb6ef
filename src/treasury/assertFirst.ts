import { Fault } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
import { type Intent, UNRESOLVED } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import { type Placed, placesOf } from './placesOf.ts';
import { kindOf } from './transferKinds.ts';

/**
 * Throws a `Fault`, `not-sent`, when an earlier transfer stands in the way: `refused` for one that has the reference, unless it came to
 * nothing, and `lane-frozen` for one to the same place of which nobody knows what came of it.
 */
export async function assertFirst(
  transfer: Placed & { readonly references?: readonly string[] | undefined },
  journal: Journal,
): Promise<void> {
  const { references = [] } = transfer;
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
  const isAsked = kindOf(transfer).asks === true;
  const places = await placesOf(transfer, journal);
  for (const unknown of await journal.unresolved()) {
    if (unknown.kind !== 'transfer') continue;
    const shutsAll = kindOf(unknown).shutsAll === true && !isAsked;
    const shared = shutsAll ? unknown.lane : (await placesOf(unknown, journal)).find((one) => places.includes(one));
    if (shared !== undefined) throw inTheWay('lane-frozen', 'an earlier one to the same place is not settled', unknown, shared);
  }
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

function inTheWay(code: 'refused' | 'lane-frozen', why: string, intent: Intent, lane = intent.lane): Fault {
  const { id, fingerprint, createdAt, state, venueId, evidence } = intent;
  const known = [state, venueId, evidence].filter((part) => part !== undefined).join(', ');
  const what = `transfer ${id} of ${isoOf(createdAt)}, ${fingerprint}, to the place "${lane}"`;
  return new Fault(code, `${why}: ${what}, is ${known}. Nothing is sent`, {
    outcome: 'not-sent',
    suggestion: UNRESOLVED.includes(state)
      ? `it is looked for; when you know what came of it: \`sluice orders resolve ${id} --adopt ID\` or \`--not-placed\``
      : 'the venue has it; what is really meant to go out once more needs a reference of its own',
  });
}
