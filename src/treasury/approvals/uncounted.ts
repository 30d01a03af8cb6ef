import { Fault } from '../../base/fault.ts';

/** An approval that was refused changes nothing: what it was for waits on, for somebody else or for a better signature. */
export function uncounted(approval: string, why: string): Fault {
  return new Fault('refused', `${approval} does not count: ${why}`, {
    outcome: 'not-sent',
    suggestion: 'another person of the groups that are needed signs it, with `--as NAME` and a key of theirs, as it stands now',
  });
}
