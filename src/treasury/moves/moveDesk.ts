import type { Clock } from '../../base/clock.ts';
import { Fault, isFault, messageOf } from '../../base/fault.ts';
import type { Approval } from '../../model/approval.ts';
import type { MoveKind, MoveRecord, MoveState } from '../../model/move.ts';
import type { MoveChange } from '../../store/moveLog.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import { carrierOf, type Carriers } from './carrier.ts';
import { dryRun, type DryRun, type DryRunOptions } from './dryRun.ts';
import { NOT_BEGUN } from './journalProgress.ts';
import { MoveChanges, noteOf, WAIT_WITHIN_MS } from './moveChanges.ts';
import type { AskedMove, PolicyDesk } from './moveDecision.ts';

export interface MoveDeskOptions extends Omit<DryRunOptions, 'at' | 'earlier'> {
  readonly store: TreasuryStore;
  readonly clock: Clock;
  readonly policy: PolicyDesk;
  readonly carriers: Carriers;
  /** Names the account that a kind of move takes from. */
  readonly accountOf: (kind: MoveKind) => string;
  /** Tells a person. */
  readonly tell: (message: string) => void;
}

/** A move as a person asks for it, with an id under which it will be known. */
export interface MoveOrder extends AskedMove {
  readonly id: string;
  /** The key with which the initiator has signed the order. Undefined where nobody has. */
  readonly signedWith: string | undefined;
}

/** How long what waits is tried to be sent. After that a person decides anew. */
const SEND_WITHIN_MS = 900_000;
/** Duplicates are looked for so far back. */
const DUPLICATES_MS = 90 * 86_400_000;
const MOST_EARLIER = 100_000;

/**
 * The moves of the treasury, from a person's word to the venue's last one. Each step is on disk before the next begins, so that a restart
 * goes on where the last life has ended; what was sent stands in the journals, and is never sent again.
 */
export class MoveDesk {
  readonly #options: MoveDeskOptions;
  readonly #changes: MoveChanges;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: MoveDeskOptions) {
    this.#options = options;
    this.#changes = new MoveChanges(options);
  }

  /** What would come of a move. Nothing is written and nothing is sent. Rejects with a `Fault` when the venue can't say. */
  async dryRun(move: AskedMove): Promise<DryRun> {
    const { store, clock } = this.#options;
    const at = clock.now();
    const earlier = await store.moves.since(at - DUPLICATES_MS, MOST_EARLIER);
    return dryRun(move, { ...this.#options, at, earlier });
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
      const { signedWith, ...asked } = order;
      const { problems, rows, decision } = await this.dryRun(asked);
      if (problems.length > 0) throw new Fault('invalid-request', problems.join('; '), { outcome: 'not-sent' });
      if (decision.verdict === 'approve') await this.#assertSigned(order);
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
        throw new Fault('refused', `${person} has approved ${id} before`, { suggestion: 'somebody else has to' });
      }
      await this.#changes.settleApprovals(move);
      return this.#changes.known(id);
    });
  }

  /** Takes a move back of which nothing was sent yet. */
  cancel(id: string, who: string, why: string): Promise<MoveRecord> {
    return this.#inTurn(async () => {
      const { store, clock } = this.#options;
      const move = await this.#changes.known(id);
      const note = noteOf(move, who, 'move.canceled', 'canceled', why);
      const change: MoveChange = { state: 'canceled', evidence: `${who}: ${why}` };
      if (!(await store.moves.change(id, ['awaiting-approval', 'approved'], change, clock.now(), note))) throw wrongState(move, 'canceled');
      return this.#changes.known(id);
    });
  }

  /** One step for every move that may still change. What fails of one keeps no other back. Rejects when the store does. */
  async round(): Promise<void> {
    for (const { id } of await this.#options.store.moves.open()) await this.advance(id);
  }

  /** One step of a move: sends the next of what waits, or looks at what was sent. Answers how it stands then. */
  advance(id: string): Promise<MoveRecord> {
    return this.#inTurn(async () => {
      const move = await this.#changes.known(id);
      try {
        return await this.#step(move);
      } catch (error) {
        if (!isFault(error) || error.code === 'store' || error.code === 'internal') throw error;
        return this.#changes.waits(move, messageOf(error));
      }
    });
  }

  /** Who may not approve what they ask for must be who they say. */
  async #assertSigned({ initiator, signedWith }: MoveOrder): Promise<void> {
    if (signedWith !== undefined && (await this.#options.policy.hasKey(initiator, signedWith))) return;
    const why =
      signedWith === undefined ? 'it is not signed' : `it is signed with ${signedWith}, which is no key of ${initiator} in the policy`;
    throw new Fault('confirmation-needed', `this needs approval, so ${initiator} has to sign it, and ${why}`, {
      outcome: 'not-sent',
      suggestion: 'add --key FILE with the private key of the person who asks, and name that person with --as',
    });
  }

  async #step(move: MoveRecord): Promise<MoveRecord> {
    switch (move.state) {
      case 'awaiting-approval':
        if (this.#options.clock.now() >= move.expiresAt!) return this.#changes.expire(move);
        await this.#changes.settleApprovals(move);
        return this.#changes.known(move.id);
      case 'approved':
        return this.#letGo(move);
      case 'sending':
      case 'sent':
      case 'unknown':
        return this.#carry(move);
      default:
        return move;
    }
  }

  /** The policy decides once more, right before the first request: it may have changed, and so may balances and limits. */
  async #letGo(move: MoveRecord): Promise<MoveRecord> {
    const { store, clock, policy, carriers, accountOf } = this.#options;
    const now = clock.now();
    if (now >= (move.expiresAt ?? move.createdAt + WAIT_WITHIN_MS)) return this.#changes.expire(move);
    const decision = await policy.decide(move, await carrierOf(carriers, move.kind).quote(move.rows), now, move.id);
    if (decision.verdict === 'deny') return this.#changes.waits(move, `rule ${decision.rule}: ${decision.why.join('; ')}`);
    if (decision.version !== move.policyVersion) return this.#changes.decideAnew(move, decision);
    if (decision.verdict === 'approve' && !(await policy.isApproved(move, await store.moves.approvals(move.id))))
      return this.#changes.decideAnew(move, decision);
    const note = noteOf(move, 'sluice', 'move.sending', 'sending', `rule ${decision.rule} of policy ${decision.version}`);
    const change: MoveChange = { state: 'sending', evidence: 'it is being sent', account: accountOf(move.kind) };
    if (!(await store.moves.change(move.id, ['approved'], change, now, note))) return this.#changes.known(move.id);
    return this.#carry(await this.#changes.known(move.id));
  }

  async #carry(move: MoveRecord): Promise<MoveRecord> {
    const { carriers, accountOf, clock } = this.#options;
    if (move.account !== accountOf(move.kind)) {
      return this.#changes.waits(move, `it was begun with another account (${move.account}); name that one's key in the configuration`);
    }
    const carrier = carrierOf(carriers, move.kind);
    const looked = await this.#changes.keep(move, await carrier.look(move));
    if (looked.state !== 'sending') return looked;
    if (clock.now() - looked.changedAt >= SEND_WITHIN_MS)
      return this.#changes.giveUp(looked, `it could not be sent for ${SEND_WITHIN_MS / 60_000} minutes`);
    const trouble = await carrier.send(looked);
    if (trouble?.isFinal === true) return this.#changes.giveUp(looked, trouble.why);
    if (trouble !== undefined) return this.#changes.waits(looked, trouble.why);
    return this.#changes.keep(looked, await carrier.look(looked));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

function wrongState({ id, state, evidence }: MoveRecord, what: string): Fault {
  return new Fault('refused', `${id} can't be ${what}: it is ${state}${evidence === undefined ? '' : ` (${evidence})`}`, {
    outcome: 'not-sent',
  });
}
