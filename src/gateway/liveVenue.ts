import { unreachable } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { type Decimal, ZERO } from '../base/decimal.ts';
import { Fault, isFault, messageOf } from '../base/fault.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import type { ExchangeOperation } from '../client/exchangeTypes.ts';
import type { PreparedRequest } from '../client/prepare.ts';
import {
  type CancelCommand,
  type Command,
  conversionLane,
  type ConvertCommand,
  orderLane,
  type PlaceCommand,
  type ReplaceCommand,
  type RequestQuoteCommand,
} from '../model/command.ts';
import type { Report } from '../model/event.ts';
import type { IntentKind } from '../model/intent.ts';
import type { BoundOrder, FillLog, Journal, NewIntent } from '../model/journal.ts';
import { currenciesOf } from '../model/pair.ts';
import { placeEchoProblem, replaceEchoProblem } from './echo.ts';
import { conversionFingerprint, orderFingerprint } from './fingerprint.ts';

export interface LiveVenueOptions {
  readonly client: ExchangeClient;
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly clock: Clock;
  /** What the venue says goes here, as an event. */
  readonly report: (report: Report) => void;
  /** Called when the journal can no longer be trusted: nothing more may be sent. */
  readonly onFatal: (fault: Fault) => void;
  /** Called after anything that changes the account's orders, so that the lists are read soon. */
  readonly onChange: () => void;
  /** A decision that is older than this when it is to be signed is not sent. */
  readonly maxDecisionAgeMs: number;
}

/**
 * The live venue: executes commands, journal first, and reports what came of them. `send` returns nothing and never throws.
 *
 * What follows from a request for money is one of four: acknowledged, rejected (proven), not sent (proven), unknown. Nothing
 * is ever sent twice.
 */
export class LiveVenue {
  readonly #options: LiveVenueOptions;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  #closed = false;

  constructor(options: LiveVenueOptions) {
    this.#options = options;
  }

  send(command: Command): void {
    const work = this.#execute(command).catch((error: unknown) => {
      this.#options.onFatal(isFault(error) ? error : new Fault('internal', `a command failed: ${messageOf(error)}`, { cause: error }));
    });
    const done = work.finally(() => this.#inFlight.delete(done));
    this.#inFlight.add(done);
  }

  /** Requests that are under way. */
  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** From here on everything is refused as not sent. What is under way ends by itself. */
  close(): void {
    this.#closed = true;
  }

  /** Gives up what is under way: its outcome becomes unknown, unless it was not sent yet. */
  abort(): void {
    this.#closed = true;
    this.#abort.abort(new Fault('canceled', 'given up at shutdown'));
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  async #execute(command: Command): Promise<void> {
    switch (command.type) {
      case 'place':
        return this.#place(command);
      case 'replace':
        return this.#replace(command);
      case 'cancel':
        return this.#cancel(command);
      case 'request-quote':
        return this.#requestQuote(command);
      case 'convert':
        return this.#convert(command);
      default:
        unreachable(command, 'command');
    }
  }

  async #place(command: PlaceCommand): Promise<void> {
    const { symbol, side, orderType: type, amount, price } = command;
    const { base, quote } = currenciesOf(symbol) ?? { base: '', quote: '' };
    await this.#money(command, {
      kind: 'place',
      lane: orderLane(symbol),
      fingerprint: orderFingerprint(symbol, side, type, amount, price),
      exposure: side === 'Sell' ? amount : (price ?? ZERO).times(amount),
      exposureCurrency: side === 'Sell' ? base : quote,
      targetId: undefined,
      prepare: () => this.#options.client.prepare('orders.place', { symbol, type, side, amount, price }),
      acknowledge: async (prepared, send) => {
        const { reply, receivedAt } = await this.#options.client.send(prepared, send);
        const known = await this.#options.journal.order(reply.id);
        const problem =
          placeEchoProblem(command, reply) ?? (known === undefined ? undefined : `order id ${reply.id} belongs to another order`);
        if (problem !== undefined) throw new Fault('echo-mismatch', problem, { outcome: 'unknown' });
        const order = boundOrder(command, reply.id, reply.openTime ?? receivedAt);
        await this.#options.journal.settle(command.intentId, { state: 'acknowledged', at: receivedAt, venueId: reply.id, order });
        return { type: 'order-opened', intentId: command.intentId, orderId: reply.id, amount, price, adopted: false };
      },
    });
  }

  async #replace(command: ReplaceCommand): Promise<void> {
    const { symbol, side, amount, price, orderId } = command;
    const { base, quote } = currenciesOf(symbol) ?? { base: '', quote: '' };
    await this.#money(command, {
      kind: 'replace',
      lane: orderLane(symbol),
      fingerprint: orderFingerprint(symbol, side, 'Limit', amount, price),
      exposure: side === 'Sell' ? amount : price.times(amount),
      exposureCurrency: side === 'Sell' ? base : quote,
      targetId: orderId,
      prepare: () => this.#options.client.prepare('orders.replace', { orderId, amount, price }),
      acknowledge: async (prepared, send) => {
        const { reply, receivedAt } = await this.#options.client.send(prepared, send);
        const problem = replaceEchoProblem(command, reply);
        if (problem !== undefined) throw new Fault('echo-mismatch', problem, { outcome: 'unknown' });
        const replacedAt = reply.updatedOn ?? receivedAt;
        const before = await this.#options.journal.order(orderId);
        const order: BoundOrder = {
          ...boundOrder({ ...command, orderType: 'Limit', tag: before?.tag }, reply.id, before?.openedAt ?? replacedAt),
          // The order goes on under the intent that opened it.
          intentId: before?.intentId ?? command.intentId,
        };
        await this.#options.journal.settle(command.intentId, {
          state: 'acknowledged',
          at: receivedAt,
          venueId: reply.id,
          order,
          replaced: orderId,
        });
        return { type: 'order-replaced', intentId: command.intentId, orderId, newOrderId: reply.id, price, amount, replacedAt };
      },
    });
  }

  async #cancel(command: CancelCommand): Promise<void> {
    const { orderId } = command;
    await this.#money(command, {
      kind: 'cancel',
      lane: orderLane(command.symbol),
      fingerprint: `cancel ${orderId}`,
      exposure: ZERO,
      exposureCurrency: '',
      targetId: orderId,
      prepare: () => this.#options.client.prepare('orders.cancel', { orderId }),
      acknowledge: async (prepared, send) => {
        const { receivedAt } = await this.#options.client.send(prepared, send);
        await this.#options.journal.settle(command.intentId, { state: 'acknowledged', at: receivedAt, venueId: orderId });
        return { type: 'cancel-accepted', orderId };
      },
    });
  }

  async #requestQuote(command: RequestQuoteCommand): Promise<void> {
    const { requestId, fromCurrency, toCurrency, size } = command;
    try {
      if (this.#closed) throw notSent('shutting down');
      const prepared = this.#options.client.prepare('quotes.request', { fromCurrency, toCurrency, ...size });
      const { reply } = await this.#options.client.send(prepared, this.#sendOptions(command.decidedAt));
      this.#options.report({
        type: 'quoted',
        requestId,
        quote: {
          id: reply.id,
          fromCurrency: reply.fromCurrency,
          toCurrency: reply.toCurrency,
          fromAmount: reply.amountFrom,
          toAmount: reply.amountTo,
          rate: reply.rate,
          quotedAt: reply.occuredOn,
          validTo: reply.validTo,
        },
      });
    } catch (error) {
      if (!isFault(error)) throw error;
      this.#options.report({ type: 'quote-refused', requestId, code: error.venueCode ?? error.code, message: error.message });
    }
  }

  async #convert(command: ConvertCommand): Promise<void> {
    const { id, fromCurrency, toCurrency, fromAmount, toAmount, rate } = command.quote;
    await this.#money(command, {
      kind: 'convert',
      lane: conversionLane(fromCurrency, toCurrency),
      fingerprint: conversionFingerprint(fromCurrency, toCurrency, fromAmount, toAmount),
      exposure: fromAmount,
      exposureCurrency: fromCurrency,
      targetId: id,
      prepare: () => this.#options.client.prepare('conversions.execute', { id, fromCurrency, toCurrency, fromAmount, toAmount }),
      acknowledge: async (prepared, send) => {
        const { reply, receivedAt } = await this.#options.client.send(prepared, send);
        const conversion = {
          id: reply.id,
          fromCurrency,
          toCurrency,
          fromAmount,
          toAmount,
          rate,
          executedAt: receivedAt,
          intentId: command.intentId,
          strategy: command.strategy,
        };
        await this.#options.fillLog.recordConversion(conversion);
        await this.#options.journal.settle(command.intentId, { state: 'acknowledged', at: receivedAt, venueId: reply.id });
        return { type: 'converted', conversion, adopted: false };
      },
    });
  }

  /** The one way that money requests go: journal, sign, send, settle, report. */
  async #money<Name extends ExchangeOperation>(command: Exclude<Command, RequestQuoteCommand>, request: MoneyRequest<Name>): Promise<void> {
    const { clock, journal } = this.#options;
    const { intentId } = command;
    let journalled = false;
    try {
      if (this.#closed && request.kind !== 'cancel') throw notSent('shutting down');
      const prepared = request.prepare();
      const intent: NewIntent = {
        id: intentId,
        kind: request.kind,
        decision: intentId,
        lane: request.lane,
        strategy: command.strategy,
        fingerprint: request.fingerprint,
        body: prepared.body,
        bodyHash: prepared.bodyHash,
        createdAt: clock.now(),
        exposure: request.exposure,
        exposureCurrency: request.exposureCurrency,
        targetId: request.targetId,
      };
      const beforeSend = async (): Promise<void> => {
        await journal.begin(intent);
        journalled = true;
      };
      const report = await request.acknowledge(prepared, {
        ...this.#sendOptions(command.decidedAt),
        // A cancel is as right late as it was early.
        ...(request.kind === 'cancel' ? { maxAgeMs: Infinity } : {}),
        beforeSend,
      });
      this.#options.report(report);
    } catch (error) {
      if (!isFault(error) || error.code === 'store') throw error;
      await this.#failed(command, request, error, journalled);
    }
    this.#options.onChange();
  }

  /** What follows from a fault, by its outcome and by whether the intent is on disk. */
  async #failed(
    command: Exclude<Command, RequestQuoteCommand>,
    request: Pick<MoneyRequest<never>, 'kind' | 'lane'>,
    fault: Fault,
    journalled: boolean,
  ): Promise<void> {
    const { clock, journal, report } = this.#options;
    const { intentId } = command;
    const { kind, lane } = request;
    const outcome = journalled ? (fault.outcome ?? 'unknown') : 'not-sent';
    if (journalled) {
      await journal.settle(intentId, { state: outcome, at: clock.now(), evidence: evidenceOf(fault) });
    }
    if (kind === 'cancel') {
      report({ type: 'cancel-failed', orderId: (command as CancelCommand).orderId, reason: evidenceOf(fault) });
      return;
    }
    switch (outcome) {
      case 'not-sent':
        report({ type: 'intent-not-sent', intentId, kind, reason: fault.message });
        return;
      case 'rejected':
        report({ type: 'intent-refused', intentId, kind, code: fault.venueCode ?? fault.code, message: fault.message });
        return;
      case 'unknown':
        report({ type: 'intent-unknown', intentId, kind, lane, reason: evidenceOf(fault) });
        return;
    }
  }

  #sendOptions(decidedAt: number): Omit<SendOptions, 'beforeSend'> {
    return { decidedAt, maxAgeMs: this.#options.maxDecisionAgeMs, signal: this.#abort.signal };
  }
}

interface SendOptions {
  readonly decidedAt: number;
  readonly maxAgeMs: number;
  readonly signal: AbortSignal;
  readonly beforeSend: () => Promise<void>;
}

interface MoneyRequest<Name extends ExchangeOperation> {
  readonly kind: IntentKind;
  readonly lane: string;
  readonly fingerprint: string;
  readonly exposure: Decimal;
  readonly exposureCurrency: string;
  readonly targetId: string | undefined;
  readonly prepare: () => PreparedRequest<Name>;
  /** Sends, checks the answer, and settles the journal. */
  readonly acknowledge: (prepared: PreparedRequest<Name>, send: SendOptions) => Promise<Report>;
}

function boundOrder(
  command: Pick<PlaceCommand, 'intentId' | 'strategy' | 'symbol' | 'side' | 'orderType' | 'price' | 'amount' | 'tag'>,
  orderId: string,
  openedAt: number,
): BoundOrder {
  const { intentId, strategy, symbol, side, orderType: type, price, amount, tag } = command;
  return { orderId, intentId, strategy, symbol, side, type, price, amount, openedAt, closedAt: undefined, end: undefined, tag };
}

function notSent(reason: string): Fault {
  return new Fault('canceled', reason, { outcome: 'not-sent' });
}

function evidenceOf(fault: Fault): string {
  const status = fault.status === undefined ? '' : `HTTP ${fault.status}: `;
  return `${status}${fault.message}`.slice(0, 500);
}
