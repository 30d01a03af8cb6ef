import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { type Instant, isoOf } from '../../base/instant.ts';
import type { Approval } from '../../model/approval.ts';
import type { PolicyVersion } from '../../model/policyVersion.ts';
import type { Policy } from '../../policy/policy.ts';
import { mayPublish, versionInForce } from '../../policy/policyVersions.ts';
import { parsePolicy } from '../../settings/policyFile.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import { hashOf } from '../../treasury/approvals/canonicalMove.ts';
import { isSignatureOf, type SignedThing } from '../../treasury/approvals/signature.ts';

/** A version of the policy, as people see it. */
export interface PolicyReport {
  readonly version: number;
  readonly hash: string;
  readonly publishedBy: string;
  readonly publishedAt: string;
  readonly holdsFrom: string;
  readonly approvals: readonly string[];
  readonly text: string;
  /** The version that will follow. Null where none is published. */
  readonly next: { readonly version: number; readonly holdsFrom: string } | null;
}

/** The policy that decides now. Undefined when there is none. */
export function policyInForce(store: TreasuryStore, clock: Clock): Promise<Policy | undefined> {
  return policyAt(store, clock.now());
}

/** The policy that decides at a time. Undefined when there is none. */
export async function policyAt(store: Pick<TreasuryStore, 'policies'>, at: Instant): Promise<Policy | undefined> {
  const held = versionInForce(await store.policies.versions(), at);
  return held === undefined ? undefined : parsePolicy(held.text, `policy version ${held.version}`).policy;
}

/** What people sign who approve a version of the policy. */
export function signedPolicy(text: string, version: number): SignedThing {
  return { purpose: 'policy', hash: hashOf(text), policyVersion: version };
}

/** The version in force, and the one that follows it. Null when there is none. */
export function policyReport(versions: readonly PolicyVersion[], at: Instant): PolicyReport | null {
  const held = versionInForce(versions, at);
  if (held === undefined) return null;
  const { version, hash, text, publishedBy, publishedAt, holdsFrom, approvals } = held;
  const next = versions.at(-1)!;
  return {
    version,
    hash,
    publishedBy,
    publishedAt: isoOf(publishedAt),
    holdsFrom: isoOf(holdsFrom),
    approvals: approvals.map(({ person }) => person),
    text,
    next: next.version === version ? null : { version: next.version, holdsFrom: isoOf(next.holdsFrom) },
  };
}

const PUBLISHED = 'policy.published';

export interface Publication {
  readonly text: string;
  readonly who: string;
  readonly approvals: readonly Approval[];
  /** The hash of a policy that is lost with its file, in place of which this one is published. */
  readonly insteadOf?: string | undefined;
}

/**
 * Publishes a version of the policy. The first one holds at once. A later one needs the signatures that the version in force asks for, and
 * holds after the delay that it names. Throws a `Fault`: `configuration` when the text is no policy, `confirmation-needed` when signatures are missing.
 */
export async function publishPolicy(
  store: TreasuryStore,
  clock: Clock,
  { text, who, approvals, insteadOf }: Publication,
): Promise<PolicyReport> {
  parsePolicy(text, 'the policy');
  const versions = await store.policies.versions();
  const lost = await store.lostPolicy();
  if (lost !== undefined && hashOf(text) !== lost && insteadOf !== lost) throw otherThanLost(lost, hashOf(text));
  const at = clock.now();
  const version = versions.length + 1;
  const held = versionInForce(versions, at);
  // What was written before the last version says nothing of whether that one held: the clock may have been ahead then, and right since.
  assertNotBehind(versions, at, (await store.latestAuditAt({ since: PUBLISHED })) ?? at);
  // Only the very first version needs no signature: a clock that has gone back makes no other one the first.
  const holdsFrom = holdsFromOf(held ?? versions.at(-1), signedPolicy(text, version), approvals, at);
  const published = { version, text, hash: hashOf(text), publishedBy: who, publishedAt: at, approvals, holdsFrom };
  const signers = approvals.map(({ person, key, signature }) => `${person} ${key} ${signature}`).join('; ');
  const note = {
    who,
    what: PUBLISHED,
    subject: `policy ${version}`,
    before: held?.hash ?? lost ?? '',
    after: published.hash,
    evidence: lost === undefined || hashOf(text) === lost ? signers : `instead of the policy ${lost}, which is lost; ${signers}`,
  };
  if (!(await store.policies.add(published, note)))
    throw new Fault('refused', `policy ${version} was published by somebody else just now`, { outcome: 'not-sent' });
  return policyReport([...versions, published], Math.max(at, published.holdsFrom))!;
}

/** Whoever loses a database must not get another policy in its place unnoticed. */
function otherThanLost(lost: string, hash: string): Fault {
  const message = `the policy that was in force before the database was lost has the SHA-256 ${lost}, and this file has ${hash}`;
  return new Fault('refused', message, {
    outcome: 'not-sent',
    suggestion: `publish that file; where it is lost too, --instead-of ${lost} publishes this one, and the audit log says so`,
  });
}

/**
 * By a clock that was put back an earlier version would decide who signs, and the one that has held since would count as followed before it held.
 * Throws a `Fault` `refused`.
 */
function assertNotBehind(versions: readonly PolicyVersion[], at: Instant, newest: Instant): void {
  const [byClock, byLog] = [at, Math.max(at, newest)].map((time) => versionInForce(versions, time)?.version);
  if (byClock === byLog) return;
  const shown = byClock === undefined ? 'none is' : `version ${byClock} is`;
  throw new Fault(
    'refused',
    `the clock shows ${isoOf(at)}, and the audit log goes on to ${isoOf(newest)}: version ${byLog} of the policy was in force by then, and by the clock ${shown}`,
    { outcome: 'not-sent', suggestion: 'set the clock of this machine right, and publish again' },
  );
}

/** From when on it holds. Throws where the version in force does not let it be published. */
function holdsFromOf(held: PolicyVersion | undefined, signed: SignedThing, approvals: readonly Approval[], at: Instant): Instant {
  const current = held === undefined ? undefined : { ...held, policy: parsePolicy(held.text, `policy version ${held.version}`).policy };
  const isSigned = ({ key, signature }: Approval): boolean => isSignatureOf(signed, key, signature);
  const result = mayPublish(current, { version: signed.policyVersion }, approvals, at, isSigned);
  if (result.may) return result.holdsFrom;
  throw new Fault('confirmation-needed', `policy ${signed.policyVersion} can't be published: ${result.why.join('; ')}`, {
    suggestion: '`sluice treasury policy sign FILE --as NAME --key FILE` writes a signature; name each with --signature FILE',
  });
}
