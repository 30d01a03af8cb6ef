import { Fault, isFault, messageOf } from '../../base/fault.ts';
import { DAY_MS, type Instant } from '../../base/instant.ts';
import { oneAtATime } from '../../base/oneAtATime.ts';
import type { Approval } from '../../model/approval.ts';
import { isAutomatic } from '../../model/automaticPerson.ts';
import type { MoveKind, MoveRecord, MoveState } from '../../model/move.ts';
import { WAITS_WITHIN_MS } from '../../model/moveState.ts';
import type { MoveChange } from '../../store/moveLog.ts';
import { wasOvertaken } from '../../store/overtaken.ts';
import type { Carriers } from './carrier.ts';
import { dryRun, type DryRun, type DryRunOptions } from './dryRun.ts';
import { NOT_BEGUN } from './journalProgress.ts';
import { LateMoves } from './lateMoves.ts';
import { knownQuotes } from './knownQuotes.ts';
import { MoveChanges, type MoveChangesOptions, noteOf, whyItWaits } from './moveChanges.ts';
import type { AskedMove, MoveDecision, MovePolicy } from './moveDecision.ts';
import { moveEvent } from './moveEvent.ts';
import { awaitsApproval, moveNews } from './moveName.ts';
import { notPossible } from './notPossible.ts';
import { seemsPaid } from './seemsPaid.ts';
import { assertMaySettle, type Settlement } from './settlement.ts';
import { sendWaiting } from './sendWaiting.ts';
import { unsigned } from './unsigned.ts';
import { usedReferences } from './usedReferences.ts';
import { wrongState } from './wrongState.ts';

export interface MovesOptions extends Omit<DryRunOptions, 'at' | 'earlier' | 'policy'>, MoveChangesOptions {
  readonly carriers: Carriers;
  /** Names the account that a kind of move takes from. */
  readonly accountOf: (kind: MoveKind) => string;
}

/** A move as a person asks for it, with an id under which it will be known. */
export interface MoveOrder extends AskedMove {
  readonly id: string;
  /** The key with which the initiator has signed the order. Undefined where nobody has. */
  readonly signedWith: string | undefined;
  /** Whether payments that were made before are meant to be made again. */
  readonly repeats: boolean;
}

/** How long what waits is tried to be sent. After that a person decides anew. */
const SEND_WITHIN_MS = 900_000;
/** Duplicates are looked for so far back. */
const DUPLICATES_MS = 90 * DAY_MS;

/**
 * The moves of the treasury, from a person's word to the venue's last one. Each step is on disk before the next begins, so that a restart
 * goes on where the last life has ended; what was sent stands in the journals, and is never sent again.
 */
export class Moves {
  readonly #options: MovesOptions;
  readonly #changes: MoveChanges;
  readonly #late: LateMoves;
  readonly #triedSince = new Map<string, Instant>();
  readonly #inTurn = oneAtATime();

  constructor(options: MovesOptions) {
    this.#options = options;
    this.#changes = new MoveChanges(options);
    this.#late = new LateMoves(options, this.#changes);
  }

  /** What would come of a move. Nothing is written and nothing is sent. Rejects with a `Fault` when the venue can't say. */
  async dryRun(move: AskedMove): Promise<DryRun> {
    const { store, clock } = this.#options;
    const at = clock.now();
    const amounts = move.rows.flatMap(({ amount, fiat }) => (fiat === undefined ? [amount] : [amount, fiat.amount]));
    const references = move.rows.map(({ reference }) => reference);
    const earlier = await store.moves.alike(at - DUPLICATES_MS, references, amounts);
    return dryRun(move, { ...this.#options, at, earlier });
  }

  /** What would come now of a move that was asked for: it stands in its own way in no limit. Rejects as `dryRun` does. */
  async outlook(move: MoveRecord): Promise<DryRun> {
    const { policy, clock } = this.#options;
    const decide: MovePolicy['decide'] = (asked, quotes, at) => policy.decide(asked, quotes, at, move.id);
    return dryRun(move, { ...this.#options, policy: { decide }, at: clock.now(), earlier: [] });
  }

  /**
   * Writes a move down, with what the policy says of it. Nothing is sent yet: `advance` does that. Rejects with `invalid-request` when the venue
   * would not do it; then nothing is written.
   */
  ask(order: MoveOrder): Promise<MoveRecord> {
    return this.#inTurn(async () => {
      const { store, clock } = this.#options;
      const known = await store.moves.get(order.id);
      if (known !== undefined) return known;
      const { signedWith, repeats, ...asked } = order;
      const isKnown = (await this.#options.policy.keys()).has(order.initiator);
      if (isKnown) await this.#assertSigned(order);
      const { problems, rows, decision, duplicates } = await this.dryRun(asked);
      // Whom the policy does not know it refuses, and no signature would mend that. Whom it has come to know since has to be looked at as well.
      if (!isKnown && decision.verdict !== 'deny') await this.#assertSigned(order);
      const used = await usedReferences(this.#options.carriers[order.kind], order.rows);
      if (problems.length + used.length > 0) throw notPossible([...problems, ...used].join('; '));
      if (duplicates.length > 0 && !repeats) throw seemsPaid(duplicates);
      if (decision.verdict === 'approve' && signedWith === undefined && !isAutomatic(order.initiator))
        throw unsigned(order.initiator, 'it needs approval');
      const at = clock.now();
      const { verdict, rule, version, needs, why, expiresAfterMs } = decision;
      const state: MoveState = verdict === 'allow' ? 'approved' : verdict === 'approve' ? 'awaiting-approval' : 'refused';
      const move: MoveRecord = {
        ...asked,
        createdAt: at,
        policyVersion: version,
        expiresAt: verdict === 'approve' ? at + expiresAfterMs! : undefined,
        state,
        rule,
        needs,
        evidence: why.join('; '),
        changedAt: at,
        account: undefined,
        signedWith,
        progress: rows.map(({ quote }) => ({ ...NOT_BEGUN, fee: quote.fee })),
      };
      const signed = signedWith === undefined ? '' : `; signed with ${signedWith}`;
      const evidence = `rule ${rule} of policy ${version}: ${move.evidence}${signed}`;
      await store.moves.add(move, at, {
        who: order.initiator,
        what: 'move.requested',
        subject: order.id,
        before: '',
        after: state,
        evidence,
      });
      if (state === 'awaiting-approval') this.#options.tell(awaitsApproval(move, needs), moveEvent(move.id, state));
      return move;
    });
  }

  /** Adds a person's approval. When it is the last that was needed, the move is approved. Rejects with a `Fault` that says why it does not count. */
  approve(id: string, approval: Approval): Promise<MoveRecord> {
    return this.#inTurn(async () => {
      const { store, policy, clock } = this.#options;
      const move = await this.#changes.known(id);
      if (move.state !== 'awaiting-approval') throw wrongState(move, 'approved');
      const at = clock.now();
      if (at >= move.expiresAt!) return this.#changes.expire(move);
      const given = { ...approval, at };
      await policy.assertCounts(move, given);
      const { person, key, signature } = given;
      const note = noteOf(move, person, 'move.approval', move.state, `${key} ${signature}`);
      if (!(await store.moves.approve(id, given, note))) {
        throw new Fault('refused', `${person} has approved ${id} before`, { outcome: 'not-sent', suggestion: 'somebody else has to' });
      }
      await this.#changes.settleApprovals(move);
      return this.#changes.known(id);
    });
  }

  /** Takes a move back of which nothing was sent yet. */
  cancel(id: string, who: string, why: string): Promise<MoveRecord> {
    return this.#inTurn(async () => {
      const { store, clock, tell } = this.#options;
      const move = await this.#changes.known(id);
      const isBegun = move.state === 'sending';
      if (isBegun && !(await this.#isUntouched(move))) throw wrongState(await this.#changes.known(id), 'canceled');
      const note = noteOf(move, who, 'move.canceled', 'canceled', why);
      const change: MoveChange = { state: 'canceled', evidence: `${who}: ${why}`, ...this.#changes.heldBy(move, why) };
      const from: readonly MoveState[] = isBegun ? ['sending'] : ['awaiting-approval', 'approved'];
      if (!(await store.moves.change(id, from, change, clock.now(), note))) throw wrongState(move, 'canceled');
      tell(moveNews(move, `is canceled (${change.evidence})`), moveEvent(id, 'canceled'));
      return this.#changes.known(id);
    });
  }

  /** Whether nothing left of a move that is being sent, by a look at what its own account did. */
  async #isUntouched(move: MoveRecord): Promise<boolean> {
    const { carriers, accountOf } = this.#options;
    if (move.account !== accountOf(move.kind)) return false;
    const { state, progress } = await this.#changes.keep(move, await carriers[move.kind].look(move));
    return state === 'sending' && progress.every((row) => row.state === 'waiting');
  }

  /** A person says what became of a payment of which the venue shows no end. Rejects with a `Fault` that says why that can't be. */
  settle(settlement: Settlement): Promise<MoveRecord> {
    return this.#inTurn(async () => {
      const move = await this.#changes.known(settlement.move);
      assertMaySettle(move, settlement, await this.#options.policy.keys());
      return this.#changes.settle(move, settlement);
    });
  }

  /** Sends what waits of every move, and looks once at what was sent. What fails of one keeps no other back. Rejects when the store does. */
  async round(): Promise<void> {
    const moves = [...(await this.#options.store.moves.open()), ...(await this.#late.due())];
    for (const move of moves) await sendWaiting(move, (id) => this.advance(id), this.#options.tell);
  }

  /** Tells of what waits for somebody: who has heard it from an earlier life hears its end from this one. Rejects when the store does. */
  async tellOpen(): Promise<void> {
    for (const move of await this.#options.store.moves.open()) this.#changes.tellOpen(move);
  }

  /** One step of a move: sends the next of what waits, or looks at what was sent. Answers how it stands then. */
  advance(id: string): Promise<MoveRecord> {
    return this.#inTurn(async () => {
      const move = await this.#changes.known(id);
      try {
        return await this.#step(move);
      } catch (error) {
        if (!isFault(error) || error.code === 'store' || error.code === 'internal' || wasOvertaken(error)) throw error;
        return this.#changes.waits(move, messageOf(error));
      }
    });
  }

  /** Who has a key in the policy signs what they ask for: rules, limits and approvals rest on who asks. */
  async #assertSigned({ initiator, signedWith }: MoveOrder): Promise<void> {
    const keys = (await this.#options.policy.keys()).get(initiator) ?? [];
    if (signedWith === undefined ? keys.length === 0 : keys.includes(signedWith)) return;
    const why = signedWith === undefined ? 'the policy has a key of theirs' : `${signedWith} is no key of theirs in the policy`;
    throw unsigned(initiator, why);
  }

  async #step(move: MoveRecord): Promise<MoveRecord> {
    switch (move.state) {
      case 'awaiting-approval':
        if (move.isOfBackup === true) return this.#changes.takeBack(move);
        if (this.#options.clock.now() >= move.expiresAt!) return this.#changes.expire(move);
        await this.#changes.settleApprovals(move);
        return this.#changes.known(move.id);
      case 'approved':
        if (move.isOfBackup === true) return this.#changes.takeBack(move);
        return this.#letGo(move);
      case 'sending':
      case 'sent':
      case 'unknown':
        return this.#carry(move);
      default:
        return this.#late.look(move);
    }
  }

  /** The policy decides once more, right before the first request: it may have changed, and so may balances and limits. */
  async #letGo(move: MoveRecord): Promise<MoveRecord> {
    const { store, clock, policy, carriers, accountOf } = this.#options;
    const now = clock.now();
    if (now >= (move.expiresAt ?? move.createdAt + WAITS_WITHIN_MS)) return this.#changes.expire(move);
    const decision = await policy.decide(move, await carriers[move.kind].quote(move.rows), now, move.id);
    if (decision.verdict === 'deny') return this.#changes.waits(move, `rule ${decision.rule}: ${decision.why.join('; ')}`);
    if (decision.version !== move.policyVersion) return this.#changes.decideAnew(move, decision);
    if (decision.verdict === 'approve' && !(await this.#isApproved(move, decision))) return this.#changes.decideAnew(move, decision);
    const note = noteOf(move, 'sluice', 'move.sending', 'sending', `rule ${decision.rule} of policy ${decision.version}`);
    const change: MoveChange = { state: 'sending', evidence: 'it is being sent', account: accountOf(move.kind) };
    if (!(await store.moves.change(move.id, ['approved'], change, now, note))) return this.#changes.known(move.id);
    return this.#carry(await this.#changes.known(move.id), true);
  }

  /** By what the policy asks for now, whatever it asked for before. */
  async #isApproved(move: MoveRecord, { needs }: MoveDecision): Promise<boolean> {
    const { store, policy } = this.#options;
    return policy.isApproved({ ...move, needs }, await store.moves.approvals(move.id));
  }

  /** How a move stands of which nothing more may be sent just now. What was allowed at the first draft need not be at the next one. */
  async #heldBack(move: MoveRecord): Promise<MoveRecord | undefined> {
    const { policy, clock } = this.#options;
    const decision = await policy.decide(move, knownQuotes(move), clock.now(), move.id);
    if (decision.verdict === 'allow') return undefined;
    const why = `rule ${decision.rule}: ${decision.why.join('; ')}`;
    if (decision.verdict === 'deny') return this.#changes.waits(move, why);
    const isOther = decision.version !== move.policyVersion;
    if (!isOther && (await this.#isApproved(move, decision))) return undefined;
    if (move.progress.every((row) => row.state === 'waiting')) return this.#changes.decideAnew(move, decision, 'sending');
    const versions = `policy ${decision.version} holds by now, and it was let go under policy ${move.policyVersion}`;
    return this.#changes.waits(move, isOther ? `${why}; ${versions}` : why);
  }

  /** `isDecided`: the policy has decided just now. */
  async #carry(move: MoveRecord, isDecided = false): Promise<MoveRecord> {
    const { carriers, accountOf } = this.#options;
    if (move.account !== accountOf(move.kind)) {
      return this.#changes.waits(move, `it was begun with another account (${move.account}); name that one's key in the configuration`);
    }
    const carrier = carriers[move.kind];
    const looked = await this.#changes.keep(move, await carrier.look(move));
    if (looked.state !== 'sending') this.#triedSince.delete(move.id);
    if (looked.state !== 'sending') return looked;
    if (move.isOfBackup === true) return this.#changes.giveUpHeld(looked);
    if (this.#isTriedEnough(looked))
      return this.#changes.giveUp(looked, `never sent: it could not be sent for ${SEND_WITHIN_MS / 60_000} minutes${whyItWaits(looked)}`);
    const held = isDecided ? undefined : await this.#heldBack(looked);
    if (held !== undefined) return held;
    const trouble = await carrier.send(looked);
    if (trouble?.isFinal === true) return this.#changes.giveUp(looked, `never sent: ${trouble.why}`);
    if (trouble !== undefined) return this.#changes.waits(looked, trouble.why);
    return this.#changes.keep(looked, await carrier.look(looked));
  }

  /** In this life, and since something of it has changed. */
  #isTriedEnough({ id, changedAt }: MoveRecord): boolean {
    const now = this.#options.clock.now();
    const since = this.#triedSince.get(id) ?? now;
    this.#triedSince.set(id, since);
    return now - Math.max(since, changedAt) >= SEND_WITHIN_MS;
  }
}
