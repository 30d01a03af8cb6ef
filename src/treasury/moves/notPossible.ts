import { Fault } from '../../base/fault.ts';

/** The venue would not do it as things stand. Nothing of it may be wrong in itself. */
export function notPossible(problems: string): Fault {
  return new Fault('invalid-request', problems, {
    outcome: 'not-sent',
    suggestion: 'change the request, or repeat it once what is said above has changed',
  });
}
