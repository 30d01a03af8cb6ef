import type { Approval } from '../../model/approval.ts';
import { missingApprovals } from '../../policy/approvalNeeds.ts';
import type { ApprovalNeed } from '../../model/move.ts';
import { approvalRefusal, type Terms } from './approvalRefusal.ts';
import type { Subject } from './subject.ts';

/**
 * What is still missing of the approvals of a subject; nothing when it is approved. Each of those that were taken is judged once more, by
 * these terms and by what the subject says now: a key that was taken out since, or a change, makes it void.
 */
export function openNeeds(subject: Subject, approvals: readonly Approval[], terms: Terms): readonly ApprovalNeed[] {
  const standing = approvals.filter((approval) => approvalRefusal(approval, subject, terms) === undefined);
  const signers = standing.map(({ person }) => person);
  return missingApprovals(terms.groups, terms.needs, signers);
}

/** What could not be filled if everybody signed who may: who asks does not. Nothing when the approvals can be had. */
export function unfillableNeeds({ initiator }: Pick<Subject, 'initiator'>, { people, groups, needs }: Terms): readonly ApprovalNeed[] {
  const signers = Object.keys(people).filter((person) => person !== initiator && people[person]!.keys.length > 0);
  return missingApprovals(groups, needs, signers);
}
