import { membersOf, missingApprovals } from '../policy/approvalNeeds.ts';
import type { ApprovalNeed } from '../model/move.ts';
import type { Policy, PolicyRule } from '../policy/policy.ts';
import { shadowedRules } from '../policy/shadowedRules.ts';
import type { BrokenRule } from './brokenRule.ts';

/** What is allowed in a policy and hardly meant. */
export function policyWarnings(policy: Policy): BrokenRule[] {
  return [
    ...shadows(policy),
    ...unfillableBook(policy),
    ...policy.rules.flatMap((rule, i) => tightNeeds(rule, policy.groups).map((one) => ({ ...one, path: ['rules', i, ...one.path] }))),
  ];
}

function shadows(policy: Policy): BrokenRule[] {
  return shadowedRules(policy).map(({ rule, by }) => ({
    path: ['rules', policy.rules.indexOf(rule), 'name'],
    message: `this rule never decides: rule "${by.name}" before it matches all that this one would`,
  }));
}

/** Who asks for a move never approves it, so a group needs one more than it has to sign. */
function tightNeeds({ decides, conditions: { initiator } }: PolicyRule, groups: Policy['groups']): BrokenRule[] {
  if (decides.verdict !== 'approve') return [];
  const mayAsk = initiator?.flatMap((name) => [name, ...membersOf(groups, name)]);
  const isTight = ({ need, of }: ApprovalNeed): boolean => {
    const members = membersOf(groups, of);
    return need === members.length && members.some((member) => mayAsk === undefined || mayAsk.includes(member));
  };
  return decides.approvals.flatMap((one, i) =>
    isTight(one)
      ? [
          {
            path: ['then', 'approve', i, 'need'],
            message: `all of ${one.of} have to approve, so what one of them asks for can never be approved: who asks does not approve`,
          },
        ]
      : [],
  );
}

/** Who asks for an entry never approves it. */
function unfillableBook({ people, groups, book }: Policy): BrokenRule[] {
  const signers = Object.keys(people).filter((name) => people[name]!.keys.length > 0);
  const canAsk = (person: string): boolean =>
    missingApprovals(
      groups,
      book.approvals,
      signers.filter((other) => other !== person),
    ).length === 0;
  if (signers.some(canAsk)) return [];
  const message =
    'no entry of the address book could ever be approved: whoever asks for one does not approve it, and too few others may; name other people under book.approve, or write book: { approve: nobody }';
  return [{ path: ['book'], message }];
}
