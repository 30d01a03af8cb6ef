import { Fault } from '../../base/fault.ts';
import type { MoveRecord } from '../../model/move.ts';

/** `what`: what can't be done with it. */
export function wrongState({ id, state, evidence }: MoveRecord, what: string): Fault {
  return new Fault('refused', `${id} can't be ${what}: it is ${state}${evidence === undefined ? '' : ` (${evidence})`}`, {
    outcome: 'not-sent',
    suggestion: `\`sluice treasury show ${id}\` shows how it stands, and \`sluice treasury audit list\` how it came to that`,
  });
}
