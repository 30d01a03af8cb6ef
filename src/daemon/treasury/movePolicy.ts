import type { Clock } from '../../base/clock.ts';
import type { Decimal } from '../../base/decimal.ts';
import { Fault } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import type { AddressEntry } from '../../model/addressEntry.ts';
import type { Destination, MoveKind, MoveRecord, MoveRow } from '../../model/move.ts';
import { decideMove } from '../../policy/decideMove.ts';
import { keysOf } from '../../policy/keysOf.ts';
import { hasLifetimeWindow, longestWindow } from '../../policy/longestWindow.ts';
import { otherNameOf } from '../../policy/otherNameOf.ts';
import type { Policy } from '../../policy/policy.ts';
import { versionInForce } from '../../policy/policyVersions.ts';
import type { BookEntry, Outflow, PolicyFacts, PolicyRequest } from '../../policy/policyRequest.ts';
import { parsePolicy } from '../../settings/policyFile.ts';
import type { LoggedOutflow, PastOutflow } from '../../store/outflowLog.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import { approvalRefusal, type Terms } from '../../treasury/approvals/approvalRefusal.ts';
import { openNeeds, unfillableNeeds } from '../../treasury/approvals/openNeeds.ts';
import { subjectOfMove } from '../../treasury/approvals/subject.ts';
import type { RowQuote } from '../../treasury/moves/carrier.ts';
import { lessWaiting } from '../../treasury/moves/lessWaiting.ts';
import { uncounted } from '../../treasury/approvals/uncounted.ts';
import type { AskedMove, MoveDecision, MovePolicy } from '../../treasury/moves/moveDecision.ts';
import { isSameDestination } from '../../treasury/book/isSameDestination.ts';
import { valueIn } from './valueIn.ts';

export interface MovePolicyOptions {
  readonly store: TreasuryStore;
  readonly clock: Clock;
  /** What may be withdrawn of each currency. Undefined where the interface does not show it. */
  readonly available: (kind: MoveKind) => Promise<ReadonlyMap<string, Decimal> | undefined>;
  /** The last price of each pair, by symbol, by which amounts are valued in another currency. */
  readonly prices: () => Promise<ReadonlyMap<string, Decimal>>;
}

const NO_POLICY: MoveDecision = {
  verdict: 'deny',
  rule: 'default',
  why: ['no policy is in force; `sluice treasury policy publish FILE` makes one hold'],
  version: 0,
  expiresAfterMs: undefined,
  needs: [],
};

/** The policy of the treasury's store, as moves ask it. */
export function movePolicy({ store, clock, available, prices }: MovePolicyOptions): MovePolicy {
  const parsed = new Map<string, Policy>();
  const policyOf = ({ hash, text, version }: { readonly hash: string; readonly text: string; readonly version: number }): Policy => {
    const known = parsed.get(hash) ?? parsePolicy(text, `policy version ${version}`).policy;
    parsed.set(hash, known);
    return known;
  };
  /** The people and groups of the version under which a move was decided, and who of them is needed. */
  const termsOf = async ({ policyVersion, needs, initiator, createdAt, signedWith }: MoveRecord): Promise<Terms> => {
    const versions = await store.policies.versions();
    const version = versions.find((one) => one.version === policyVersion);
    if (version === undefined) throw new Fault('store', `the treasury has no version ${policyVersion} of the policy`);
    const then = versionInForce(versions, createdAt);
    const keys = then === undefined ? [] : keysOf(policyOf(then), initiator);
    return { ...policyOf(version), needs, askedWith: signedWith === undefined ? keys : [...keys, signedWith] };
  };
  return {
    async decide(move, quotes, at, except) {
      const version = versionInForce(await store.policies.versions(), at);
      if (version === undefined) return NO_POLICY;
      const policy = policyOf(version);
      const since = at - longestWindow(policy);
      const logged = await store.moves.outflows(since, at, except);
      const past = needsPast(policy) ? await store.moves.past(since, except) : [];
      const entries = await store.book.entries();
      const requests = move.rows.map((row, i) => requestOf(move, row, quotes[i]!, at, bookEntryOf(row, entries, { logged, past }, at)));
      const history = { logged, past, otherName: otherNameOf(policy) };
      const decision = decideMove(policy, requests, factsOf(move.kind, history, at, await available(move.kind), await prices()));
      const { verdict, rule, why } = decision;
      const shared = { verdict, rule, why, version: version.version };
      const { people } = policy;
      if (!Object.hasOwn(people, move.initiator)) {
        const unknown = `${move.initiator} is not among the people of the policy (${Object.keys(people).join(', ')})`;
        return { ...shared, verdict: 'deny', rule: 'default', why: [unknown], expiresAfterMs: undefined, needs: [] };
      }
      if (verdict !== 'approve') return { ...shared, expiresAfterMs: undefined, needs: [] };
      const nobody = unfillableNeeds(move, { ...policyOf(version), needs: decision.approvals });
      if (nobody.length === 0) return { ...shared, expiresAfterMs: decision.expiresAfterMs, needs: decision.approvals };
      const missing = nobody.map(({ need, of }) => `${need} of ${of}`).join(' and ');
      const unfilled = `nobody is left to approve it: ${missing} would have to, and ${move.initiator}, who asks, does not count`;
      return { ...shared, verdict: 'deny', why: [...why, unfilled], expiresAfterMs: undefined, needs: [] };
    },
    async keys() {
      const version = versionInForce(await store.policies.versions(), clock.now());
      return new Map(Object.entries(version === undefined ? {} : policyOf(version).people).map(([name, { keys }]) => [name, keys]));
    },
    async assertCounts(move, approval) {
      const refusal = approvalRefusal(approval, subjectOfMove(move), await termsOf(move));
      if (refusal !== undefined) throw uncounted('this approval', refusal);
    },
    async isApproved(move, approvals) {
      return openNeeds(subjectOfMove(move), approvals, await termsOf(move)).length === 0;
    },
  };
}

function requestOf(
  { kind, initiator }: AskedMove,
  row: MoveRow,
  { fee, leaves }: RowQuote,
  at: Instant,
  entry: BookEntry | undefined,
): PolicyRequest {
  const { currency, amount, destination, conversion, target, terms } = row;
  const into = conversion === undefined ? undefined : target;
  const link = terms?.refundFlow !== undefined;
  return { kind, currency, amount, fee, isFeeInside: leaves.lte(amount), destination, into, entry, initiator, link, at };
}

type OtherName = ReturnType<typeof otherNameOf>;

/** Payments one by one as far back as any window, and those before, added up. */
interface History {
  readonly logged: readonly LoggedOutflow[];
  readonly past: readonly PastOutflow[];
}

/** Whether anything of the policy is about all that ever left. */
function needsPast(policy: Policy): boolean {
  return policy.book.firstPayment !== undefined || hasLifetimeWindow(policy);
}

/** The entry of the address book with exactly this destination. */
function bookEntryOf(
  { destination }: MoveRow,
  entries: readonly AddressEntry[],
  { logged, past }: History,
  at: Instant,
): BookEntry | undefined {
  const entry = entries.find(
    (one) => one.removedAt === undefined && destination !== undefined && isSameDestination(one.destination, destination),
  );
  if (entry === undefined) return undefined;
  const { name, labels, allowedFrom } = entry;
  const isThere = (one: Destination | undefined): boolean => one !== undefined && isSameDestination(one, entry.destination);
  const isProven =
    logged.some(({ state, row, isSettledByHand }) => state === 'completed' && !isSettledByHand && isThere(row.destination)) ||
    past.reduce((sum, { destination, arrived }) => sum + (isThere(destination) ? arrived : 0), 0) > 0;
  const state = allowedFrom === undefined ? 'requested' : at < allowedFrom ? 'cooling' : 'allowed';
  return { name, labels, state, allowedFrom, isProven };
}

/** What other moves that wait will take is not available any more. */
function factsOf(
  kind: MoveKind,
  { logged, past, otherName }: History & { readonly otherName: OtherName },
  at: Instant,
  free: ReadonlyMap<string, Decimal> | undefined,
  prices: ReadonlyMap<string, Decimal>,
): PolicyFacts {
  const available: Record<string, Decimal> = Object.fromEntries(free === undefined ? [] : lessWaiting(free, kind, logged));
  const value = (currency: string, amount: Decimal, into: string): Decimal | undefined => valueIn(prices, currency, amount, into);
  const outflows = [...logged.map((one) => outflowOf(one, at, otherName)), ...past.map((one) => pastOf(one, otherName))];
  return { outflows, available, value };
}

function outflowOf(one: LoggedOutflow, at: Instant, otherName: OtherName): Outflow {
  const { kind, initiator, row, sentAt } = one;
  const { currency, amount, destination, to } = row;
  return { kind, currency, amount, at: sentAt ?? at, destination, entry: to, initiator, otherName: otherName(one) };
}

/** In no window but those of a lifetime, which add amounts up by currency, destination and person. */
function pastOf(one: PastOutflow, otherName: OtherName): Outflow {
  const { currency, amount, destination, initiator } = one;
  const at = Number.MIN_SAFE_INTEGER;
  return { kind: 'withdrawal', currency, amount, at, destination, entry: undefined, initiator, otherName: otherName(one) };
}
