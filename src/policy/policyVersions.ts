import type { Instant } from '../base/instant.ts';
import type { Approval } from '../model/approval.ts';
import type { ApprovalNeed } from '../model/move.ts';
import type { PolicyVersion } from '../model/policyVersion.ts';
import { membersOf, missingApprovals } from './approvalNeeds.ts';
import type { Policy } from './policy.ts';

/**
 * The version that decides at a time; undefined before the first. One that was followed by another before it held never holds: so a
 * version that waits can be taken back.
 */
export function versionInForce(versions: readonly PolicyVersion[], at: Instant): PolicyVersion | undefined {
  return versions
    .filter(
      ({ version, holdsFrom }) => holdsFrom <= at && !versions.some((other) => other.version > version && other.publishedAt < holdsFrom),
    )
    .toSorted((a, b) => a.version - b.version)
    .at(-1);
}

/** A policy that is in force, or that is to be. */
export interface NumberedPolicy {
  readonly version: number;
  readonly policy: Policy;
}

export type MayPublish =
  | { readonly may: true; readonly holdsFrom: Instant }
  | { readonly may: false; readonly missing: readonly ApprovalNeed[]; readonly why: readonly string[] };

/**
 * Whether a new version may be published, and from when on it holds. It has to be signed as `change` of the version in force asks, with
 * keys of that version. The first one is that of whoever sets the treasury up: it needs no signature and holds at once. `isSigned` says
 * whether a signature is one of its key under the proposal.
 */
export function mayPublish(
  current: (NumberedPolicy & Pick<PolicyVersion, 'holdsFrom'>) | undefined,
  proposal: Pick<NumberedPolicy, 'version'>,
  approvals: readonly Approval[],
  at: Instant,
  isSigned: (approval: Approval) => boolean,
): MayPublish {
  if (current === undefined) return { may: true, holdsFrom: at };
  const { groups, change } = current.policy;
  const faults = approvals.map((approval) => [approval.person, signatureFault(approval, current.policy, isSigned)] as const);
  const signers = faults.filter(([, fault]) => fault === undefined).map(([person]) => person);
  const missing = missingApprovals(groups, change.approvals, signers);
  const isLate = proposal.version <= current.version;
  if (missing.length === 0 && !isLate) {
    // A clock that went back does not make a change hold sooner.
    return { may: true, holdsFrom: Math.max(at, current.holdsFrom) + change.afterMs };
  }
  const why = [
    ...(isLate ? [`version ${proposal.version} does not come after version ${current.version}, which is in force`] : []),
    ...faults.flatMap(([, fault]) => fault ?? []),
    ...missing.map(
      ({ need, of }) => `${need} more of ${of} (${membersOf(groups, of).join(', ')}) ${need === 1 ? 'has' : 'have'} to sign it`,
    ),
  ];
  return { may: false, missing, why };
}

/** Why a signature does not count. Undefined when it does. */
function signatureFault(approval: Approval, { people }: Policy, isSigned: (approval: Approval) => boolean): string | undefined {
  const { person, key } = approval;
  const known = Object.hasOwn(people, person) ? people[person]!.keys : undefined;
  if (known === undefined) return `${person} is not among the people of the policy in force`;
  if (!known.includes(key)) return `the key that ${person} signed with is not one of ${person} in the policy in force`;
  return isSigned(approval) ? undefined : `the signature of ${person} is not one under this text and this version`;
}
