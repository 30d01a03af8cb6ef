import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { type Instant, isoOf } from '../../base/instant.ts';
import { oneAtATime } from '../../base/oneAtATime.ts';
import type { AddressEntry } from '../../model/addressEntry.ts';
import type { Approval } from '../../model/approval.ts';
import { membersOf } from '../../policy/approvalNeeds.ts';
import { keysOf } from '../../policy/keysOf.ts';
import type { Policy } from '../../policy/policy.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import { approvalRefusal, type Terms } from '../approvals/approvalRefusal.ts';
import { assertFreshOrder } from '../approvals/assertFreshOrder.ts';
import { openNeeds, unfillableNeeds } from '../approvals/openNeeds.ts';
import { uncounted } from '../approvals/uncounted.ts';
import { canonicalEntry, subjectOfEntry } from './canonicalEntry.ts';
import { type AskedEntry, entryFindings } from './entryProblems.ts';
import { entryState } from './entryState.ts';

export interface AddressBookEditorOptions {
  readonly store: Pick<TreasuryStore, 'book' | 'latestAuditAt'>;
  readonly clock: Clock;
  /** The policy in force. Undefined when there is none. */
  readonly policy: () => Promise<Policy | undefined>;
  /** The policy that was in force at a time. Undefined when there was none. */
  readonly policyAt: (at: Instant) => Promise<Policy | undefined>;
}

/** An entry as a person asks for it. */
export interface EntryOrder extends AskedEntry {
  /** `A-` and a ULID. Asking twice with one id asks once. */
  readonly id: string;
  readonly requestedBy: string;
  /** The key with which that person has signed the order. */
  readonly signedWith: string;
  /** Whether the address is meant, although the book has it on another network. */
  readonly alsoElsewhere: boolean;
}

/** The address book as people change it. Each change is on disk, with its row in the audit log, before it is answered. */
export class AddressBookEditor {
  readonly #options: AddressBookEditorOptions;
  readonly #inTurn = oneAtATime();

  constructor(options: AddressBookEditorOptions) {
    this.#options = options;
  }

  /**
   * Writes an entry down that waits for approval, or cools at once where the policy asks for none. Answers it with what whoever approves it
   * should know. Rejects with `invalid-request`.
   */
  request(order: EntryOrder): Promise<{ readonly entry: AddressEntry; readonly warnings: readonly string[] }> {
    return this.#inTurn(async () => {
      const { store, clock } = this.#options;
      const { alsoElsewhere, signedWith, ...asked } = order;
      const { terms, coolingMs } = await this.#terms();
      const entries = await store.book.entries();
      const known = entries.find(({ id }) => id === order.id);
      const now = clock.now();
      const others = entries.filter((entry) => entry !== known);
      const { problems, warnings } = entryFindings(asked, others, now, alsoElsewhere);
      if (known !== undefined) return { entry: known, warnings };
      assertFreshOrder(order.id, order.requestedBy, now);
      const isMendedBySayingSo = entryFindings(asked, others, now, true).problems.length < problems.length;
      if (problems.length > 0)
        throw new Fault('invalid-request', problems.join('; '), { suggestion: isMendedBySayingSo ? ELSEWHERE : CORRECT });
      assertMayAsk(order, terms);
      const allowedFrom = terms.needs.length === 0 ? await this.#cooled(now, coolingMs) : undefined;
      const entry: AddressEntry = { ...asked, requestedAt: now, approvals: [], allowedFrom, removedAt: undefined };
      const held = allowedFrom === undefined ? [] : [`needs no approval, allowed from ${isoOf(allowedFrom)}`];
      const evidence = [`signed with ${signedWith}`, ...held, ...warnings].join('; ');
      const note = {
        who: order.requestedBy,
        what: 'entry.requested',
        subject: order.id,
        before: '',
        after: canonicalEntry(entry),
        evidence,
      };
      if (await store.book.add(entry, note)) return { entry, warnings };
      throw new Fault('refused', `another entry is named ${order.name}`, { outcome: 'not-sent' });
    });
  }

  /** Adds an approval. The last one that was needed begins the cooling. Rejects with `refused` and the reason when it does not count. */
  approve(id: string, approval: Approval): Promise<AddressEntry> {
    return this.#inTurn(async () => {
      const { store, clock } = this.#options;
      const entry = await this.entry(id);
      const { terms: inForce, coolingMs } = await this.#terms();
      const terms = { ...inForce, askedWith: await this.#askedWith(entry) };
      const now = clock.now();
      const given = { ...approval, at: now };
      const state = entryState(entry, now);
      const subject = subjectOfEntry(entry);
      if (state === 'requested' && terms.needs.length === 0) throw approvedByNobody(entry);
      const refusal = state === 'requested' ? approvalRefusal(given, subject, terms) : `it is ${state}`;
      if (refusal !== undefined) throw uncounted(`this approval of ${entry.name}`, refusal);
      const isLast = openNeeds(subject, [...entry.approvals, given], terms).length === 0;
      const allowedFrom = isLast ? await this.#cooled(now, coolingMs) : undefined;
      const after = allowedFrom === undefined ? 'requested' : `allowed from ${isoOf(allowedFrom)}`;
      const evidence = `${given.key} ${given.signature}`;
      const note = { who: given.person, what: 'entry.approval', subject: entry.id, before: 'requested', after, evidence };
      if (!(await store.book.approve(entry.id, given, allowedFrom, note))) {
        throw new Fault('refused', `${given.person} has approved ${entry.name} before, and counts once`, {
          outcome: 'not-sent',
          suggestion: 'somebody else has to',
        });
      }
      return this.entry(entry.id);
    });
  }

  /** Takes an entry out at once and for ever. Whoever may approve one may do this, and whoever has asked for it; it needs nobody else. */
  remove(id: string, who: string, why: string): Promise<AddressEntry> {
    return this.#inTurn(async () => {
      const { store, clock } = this.#options;
      const entry = await this.entry(id);
      const { terms } = await this.#terms();
      assertMayRemove(who, entry, terms);
      const now = clock.now();
      const note = { who, what: 'entry.removed', subject: entry.id, before: entryState(entry, now), after: 'removed', evidence: why };
      if (!(await store.book.remove(entry.id, now, note)))
        throw new Fault('refused', `${entry.name} was removed before`, { outcome: 'not-sent' });
      return this.entry(entry.id);
    });
  }

  /** The entry with this id, or with this name that was not removed. Rejects with `not-found`. */
  async entry(id: string): Promise<AddressEntry> {
    const entries = await this.#options.store.book.entries();
    const found = entries.find((entry) => entry.id === id) ?? entries.find(({ name, removedAt }) => name === id && removedAt === undefined);
    if (found !== undefined) return found;
    throw new Fault('not-found', `the address book has no ${id}`, { suggestion: '`sluice treasury book list` shows what it has' });
  }

  /** The end of the cooling. A clock that was put back does not shorten it: it begins after all that is in the audit log. */
  async #cooled(now: Instant, coolingMs: number): Promise<Instant> {
    return Math.max(now, (await this.#options.store.latestAuditAt()) ?? now) + coolingMs;
  }

  /** The keys that whoever asked for it had then. */
  async #askedWith({ requestedBy, requestedAt }: AddressEntry): Promise<readonly string[]> {
    const then = await this.#options.policyAt(requestedAt);
    return then === undefined ? [] : keysOf(then, requestedBy);
  }

  async #terms(): Promise<{ readonly terms: Terms; readonly coolingMs: number }> {
    const policy = await this.#options.policy();
    if (policy === undefined) {
      throw new Fault('refused', 'no policy is in force, so nobody can approve an entry', {
        outcome: 'not-sent',
        suggestion: '`sluice treasury policy publish FILE` makes one hold',
      });
    }
    const { people, groups, book } = policy;
    return { terms: { people, groups, needs: book.approvals }, coolingMs: book.coolingMs };
  }
}

const CORRECT = 'correct what is named, and ask again';
const ELSEWHERE = 'correct it; an address that is really meant to be on two networks needs --also-elsewhere';

/** It was asked for while the policy had people approve entries, and nobody does by now. */
function approvedByNobody({ name }: AddressEntry): Fault {
  return new Fault('refused', `${name} was asked for when people approved entries, and by the policy in force nobody does`, {
    outcome: 'not-sent',
    suggestion: `remove it and add it anew: \`sluice treasury book remove ${name}\`, then \`sluice treasury book add\``,
  });
}

/** Who may not approve what they ask for must be who they say. */
function assertMayAsk({ requestedBy, signedWith, name }: EntryOrder, terms: Terms): void {
  if (!keysOf(terms, requestedBy).includes(signedWith))
    throw new Fault('refused', `${signedWith} is no key of ${requestedBy} in the policy, so nobody knows who asks`, {
      outcome: 'not-sent',
    });
  const missing = unfillableNeeds({ initiator: requestedBy }, terms);
  if (missing.length === 0) return;
  const who = missing.map(({ need, of }) => `${need} more of ${of}`).join(' and ');
  throw new Fault('refused', `nobody could approve ${name}: who asks does not, and ${who} would be needed`, {
    outcome: 'not-sent',
    suggestion: 'let somebody else ask for it',
  });
}

/** Where nobody approves entries, everybody of the policy may take one out: it makes less possible, never more. */
function assertMayRemove(who: string, { requestedBy }: AddressEntry, { people, groups, needs }: Terms): void {
  if (who === requestedBy) return;
  if (needs.length === 0) {
    if (Object.hasOwn(people, who)) return;
    throw new Fault('refused', `the policy knows nobody named ${who}`, { outcome: 'not-sent' });
  }
  if (needs.some(({ of }) => membersOf(groups, of).includes(who))) return;
  throw new Fault('refused', `${who} is in none of the groups that approve entries: ${needs.map(({ of }) => of).join(', ')}`, {
    outcome: 'not-sent',
  });
}
