import type { Clock } from '../../base/clock.ts';
import { dec } from '../../base/decimal.ts';
import { Fault, isFault } from '../../base/fault.ts';
import { type Instant, isoOf } from '../../base/instant.ts';
import type { Approval } from '../../model/approval.ts';
import type { Adjustment } from '../../ledger/adjustment.ts';
import type { Intent } from '../../model/intent.ts';
import type { MoveRecord } from '../../model/move.ts';
import { isOpenMove } from '../../model/moveState.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import { assertFreshOrder } from '../../treasury/approvals/assertFreshOrder.ts';
import { canonicalMove } from '../../treasury/approvals/canonicalMove.ts';
import type { AddressBookEditor } from '../../treasury/book/addressBookEditor.ts';
import { canonicalEntry } from '../../treasury/book/canonicalEntry.ts';
import { readEntryOrder } from '../../treasury/book/entryOrder.ts';
import { entryReport, type EntryReport } from '../../treasury/book/entryReport.ts';
import { retryFailed } from '../../treasury/batches/retryFailed.ts';
import { assertGivesBack } from '../../treasury/moves/assertGivesBack.ts';
import type { MoveVenue } from '../../treasury/moves/carrier.ts';
import { interfaceOf } from '../../treasury/moves/interfaceOf.ts';
import type { Moves } from '../../treasury/moves/moves.ts';
import { paymentText, readMoveOrder } from '../../treasury/moves/moveOrder.ts';
import { dryRunReport, type DryRunReport, type MoveReport } from '../../treasury/moves/moveReport.ts';
import type { Scheduler } from '../../treasury/schedules/scheduler.ts';
import type { ScheduleReport } from '../../treasury/schedules/scheduleReport.ts';
import type { ReconciledRow } from '../reconciliation.ts';
import { quoteOf, type QuoteSize } from './quoteOf.ts';
import { refundProblem } from '../../treasury/moves/refundCarrier.ts';
import { isByLink, linkAskedUntil, LINK_HOLDS_MS } from '../../treasury/moves/refundLinks.ts';
import type { TreasuryBooks } from './treasuryBooks.ts';
import { readSettlement } from '../../treasury/moves/settlement.ts';
import { manualActions } from './manualActions.ts';
import { type AccountNames, type CrossedReply, peopleRequests, type PeopleRequestsOptions } from './peopleRequests.ts';
import { noMove, type TreasuryReads, treasuryReads } from './treasuryReads.ts';
import { policyInForce, publishPolicy, type PolicyReport } from './publishPolicy.ts';

/** What people sign: the text that says it all. */
export interface MoveContent {
  readonly move: MoveReport;
  readonly canonical: string;
  /** What it would cost and bring now, and the rule that decides: no part of what is signed. Null when the venue can't say. */
  readonly now: DryRunReport | null;
}

export interface TreasuryStatus {
  readonly since: string;
  readonly venue: string;
  /** The last characters of the key that it works with. */
  readonly keyTail: string;
  readonly open: number;
  readonly policy: PolicyReport | null;
}

/** The treasury as commands use it, in this process or through the socket of one that runs. Everything that crosses it is JSON. */
export interface TreasuryCalls extends TreasuryReads {
  status(): Promise<TreasuryStatus>;
  dryRun(order: unknown): Promise<DryRunReport>;
  ask(order: unknown): Promise<MoveReport>;
  content(id: string): Promise<MoveContent>;
  approve(id: string, approval: Approval): Promise<MoveReport>;
  cancel(id: string, who: string, why: string): Promise<MoveReport>;
  /** The link of a refund that was let go, by which the payer claims it: a path of the pages of the service. It is asked for anew each time, and written down. */
  refundLink(id: string, who: string, language: string): Promise<RefundLink>;
  /** A person says what became of a payment of which the venue shows no end. */
  settle(settlement: unknown): Promise<MoveReport>;
  /** A person decides what came of a request whose outcome is unknown. Null when it is not in the journals of the treasury. */
  resolve(id: string, verdict: Verdict): Promise<Pick<Intent, 'state'> | null>;
  /** The accounts whose journals the treasury has, so that a command can tell whether it means the same ones. */
  accounts(): Promise<AccountNames>;
  /** Sends what a person asks of one of them, once. What takes money out is refused where a policy is in force. `gone` says that nobody waits for it any more. */
  request(request: unknown, who: string, gone?: AbortSignal): Promise<CrossedReply>;
  /** Accepts what was received for a payment, or has it processed, for a person of the policy. */
  decide(action: unknown): Promise<{ readonly done: true }>;
  /** One step of a move: it is sent, or looked at. */
  advance(id: string): Promise<MoveReport>;
  /** Asks for an entry of the address book. Answers it with what whoever approves it should know. */
  askEntry(order: unknown): Promise<{ readonly entry: EntryReport; readonly warnings: readonly string[] }>;
  /** What people sign who approve an entry, by its id or its name. */
  entryContent(id: string): Promise<{ readonly entry: EntryReport; readonly canonical: string }>;
  approveEntry(id: string, approval: Approval): Promise<EntryReport>;
  removeEntry(id: string, who: string, why: string): Promise<EntryReport>;
  /** Where money may be sent by name. */
  destinations(): Promise<readonly NamedDestination[]>;
  /** The payments of a batch that are proven unsent, with new references. */
  retry(id: string): Promise<readonly unknown[]>;
  /** What one currency brings of another just now, by a quote that is not executed. */
  quote(terms: QuoteTerms): Promise<QuotedAmounts>;
  /** What floats and sweeps would do now, when they are due, and what they did last. */
  schedules(): Promise<readonly ScheduleReport[]>;
  /** Compares the account with the venue. Null while that is under way: ask again. */
  reconcile(): Promise<readonly ReconciledRow[] | null>;
  /** Books a difference of a balance by a person's word. */
  adjust(adjustment: AdjustmentText): Promise<null>;
  publish(text: string, who: string, approvals: readonly Approval[], insteadOf?: string): Promise<PolicyReport>;
}

export interface RefundLink {
  readonly link: string;
  readonly flow: string;
  readonly validTo: string;
}

/** What a person books, with its amount as text. */
export type AdjustmentText = Omit<Adjustment, 'amount'> & { readonly amount: string };

/** A quote that is asked for, with its amount as text. */
export type QuoteTerms = Omit<QuoteSize, 'amount'> & { readonly amount: string };

export interface QuotedAmounts {
  readonly fromAmount: string;
  readonly toAmount: string;
}

/** An entry of the address book, as a batch file names it. */
export interface NamedDestination {
  readonly name: string;
  readonly destination: {
    readonly currency: string;
    readonly network: string;
    readonly address: string;
    readonly tag?: string | undefined;
  };
}

export interface TreasuryOptions {
  readonly store: TreasuryStore;
  readonly moves: Moves;
  readonly book: AddressBookEditor;
  readonly schedules: Pick<Scheduler, 'reports'>;
  readonly venue: MoveVenue;
  readonly clock: Clock;
  /** One look at transfers of which nobody knows what came of them. */
  readonly look: () => Promise<void>;
  readonly resolve: TreasuryCalls['resolve'];
  /** The accounts at the interfaces. */
  readonly accounts: () => AccountNames;
  /** Sends a person's request at one of them, through its journal. */
  readonly send: PeopleRequestsOptions['send'];
  readonly books: Pick<TreasuryBooks, 'begin' | 'ended' | 'reconcile' | 'adjust'>;
  /** The host of the venue. */
  readonly host: string;
  readonly keyTail: string;
}

function noLink({ id, kind, state, rows }: MoveRecord, until: Instant | undefined): Fault {
  const isLink = rows.some(isByLink);
  const why = !isLink
    ? `${id} is a ${kind} without a link`
    : until === undefined
      ? `${id} is ${state}`
      : `the link of ${id} could be asked for until ${isoOf(until)}`;
  return new Fault('refused', `there is no link to give: ${why}`, {
    outcome: 'not-sent',
    suggestion: '`sluice pay refunds link PAYMENT` asks for one',
  });
}

/** The treasury of this process. */
export function treasury(options: TreasuryOptions): TreasuryCalls {
  const { store, moves, book, schedules, venue, clock, look, resolve, accounts, send, books, host, keyTail } = options;
  const since = isoOf(clock.now());
  const known = async (id: string) => {
    const move = await store.moves.get(id);
    if (move === undefined) throw noMove(id);
    return move;
  };
  const reads = treasuryReads(store, clock);
  const reportOf = (id: string): Promise<MoveReport> => reads.move(id);
  const outlookOf = async (move: MoveRecord): Promise<DryRunReport | null> => {
    try {
      return dryRunReport(await moves.outlook(move));
    } catch (error) {
      if (!isFault(error) || error.code === 'store' || error.code === 'internal') throw error;
      return null;
    }
  };
  return {
    ...reads,
    async status() {
      return { since, venue: host, keyTail, open: (await store.moves.open()).length, policy: await reads.policy() };
    },
    async dryRun(order) {
      return dryRunReport(await moves.dryRun(readMoveOrder(order, await store.book.entries())));
    },
    async ask(text) {
      const order = readMoveOrder(text, await store.book.entries());
      // One that is known is answered as it stands, however late it comes once more.
      if (order.signedWith !== undefined && (await store.moves.get(order.id)) === undefined)
        assertFreshOrder(order.id, order.initiator, clock.now());
      const { id } = await moves.ask(order);
      return reportOf(id);
    },
    async settle(settlement) {
      const { id } = await moves.settle(readSettlement(settlement));
      return reportOf(id);
    },
    resolve,
    accounts: () => Promise.resolve(accounts()),
    request: peopleRequests({ store, clock, send }),
    decide: manualActions({ store, clock, venue, policy: () => policyInForce(store, clock) }),
    async refundLink(id, who, language) {
      const move = await known(id);
      const [until, now] = [linkAskedUntil(move), clock.now()];
      if (until === undefined || now >= until) throw noLink(move, until);
      const { target, terms } = move.rows[0]!;
      const problem = await refundProblem(venue, move.rows[0]!);
      if (problem !== undefined) throw new Fault('refused', `there is no link to give: ${problem}`, { outcome: 'not-sent' });
      const flow = terms!.refundFlow!;
      const params = { paymentIntentId: target!, refundFlow: flow, languageIso2: language };
      const { url: link } = await venue.read<{ readonly url: string }>('processing', 'paymentIntents.refundLink', params);
      const evidence = `the link of payment ${target}, by which the payer picks the address (${flow})`;
      await store.note(now, { who, what: 'move.link', subject: id, before: move.state, after: move.state, evidence });
      return { link, flow, validTo: isoOf(now + LINK_HOLDS_MS) };
    },
    async content(id) {
      const move = await known(id);
      return { move: await reportOf(id), canonical: canonicalMove(move), now: await outlookOf(move) };
    },
    async approve(id, approval) {
      await assertGivesBack(await known(id), venue);
      await moves.approve(id, approval);
      return reportOf(id);
    },
    async cancel(id, who, why) {
      await moves.cancel(id, who, why);
      return reportOf(id);
    },
    async advance(id) {
      const isOfExchange = interfaceOf((await known(id)).kind) === 'exchange';
      if (isOfExchange) await books.begin();
      await look();
      const move = await moves.advance(id);
      if (isOfExchange && !isOpenMove(move.state)) await books.ended(move.changedAt);
      return reportOf(id);
    },
    async askEntry(order) {
      const { entry, warnings } = await book.request(readEntryOrder(order));
      return { entry: entryReport(entry, clock.now()), warnings };
    },
    async entryContent(id) {
      const entry = await book.entry(id);
      return { entry: entryReport(entry, clock.now()), canonical: canonicalEntry(entry) };
    },
    async approveEntry(id, approval) {
      return entryReport(await book.approve(id, approval), clock.now());
    },
    async removeEntry(id, who, why) {
      return entryReport(await book.remove(id, who, why), clock.now());
    },
    async destinations() {
      const kept = (await store.book.entries()).filter(({ removedAt }) => removedAt === undefined);
      return kept.map(({ name, destination }) => ({ name, destination }));
    },
    async retry(id) {
      const move = await known(id);
      if (move.kind !== 'batch') throw new Fault('usage', `${id} is a ${move.kind} and no batch`, { suggestion: 'ask for it anew' });
      return retryFailed(move).rows.map(paymentText);
    },
    async quote(terms) {
      const { fromAmount, toAmount } = await quoteOf(venue, { ...terms, amount: dec(terms.amount) });
      return { fromAmount: fromAmount.toFixed(), toAmount: toAmount.toFixed() };
    },
    schedules: () => schedules.reports(),
    reconcile: () => books.reconcile(),
    async adjust(adjustment) {
      await books.adjust({ ...adjustment, amount: dec(adjustment.amount) });
      return null;
    },
    publish: (text, who, approvals, insteadOf) => publishPolicy(store, clock, { text, who, approvals, insteadOf }),
  };
}
