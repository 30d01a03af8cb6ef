import { UNLISTED } from './transferKinds.ts';
import type { Clock } from '../base/clock.ts';
import { Fault, isFault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { oneAtATime } from '../base/oneAtATime.ts';
import type { JsonValue } from '../base/json.ts';
import type { SendOptions } from '../client/call.ts';
import { OPERATOR } from '../engine/operator.ts';
import { earliestAtVenue, type VenueClocks } from '../gateway/atVenue.ts';
import { assertTakenNoMore, undecided } from '../gateway/resolvedByHand.ts';
import type { Unresolved } from '../gateway/resolver.ts';
import { type ReadyIntent, sendJournalled } from '../gateway/sendJournalled.ts';
import { type Intent, UNRESOLVED } from '../model/intent.ts';
import type { Journal, NewIntent } from '../model/journal.ts';
import type { Verdict } from '../model/verdict.ts';
import { acknowledgedId } from './acknowledgement.ts';
import { assertAdoptable } from './assertAdoptable.ts';
import { beforeText } from './balancesBefore.ts';
import { checkedDraft, type DraftProblem } from './checkedDraft.ts';
import { lacksReference, referencesOf } from './references.ts';
import { assertFirst } from './assertFirst.ts';
import { assertUnbound } from './assertUnbound.ts';
import { isRecovered } from './enterRecovered.ts';
import { placesOf } from './placesOf.ts';
import type { TransferReply, TransferRequest } from './transferRequest.ts';
import { type TransferCalls, type TransferReads, transferReads } from './transferReads.ts';
import { PERSON_DECIDED, type TransferQuestion, TransferResolver } from './transferResolver.ts';

/** Quotes live for seconds. */
const BALANCES_WITHIN_MS = 1000;

export interface TransfersOptions {
  readonly calls: TransferCalls;
  /** That of the account at this interface. */
  readonly journal: Journal;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Where the venue begins to count pages. */
  readonly firstPage: number;
  /** Tells a person. */
  readonly tell: (message: string) => void;
}

/** What the journal is to know of a transfer that its request has no place for. */
export interface TransferMarks {
  /** A reference of ours, with what it is a reference of. */
  readonly reference: string;
  /** From this time on, by the venue's clock, it can't be done any more: the end of a quote. */
  readonly expiresAt: Instant;
}

export interface TransferOptions extends SendOptions {
  readonly marks?: TransferMarks | undefined;
  /** What stands against a draft that is about to be confirmed. */
  readonly draftProblem?: DraftProblem | undefined;
}

/**
 * The transfers of an account at one interface: each is journalled first and sent at most once, looked for when its answer is lost, and
 * decided by a person where nothing shows it.
 */
export class Transfers {
  readonly #options: TransfersOptions;
  readonly #reads: TransferReads;
  readonly #resolver: TransferResolver;
  readonly #inTurn = oneAtATime();
  readonly #beginInTurn = oneAtATime();

  constructor(options: TransfersOptions) {
    const { calls, firstPage } = options;
    this.#options = options;
    this.#reads = transferReads(calls, firstPage);
    this.#resolver = new TransferResolver({ ...options, reads: this.#reads, offsetMs: () => this.#offsetMs });
  }

  /**
   * Sends a transfer once. Rejects with a `Fault`: `refused` or `lane-frozen` when an earlier one with its reference, or to its
   * destination, is in the way; else as the client does.
   */
  async send(transfer: TransferRequest, { marks, draftProblem, ...options }: TransferOptions = {}): Promise<TransferReply> {
    const { journal, clock } = this.#options;
    const { kind, fields, target } = transfer;
    if (lacksReference(kind, fields)) throw withoutReference(transfer);
    const references = [...referencesOf(kind, fields), ...(marks === undefined ? [] : [marks.reference])];
    const asked = { fingerprint: transfer.name, body: transfer.body, targetId: target, createdAt: clock.now(), exposureCurrency: '' };
    await assertFirst({ ...asked, references }, journal);
    const intent = { ...(await this.#intentOf(transfer, references, draftProblem)), expiresAt: marks?.expiresAt };
    const places = await placesOf({ ...asked, ...intent }, journal);
    await this.#inTurn(() => this.#resolver.assertNotDone(places, references));
    const sent = await sendJournalled(
      intent,
      async (how) => {
        const reply = await transfer.send(how);
        const venueId = acknowledgedId(transfer, reply);
        await assertUnbound(transfer, venueId, journal);
        return { reply, venueId };
      },
      { ...options, journal, clock, begin: (ready) => this.#begin(ready) },
    );
    if ('fault' in sent) throw sent.outcome === 'unknown' ? unknownFault(intent, sent.fault) : sent.fault;
    const { reply, venueId } = sent.answer;
    // A failure leaves the row as it is, and the next start finds the transfer.
    await journal.settle(intent.id, { state: 'acknowledged', at: clock.now(), venueId });
    return reply;
  }

  async #intentOf(
    { name, kind, fields, target, body, bodyHash }: TransferRequest,
    references: readonly string[],
    draftProblem: DraftProblem | undefined,
  ): Promise<ReadyIntent> {
    const { journal, clock, newId } = this.#options;
    const { amount, currency } =
      kind.foundBy === 'batch' ? await checkedDraft(target!, this.#reads, journal, clock.now(), draftProblem) : kind.atRisk(fields);
    const id = newId();
    const lane = kind.lane(fields, target);
    // The lane of one that the contract does not have is its name again, and a hash.
    const place = references.join(', ') || (kind === UNLISTED ? '' : lane);
    const before = kind.foundBy === 'conversions' ? await this.#beforeText(fields) : '';
    const words = [name, ...(amount.isZero() ? [] : [amount.toFixed(), currency]), ...(place === '' ? [] : [`(${place})`])];
    return {
      id,
      kind: 'transfer',
      decision: id,
      lane,
      strategy: OPERATOR,
      fingerprint: words.join(' ').slice(0, 500) + before,
      body,
      bodyHash,
      exposure: amount,
      exposureCurrency: currency,
      targetId: target,
      references,
    };
  }

  /**
   * Where the balances can't be read before the quote has lapsed, a conversion is made all the same: should its answer be lost, there is less to
   * prove by that it was not.
   */
  async #beforeText(fields: JsonValue): Promise<string> {
    const late = new AbortController();
    const cancel = this.#options.clock.setTimer(BALANCES_WITHIN_MS, () =>
      late.abort(new Fault('timeout', `no balances within ${BALANCES_WITHIN_MS} ms`)),
    );
    try {
      return beforeText(fields, await this.#reads.balances({ signal: late.signal }));
    } catch (error) {
      if (!isFault(error) || error.code === 'internal') throw error;
      return '';
    } finally {
      cancel();
    }
  }

  /** One at a time, so that two with the same reference never both find that they are the first. */
  #begin(intent: NewIntent): Promise<void> {
    const { journal } = this.#options;
    return this.#beginInTurn(async () => {
      await assertFirst(intent, journal);
      await journal.begin(intent);
    });
  }

  /** One look at all that is unknown. Rejects only when the store does. */
  look(): Promise<void> {
    return this.#inTurn(() => this.#resolver.look());
  }

  /** One look at what is due. Rejects only when the store does. */
  round(): Promise<void> {
    return this.#inTurn(() => this.#resolver.round());
  }

  /** What nobody knows the outcome of, as of the last round. */
  unresolved(): readonly Unresolved[] {
    return this.#resolver.unresolved();
  }

  /** The same as the journal has it, with how the venue's clock stands to ours. */
  questions(): readonly (TransferQuestion & { readonly clocks: VenueClocks })[] {
    const clocks = this.#clocks;
    return this.#resolver.questions().map((question) => ({ ...question, clocks }));
  }

  async has(id: string): Promise<boolean> {
    return (await this.#options.journal.get(id))?.kind === 'transfer';
  }

  /** A person decides what came of a transfer. Rejects with a `Fault` that says why that can't be. */
  resolve(id: string, verdict: Verdict): Promise<Intent> {
    return this.#inTurn(async () => {
      const { journal, clock } = this.#options;
      const intent = await undecided(journal, id);
      // It may show by now, and an answer of the venue tells its time.
      if (verdict.type === 'not-placed') await this.#resolver.look(intent);
      const seen = (await journal.get(id))!;
      if (!UNRESOLVED.includes(seen.state)) return seen;
      const at = clock.now();
      const evidence = PERSON_DECIDED;
      if (verdict.type === 'not-placed') {
        // What stands for something of a lost journal is no request.
        if (!isRecovered(intent)) assertTakenNoMore(intent, this.#clocks, at);
        await journal.settle(id, { state: 'not-sent', at, evidence });
      } else {
        const { venueId } = verdict;
        await assertAdoptable(intent, venueId, this.#reads, this.#offsetMs);
        await journal.settle(id, { state: 'adopted', at, venueId, evidence });
      }
      await this.#resolver.round();
      return (await journal.get(id))!;
    });
  }

  get #clocks(): VenueClocks {
    const { calls, clock } = this.#options;
    return { offsetMs: this.#offsetMs, behindMs: clock.now() - earliestAtVenue(calls) };
  }

  get #offsetMs(): number {
    return Math.round(this.#options.calls.venueClock.offsetMs);
  }
}

function withoutReference({ name, kind }: TransferRequest): Fault {
  const { field, rows } = kind.reference!;
  const where = rows === undefined ? 'the body' : 'each row';
  return new Fault('invalid-request', `${name}: ${where} needs ${field}, by which it is found again when its answer is lost`, {
    outcome: 'not-sent',
    suggestion: `give one that was never used, or use \`sluice api ${name}\`, which makes one`,
  });
}

/** What a person must know when nobody knows what came of it. */
function unknownFault({ id }: ReadyIntent, { code, message, status, venueCode, traceId, cause }: Fault): Fault {
  return new Fault(code, `${message}; it is transfer ${id}`, {
    outcome: 'unknown',
    status,
    venueCode,
    traceId,
    cause,
    suggestion: `don't send it again: it is looked for. \`sluice orders unresolved\` shows what is known of it`,
  });
}
