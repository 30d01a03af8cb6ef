import { type Decimal, ZERO } from '../base/decimal.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import type { MoveRecord } from '../model/move.ts';
import { isFinalRow, isOpenMove } from '../model/moveState.ts';
import { membersOf, missingApprovals } from '../policy/approvalNeeds.ts';
import { hasLifetimeWindow, longestWindow } from '../policy/longestWindow.ts';
import { otherNameOf } from '../policy/otherNameOf.ts';
import type { Policy } from '../policy/policy.ts';
import { spanText } from '../policy/spanText.ts';
import { type WindowUse, windowUses } from '../policy/windowUses.ts';
import { policyReport } from '../daemon/treasury/publishPolicy.ts';
import { parsePolicy } from '../settings/policyFile.ts';
import type { LoggedOutflow, PastOutflow } from '../store/outflowLog.ts';
import type { TreasuryStore } from '../store/treasuryStore.ts';
import { hashWords } from '../treasury/approvals/hashWords.ts';
import { openNeeds } from '../treasury/approvals/openNeeds.ts';
import { subjectOfMove } from '../treasury/approvals/subject.ts';
import { entryReport } from '../treasury/book/entryReport.ts';
import { isSameDestination } from '../treasury/book/isSameDestination.ts';
import { moveReport } from '../treasury/moves/moveReport.ts';
import type { AddressEntry } from '../model/addressEntry.ts';
import type { ApprovalNeed } from '../model/move.ts';
import type { EntryView, MoveView, NeedView, TreasuryView, WindowView } from './contract/treasuryView.ts';

/** What a page has room for. The commands list the rest. */
const MOST_OPEN = 100;
const MOST_ENDED = 50;
const MOST_ENTRIES = 200;
const MOST_LIMITS = 50;

type Value = Parameters<typeof windowUses>[3];
type Counted = Parameters<typeof windowUses>[1][number];
type PolicyOf = (version: number) => Policy | undefined;

/** What a treasury's store says, for people to look at. `value` is what an amount is worth in another currency. */
export async function treasuryView(
  store: TreasuryStore,
  at: Instant,
  value: Value,
): Promise<Omit<TreasuryView, 'folder' | 'isThere' | 'isServed' | 'trouble'>> {
  const versions = await store.policies.versions();
  const policyOf: PolicyOf = (version) => {
    const found = versions.find((one) => one.version === version);
    return found && parsePolicy(found.text, `policy version ${version}`).policy;
  };
  const report = policyReport(versions, at);
  const policy = report === null ? undefined : policyOf(report.version);
  const open = await store.moves.open();
  const ended = (await store.moves.since(0, MOST_OPEN + MOST_ENDED)).filter(({ state }) => !isOpenMove(state)).slice(0, MOST_ENDED);
  const viewOf = (move: MoveRecord): Promise<MoveView> => moveView(store, move, policyOf);
  const entries = (await store.book.entries()).filter(({ removedAt }) => removedAt === undefined).slice(-MOST_ENTRIES);
  const head = await store.auditHead();
  return {
    policy: report === null ? undefined : withoutText(report),
    open: await Promise.all(open.slice(0, MOST_OPEN).map(viewOf)),
    ended: await Promise.all(ended.map(viewOf)),
    unlisted: Math.max(0, open.length - MOST_OPEN),
    book: entries.map((entry) => entryView(entry, policy, at)),
    limits: policy === undefined ? [] : await limitsOf(store, policy, at, value, entries),
    audit: head && { seq: head.seq, at: isoOf(head.at), hash: head.hash },
  };
}

function withoutText<T extends { readonly text: string }>({ text: _text, ...rest }: T): Omit<T, 'text'> {
  return rest;
}

async function moveView(store: TreasuryStore, move: MoveRecord, policyOf: PolicyOf): Promise<MoveView> {
  const approvals = await store.moves.approvals(move.id);
  const { rows, needs: _needs, ...report } = moveReport(move, approvals);
  const isWaiting = move.state === 'awaiting-approval';
  const subject = subjectOfMove(move);
  const policy = isWaiting ? policyOf(move.policyVersion) : undefined;
  const missing = policy === undefined ? [] : openNeeds(subject, approvals, { ...policy, needs: move.needs });
  const out = [move.initiator, ...approvals.map(({ person }) => person)];
  const sums = new Map<string, Decimal>();
  for (const { currency, amount } of move.rows) sums.set(currency, (sums.get(currency) ?? ZERO).plus(amount));
  return {
    ...report,
    state: move.state,
    to: rows.length === 1 ? (rows[0]!.to ?? rows[0]!.address ?? '') : `${rows.length} payments`,
    sums: [...sums].map(([currency, amount]) => ({ currency, amount })),
    payments: rows.length,
    over: move.progress.filter(isFinalRow).length,
    needs: needViews(move.needs, missing, policy?.groups ?? {}, out),
    words: isWaiting ? hashWords(subject.hash) : undefined,
  };
}

function entryView(entry: AddressEntry, policy: Policy | undefined, at: Instant): EntryView {
  const report = entryReport(entry, at);
  if (policy === undefined || entry.allowedFrom !== undefined) return { ...report, needs: [] };
  const missing = missingApprovals(policy.groups, policy.book.approvals, report.approvedBy);
  return { ...report, needs: needViews(policy.book.approvals, missing, policy.groups, [entry.requestedBy, ...report.approvedBy]) };
}

/** `out` are those who may not sign: who asks, and who has signed. */
function needViews(
  needs: readonly ApprovalNeed[],
  missing: readonly ApprovalNeed[],
  groups: Policy['groups'],
  out: readonly string[],
): readonly NeedView[] {
  return needs.map(({ need, of }) => {
    const lacks = missing.find((one) => one.of === of)?.need ?? 0;
    return { of, need, missing: lacks, who: lacks === 0 ? [] : membersOf(groups, of).filter((person) => !out.includes(person)) };
  });
}

/** A page asks for it again and again, so what counts in no window is not read. */
async function limitsOf(
  { moves }: TreasuryStore,
  policy: Policy,
  at: Instant,
  value: Value,
  book: readonly AddressEntry[],
): Promise<readonly WindowView[]> {
  if (policy.rules.every(({ conditions }) => conditions.window === undefined)) return [];
  const since = at - longestWindow(policy);
  const otherName = otherNameOf(policy);
  const recent = (await moves.outflows(since, at, undefined)).map((one) => ({ ...countedOf(one, at), otherName: otherName(one) }));
  const before = hasLifetimeWindow(policy) ? await moves.past(since, undefined) : [];
  const past = before.map((one) => ({ ...pastOf(one, book), otherName: otherName(one) }));
  return windowUses(policy, [...past, ...recent], at, value)
    .slice(0, MOST_LIMITS)
    .map(windowViewOf);
}

/** What counts in no window but those of a lifetime. */
function pastOf({ currency, amount, destination, initiator }: PastOutflow, book: readonly AddressEntry[]): Counted {
  const entry = destination && book.find((one) => isSameDestination(one.destination, destination))?.name;
  return { kind: 'withdrawal', currency, amount, at: Number.MIN_SAFE_INTEGER, destination, entry, initiator, isWaiting: false };
}

function countedOf({ kind, initiator, row, sentAt }: LoggedOutflow, at: Instant): Counted {
  const { currency, amount, destination, to } = row;
  return { kind, initiator, currency, amount, destination, entry: to, at: sentAt ?? at, isWaiting: sentAt === undefined };
}

function windowViewOf({ last, ...use }: WindowUse): WindowView {
  return { ...use, last: last === 'lifetime' ? 'ever' : spanText(last) };
}
