import { Fault } from '../../base/fault.ts';

/** Somebody asks who has to prove that they do. */
export function unsigned(initiator: string, why: string): Fault {
  return new Fault('confirmation-needed', `${initiator} has to sign this: ${why}`, {
    outcome: 'not-sent',
    suggestion: 'add --key FILE with the private key of the person who asks, and name that person with --as',
  });
}
