import { assert, unreachable } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { Fault, type FaultCode, isFault, messageOf } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { SendOptions } from '../client/call.ts';
import type { Command, RequestQuoteCommand } from '../model/command.ts';
import type { Report } from '../model/event.ts';
import type { NewIntent } from '../model/journal.ts';
import { cancelRequest } from './cancelRequest.ts';
import { convertRequest } from './convertRequest.ts';
import { assertEcho, quoteEchoProblem } from './echo.ts';
import type { LastGate } from './lastGate.ts';
import type { LearnedRefusals } from './learnedRefusals.ts';
import type { Acknowledgement, MoneyCommand, MoneyContext, MoneyRequest } from './moneyRequest.ts';
import { quoteByOurClock } from './ourClock.ts';
import { placeRequest } from './placeRequest.ts';
import { replaceRequest } from './replaceRequest.ts';

export interface LiveVenueOptions extends MoneyContext {
  readonly clock: Clock;
  /** Asked last, right before a request is journalled. */
  readonly gate: LastGate;
  /** Receives what the venue says, as an event. */
  readonly report: (report: Report) => void;
  /** Called when the journal can no longer be trusted, or the program is wrong: nothing more may be sent. */
  readonly onFatal: (fault: Fault) => void;
  /** Called after anything that changes the account's orders, so that the lists are read soon. */
  readonly onChange: () => void;
  /** A decision that is older than this when it is to be signed is not sent, except for cancels. */
  readonly maxDecisionAgeMs: number;
  /** Without it, only what the client takes for proven is a refusal. */
  readonly refusals?: LearnedRefusals | undefined;
}

/** Faults after which nothing may be sent: the journal can't be trusted, belongs to somebody else now, or was used wrongly. */
const FATAL: ReadonlySet<FaultCode> = new Set(['store', 'daemon-running', 'schema-newer', 'internal']);

/**
 * The live venue: it executes commands, journal first, and reports their outcomes. `send` returns nothing and never throws.
 *
 * A request for money has one of four outcomes: acknowledged, rejected (proven), not sent (proven), unknown. Nothing is ever sent
 * twice.
 */
export class LiveVenue {
  readonly #options: LiveVenueOptions;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  #closed = false;
  #failed = false;

  constructor(options: LiveVenueOptions) {
    this.#options = options;
  }

  send(command: Command): void {
    const work = this.#execute(command).catch((error: unknown) => this.#fail(error));
    const done = work.finally(() => this.#inFlight.delete(done));
    this.#inFlight.add(done);
  }

  /** How many requests are under way. */
  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** From here on everything but a cancel is refused as not sent. What is under way ends by itself. */
  close(): void {
    this.#closed = true;
  }

  /** Gives up what is under way. Its outcome becomes unknown, unless it was not sent yet. */
  abort(): void {
    this.#closed = true;
    this.#abort.abort(new Fault('canceled', 'given up at shutdown'));
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  #execute(command: Command): Promise<void> {
    return command.type === 'request-quote' ? this.#requestQuote(command) : this.#money(command);
  }

  /** The one path of requests for money: journal, sign, send, settle, report. */
  async #money(command: MoneyCommand): Promise<void> {
    const { journal, clock, gate } = this.#options;
    const { ticket } = gate;
    let isJournalled = false;
    let request: MoneyRequest | undefined;
    let acknowledgement: Acknowledgement;
    try {
      if (this.#failed || (this.#closed && command.type !== 'cancel')) throw notSent('shutting down');
      request = moneyRequestOf(command, this.#options);
      const intent = newIntent(command, request);
      acknowledgement = await request.send({
        ...this.#sendOptions(command.decidedAt),
        beforeSend: async (_prepared, { expiresAt }) => {
          assert(!isJournalled, 'an intent is journalled and sent once');
          if (command.type !== 'cancel') gate.assertMayLeave(command, ticket);
          await journal.begin({ ...intent, createdAt: clock.now(), expiresAt: earlier(expiresAt, intent.expiresAt) });
          isJournalled = true;
        },
        onFirstByte: () => journal.markSent(intent.id),
      });
    } catch (error) {
      if (!isFault(error) || FATAL.has(error.code)) throw error;
      await this.#notAcknowledged(command, error, isJournalled ? request?.intent.lane : undefined);
      this.#options.onChange();
      return;
    }
    // From here on the venue has it. A failure now leaves the row in `sending`, and the next start finds it.
    const { outcome, conversion, report } = acknowledgement;
    if (conversion !== undefined) await this.#options.fillLog.recordConversion(conversion);
    await journal.settle(command.intentId, outcome);
    this.#options.report(report);
    this.#options.onChange();
  }

  /** Handles a fault by its outcome, and by whether the intent is on disk: then it has a lane. */
  async #notAcknowledged(command: MoneyCommand, fault: Fault, lane: string | undefined): Promise<void> {
    const { clock, journal, report, refusals } = this.#options;
    const { intentId, type: kind } = command;
    const { outcome: proven = 'unknown', refusal } = fault;
    const isLearned = lane !== undefined && proven === 'unknown' && refusals?.counts(kind, refusal) === true;
    const outcome = lane === undefined ? 'not-sent' : isLearned ? 'rejected' : proven;
    if (lane !== undefined) {
      const evidence = evidenceOf(fault) + (isLearned ? LEARNED : '');
      // What the document or a person says needs no proof.
      const named = proven === 'unknown' ? refusal : undefined;
      await journal.settle(intentId, { state: outcome, at: clock.now(), evidence, refusal: named });
    }
    if (kind === 'cancel') {
      // The venue's answer counts as its refusal only when that is proven.
      const code = outcome === 'rejected' ? 'refused' : fault.code === 'refused' ? 'unknown-outcome' : fault.code;
      report({ type: 'cancel-failed', orderId: command.orderId, reason: evidenceOf(fault), code });
      return;
    }
    switch (outcome) {
      case 'not-sent':
        report({ type: 'intent-not-sent', intentId, kind, reason: fault.message, code: fault.code });
        return;
      case 'rejected':
        report({ type: 'intent-refused', intentId, kind, code: fault.venueCode ?? fault.code, message: fault.message });
        return;
      case 'unknown':
        report({ type: 'intent-unknown', intentId, kind, lane: lane!, reason: evidenceOf(fault) });
        return;
    }
  }

  /** A quote binds nobody, so it is not journalled. Without an answer there is no quote. */
  async #requestQuote(command: RequestQuoteCommand): Promise<void> {
    const { requestId, fromCurrency, toCurrency, size } = command;
    const { client, report, gate } = this.#options;
    try {
      if (this.#failed || this.#closed) throw notSent('shutting down');
      gate.assertMayLeave(command, gate.ticket);
      const prepared = client.prepare('quotes.request', { fromCurrency, toCurrency, ...size });
      const { reply } = await client.send(prepared, this.#sendOptions(command.decidedAt));
      assertEcho(quoteEchoProblem(command, reply));
      const { id, amountFrom: fromAmount, amountTo: toAmount, rate, occuredOn: quotedAt, validTo } = reply;
      const quote = { id, fromCurrency, toCurrency, fromAmount, toAmount, rate, quotedAt, validTo };
      report({ type: 'quoted', requestId, quote: quoteByOurClock(quote, client.venueClock) });
    } catch (error) {
      if (!isFault(error)) throw error;
      report({ type: 'quote-refused', requestId, code: error.venueCode ?? error.code, message: error.message });
    }
  }

  #sendOptions(decidedAt: number): SendOptions {
    return { decidedAt, maxAgeMs: this.#options.maxDecisionAgeMs, signal: this.#abort.signal };
  }

  #fail(error: unknown): void {
    this.#failed = true;
    this.#options.onFatal(isFault(error) ? error : new Fault('internal', `a command failed: ${messageOf(error)}`, { cause: error }));
  }
}

/** Throws a `Fault` `invalid-request`, `not-sent`, when the command cannot be put into a request. */
function moneyRequestOf(command: MoneyCommand, context: MoneyContext): MoneyRequest {
  switch (command.type) {
    case 'place':
      return placeRequest(command, context);
    case 'replace':
      return replaceRequest(command, context);
    case 'cancel':
      return cancelRequest(command, context);
    case 'convert':
      return convertRequest(command, context);
    default:
      return unreachable(command, 'command');
  }
}

function newIntent(
  { intentId, strategy }: MoneyCommand,
  { intent, prepared }: MoneyRequest,
): Omit<NewIntent, 'createdAt' | 'expiresAt'> & Pick<MoneyRequest['intent'], 'expiresAt'> {
  const { body, bodyHash } = prepared;
  return { id: intentId, decision: intentId, strategy, body, bodyHash, ...intent };
}

function earlier(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

const LEARNED = '; a refusal that was learned (`sluice refusals list`)';

function notSent(reason: string): Fault {
  return new Fault('canceled', reason, { outcome: 'not-sent' });
}

function evidenceOf(fault: Fault): string {
  const status = fault.status === undefined ? '' : `HTTP ${fault.status}: `;
  return `${status}${fault.message}`.slice(0, 500);
}
