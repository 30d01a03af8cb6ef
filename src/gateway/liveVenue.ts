import { unreachable } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { Fault, isFault, messageOf } from '../base/fault.ts';
import type { SendOptions } from '../client/call.ts';
import type { CancelCommand, Command, RequestQuoteCommand } from '../model/command.ts';
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
import { evidenceOf, isFatal, type NotAcknowledged, type ReadyIntent, sendJournalled } from './sendJournalled.ts';
import { shutLanes } from './shutLanes.ts';

export interface LiveVenueOptions extends MoneyContext {
  readonly clock: Clock;
  /** Asked last, right before a request is journalled. */
  readonly gate: LastGate;
  /** Receives what the venue says, as an event. */
  readonly report: (report: Report) => void;
  /** Called when the journal can no longer be trusted, or the program is wrong: nothing more may be sent. */
  readonly onFatal: (fault: Fault) => void;
  /** Resolves when what the engine has saved under a name is on disk. Rejects with a `Fault` when it could not be written. */
  readonly saved?: ((key: string) => Promise<void>) | undefined;
  /** Called after anything that changes the account's orders, so that the lists are read soon. */
  readonly onChange: () => void;
  /** A decision that is older than this when it is to be signed is not sent, except for cancels. */
  readonly maxDecisionAgeMs: number;
  /** How many orders of a lane nobody may know the outcome of until it is shut. Default 1. */
  readonly unknownPerLane?: number | undefined;
  /** Without it, only what the client takes for proven is a refusal. */
  readonly refusals?: LearnedRefusals | undefined;
}

/** A request that was not acknowledged, and its lane where it was put together. */
type NotSettled = NotAcknowledged & { readonly lane: string | undefined };

/**
 * The live venue: it executes commands, journal first, and reports their outcomes. `send` returns nothing and never throws.
 *
 * A request for money has one of four outcomes: acknowledged, rejected (proven), not sent (proven), unknown. Nothing is ever sent
 * twice.
 */
export class LiveVenue {
  readonly #options: LiveVenueOptions;
  readonly #inFlight = new Set<Promise<void>>();
  /** By order, the intent of the cancel that waits for its turn in the rate budget. */
  readonly #waitingCancels = new Map<string, string>();
  readonly #abort = new AbortController();
  #closed = false;
  #failed = false;

  constructor(options: LiveVenueOptions) {
    this.#options = options;
  }

  send(command: Command): void {
    // The answer to the one that waits is of the same order, so it is the answer to both.
    if (command.type === 'cancel' && this.#waitingCancels.has(command.orderId)) return;
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
    const { fillLog, journal, onChange, report } = this.#options;
    const sent = await this.#attempt(command);
    if ('fault' in sent) {
      await this.#notAcknowledged(command, sent);
      onChange();
      return;
    }
    // From here on the venue has it. A failure now leaves the row in `sending`, and the next start finds it.
    const { outcome, conversion, report: news } = sent.answer;
    if (conversion !== undefined) await fillLog.recordConversion(conversion);
    await journal.settle(command.intentId, outcome);
    report(news);
    onChange();
  }

  async #attempt(command: MoneyCommand): Promise<{ readonly answer: Acknowledgement } | NotSettled> {
    const { gate, journal, clock, refusals } = this.#options;
    const { ticket } = gate;
    let request: MoneyRequest;
    try {
      if (this.#failed || (this.#closed && command.type !== 'cancel')) throw notSent('shutting down');
      if ('keptAs' in command && command.keptAs !== undefined) await this.#saved(command.keptAs);
      request = moneyRequestOf(command, this.#options);
    } catch (error) {
      if (isFatal(error)) throw error;
      return { fault: error as Fault, outcome: 'not-sent', lane: undefined };
    }
    const begin = (intent: NewIntent): Promise<void> => {
      if (command.type === 'cancel') this.#waitsNoMore(command);
      else gate.assertMayLeave(command, ticket);
      return journal.begin(intent);
    };
    // Its connection is made between the commit and the first byte, and that can take as long as a decision may be old.
    const onFirstByte = command.type === 'cancel' ? undefined : (): void => gate.assertNotStopped(command, ticket);
    const options = { ...this.#sendOptions(command.decidedAt), onFirstByte, journal, clock, begin, refusals };
    if (command.type === 'cancel') this.#waitingCancels.set(command.orderId, command.intentId);
    const sent = await sendJournalled(readyIntent(command, request), (how) => request.send(how), options);
    if (command.type === 'cancel') this.#waitsNoMore(command);
    return 'fault' in sent ? { ...sent, lane: request.intent.lane } : sent;
  }

  #waitsNoMore({ orderId, intentId }: CancelCommand): void {
    if (this.#waitingCancels.get(orderId) === intentId) this.#waitingCancels.delete(orderId);
  }

  /** Resolves when the state is on disk by which a later life knows an order again. Without it the order does not leave. */
  async #saved(key: string): Promise<void> {
    await this.#options.saved?.(key).catch((error: unknown) => {
      throw notSent(messageOf(error));
    });
  }

  async #notAcknowledged(command: MoneyCommand, { fault, outcome, lane }: NotSettled): Promise<void> {
    const { report } = this.#options;
    const { intentId, type: kind } = command;
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
        report({ type: 'intent-unknown', intentId, kind, lane: lane!, reason: evidenceOf(fault), ...(await this.#goesOn(lane!)) });
        return;
    }
  }

  /** Whether a lane takes new risk beside an outcome that nobody knows. */
  async #goesOn(lane: string): Promise<{ readonly goesOn?: true }> {
    const { journal, unknownPerLane = 1 } = this.#options;
    const isShut = unknownPerLane === 1 || shutLanes(await journal.unresolved(), unknownPerLane).has(lane);
    return isShut ? {} : { goesOn: true };
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

function readyIntent({ intentId, strategy }: MoneyCommand, { intent, prepared }: MoneyRequest): ReadyIntent {
  const { body, bodyHash } = prepared;
  return { id: intentId, decision: intentId, strategy, body, bodyHash, ...intent };
}

function notSent(reason: string): Fault {
  return new Fault('canceled', reason, { outcome: 'not-sent' });
}
