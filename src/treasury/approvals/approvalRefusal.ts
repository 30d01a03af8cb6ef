import { isoOf } from '../../base/instant.ts';
import type { Approval } from '../../model/approval.ts';
import { membersOf } from '../../policy/approvalNeeds.ts';
import type { ApprovalNeed } from '../../model/move.ts';
import type { Policy } from '../../policy/policy.ts';
import { isSignatureOf, type SignedThing } from './signature.ts';
import type { Subject } from './subject.ts';
import { hashWords } from './hashWords.ts';

/** What an approval is judged by: the people of a policy, and who is needed. */
export interface Terms extends Pick<Policy, 'people' | 'groups'> {
  readonly needs: readonly ApprovalNeed[];
  /** The keys that whoever asked had then: none of them approves it, whatever their owner is called by now. */
  readonly askedWith?: readonly string[] | undefined;
}

/**
 * Why an approval does not count, in words for people. Undefined when it does. `said` is what its person says to have signed, where that is known:
 * it only makes the words better, since the signature decides.
 */
export function approvalRefusal(approval: Approval, subject: Subject, terms: Terms, said?: SignedThing): string | undefined {
  return timeRefusal(approval, subject) ?? personRefusal(approval, subject, terms) ?? contentRefusal(approval, subject, said);
}

function timeRefusal({ at }: Approval, { name, expiresAt }: Subject): string | undefined {
  if (expiresAt === undefined || at < expiresAt) return undefined;
  return `${name} could be approved until ${isoOf(expiresAt)}, and that is over`;
}

/** What stands against a person and a key, whatever they have signed. */
function personRefusal({ person, key }: Approval, { initiator, name }: Subject, terms: Terms): string | undefined {
  const { people, groups, needs, askedWith = [] } = terms;
  if (!Object.hasOwn(people, person)) return `the policy knows nobody named ${person}`;
  const owners = Object.keys(people).filter((each) => people[each]!.keys.includes(key));
  if (owners.includes(initiator) || person === initiator || askedWith.includes(key))
    return `${initiator} has asked for ${name}, and who asks does not approve`;
  if (owners.length === 0) return `the key is none of ${person}: it was taken out of the policy, or never was in it`;
  if (!owners.includes(person)) return `the key belongs to ${owners.join(' and ')}, not to ${person}`;
  if (owners.length > 1) return `the key belongs to ${owners.join(' and ')}, so nobody can tell who signed`;
  if (needs.some(({ of }) => membersOf(groups, of).includes(person))) return undefined;
  return `${person} is in none of the groups that approve ${name}: ${needs.map(({ of }) => of).join(', ')}`;
}

function contentRefusal({ person, key, signature }: Approval, subject: Subject, said: SignedThing = subject): string | undefined {
  const { purpose, hash, policyVersion, name } = subject;
  if (said.purpose !== purpose) return `it was signed as ${said.purpose}, and this is ${purpose}`;
  if (said.policyVersion !== policyVersion) {
    return `it was signed under version ${said.policyVersion} of the policy, and version ${policyVersion} has decided on ${name}`;
  }
  if (said.hash !== hash) {
    return `something else was signed: its words are "${hashWords(said.hash)}", and those of ${name} are now "${hashWords(hash)}"`;
  }
  return isSignatureOf(subject, key, signature) ? undefined : `the signature is not that of ${person} under ${name} as it stands`;
}
