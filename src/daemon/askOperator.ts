import type { Subscription } from 'rxjs';
import { type Clock, sleep } from '../base/clock.ts';
import type { Decimal } from '../base/decimal.ts';
import { Fault, type FaultCode } from '../base/fault.ts';
import type { Command } from '../model/command.ts';
import type { Conversion } from '../model/conversion.ts';
import type { OperatorOrder, Report } from '../model/event.ts';
import type { Notice } from '../model/notice.ts';
import { haltedFault } from './haltedFault.ts';
import type { EngineSnapshot } from '../engine/snapshot.ts';
import { worstStop } from '../engine/tradingStops.ts';
import { CANCEL_AGAIN } from './cancelAgain.ts';
import { beginExecution, type ExecuteAsk, isGone } from './beginExecution.ts';
import { isLaneBusy } from './isLaneBusy.ts';
import { refusalAdvice } from './refusalAdvice.ts';
import type { Trader } from './trader.ts';

/** What an operator may ask of the venue through the engine. */
export type OperatorAsk = Extract<OperatorOrder, { type: 'place' | 'replace' | 'cancel' | 'convert' | 'trade' | 'accept' }> | ExecuteAsk;

/** What became of it. */
export type OperatorResult =
  | { readonly outcome: 'opened' | 'replaced'; readonly orderId: string; readonly adopted: boolean }
  /**
   * `cancel-sent`: the venue accepted the cancel, and the lists do not show the end yet; of an order that the desk keeps, `message` says what is still open. `working` and `expired` are those of worked orders,
   * and `message` says how far it is or what it cost.
   */
  | {
      readonly outcome: 'canceled' | 'filled' | 'cancel-sent' | 'working' | 'expired';
      readonly orderId: string;
      readonly message?: string | undefined;
    }
  /** `part`: not all of it was done. `compared`: nothing was to be done. */
  | {
      readonly outcome: 'done' | 'part' | 'compared';
      readonly tradeId: string;
      readonly fromCurrency: string;
      readonly toCurrency: string;
      readonly gave: Decimal;
      readonly brought: Decimal;
      readonly message: string;
      /** What each way would have given, decision by decision. */
      readonly compared: readonly string[];
    }
  | { readonly outcome: 'converted'; readonly conversion: Conversion; readonly adopted: boolean };

/** How long a person waits for a lost answer to be found, or for a cancel to become final. */
const FIND_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 30_000;
/** A trade may need several legs, each of which ends when the lists show it. */
const TRADE_WITHIN_MS = 180_000;
/** A lane is busy while another order is on its way. The order waits for it without a word, and then is asked for once. */
const BUSY_WITHIN_MS = 5000;
const BUSY_AGAIN_MS = 50;

/**
 * Posts an operator's order and waits for its result. Rejects with a `Fault`: `risk` when a check refused it, `refused` when the
 * venue did, another code when it was not sent (all three are proven), and `unknown-outcome` when nobody can say.
 */
export function askOperator(trader: Trader, clock: Clock, ask: OperatorAsk): Promise<OperatorResult> {
  if (ask.type === 'cancel' && isKept(trader, ask.orderId)) return cancelKept(trader, clock, ask);
  const stop = worstStop(trader.snapshot().stops.filter(({ scope }) => scope.of === 'all'));
  // A trade would look for ways until it gives up.
  if (ask.type === 'trade' && !ask.isDry && stop?.state === 'halted') return Promise.reject(haltedFault(stop));
  if (ask.type === 'execute') return Promise.resolve(ask).then(() => beginExecution(trader, ask));
  return new Promise((resolve, reject) => {
    const patience = new AbortController();
    const isOurs = ask.type === 'cancel' && trader.snapshot().orders.some(({ orderId }) => orderId === ask.orderId);
    const watch = new Watch(ask, isOurs);
    const busyUntil = clock.monotonicMs() + BUSY_WITHIN_MS;
    const end = (result: OperatorResult | Fault): void => {
      for (const subscription of subscriptions) subscription.unsubscribe();
      patience.abort();
      if (result instanceof Fault) reject(result);
      else resolve(result);
    };
    const later = (ms: number, then: () => void): void => {
      sleep(clock, ms, patience.signal).then(then, () => undefined);
    };
    const post = (): void => {
      if (clock.monotonicMs() < busyUntil && isLaneBusy(ask, trader.snapshot())) later(BUSY_AGAIN_MS, post);
      else trader.operator(ask);
    };
    const take = (news: News | undefined): void => {
      if (news === undefined) return;
      if (news.when === 'busy' && clock.monotonicMs() < busyUntil) later(BUSY_AGAIN_MS, post);
      else if (news.when === 'unless-better') later(FIND_WITHIN_MS, () => end(news.result));
      else end(news.result);
    };
    const subscriptions: Subscription[] = [];
    subscriptions.push(
      trader.events$.subscribe({
        next: (event) => event.type === 'report' && take(watch.report(event.report)),
        complete: () => end(unanswered('the daemon ended before there was an answer')),
      }),
      trader.notices$.subscribe((notice) => take(watch.notice(notice))),
      trader.commands$.subscribe((command) => watch.command(command)),
    );
    if (ask.type === 'trade') later(TRADE_WITHIN_MS, () => end(unanswered('the trade goes on; `sluice status` shows what it waits for')));
    else later(ANSWER_WITHIN_MS, () => end(unanswered('there was no answer in time')));
    post();
  });
}

export function isKept(trader: Trader, orderId: string): boolean {
  const { deskOrders, leftOut } = trader.snapshot();
  return deskOrders.some(({ id }) => id === orderId) || leftOut.some(({ id }) => id === orderId);
}

/** An order that the desk keeps ends at once, or with its orders at the venue. */
async function cancelKept(trader: Trader, clock: Clock, ask: Extract<OperatorAsk, { type: 'cancel' }>): Promise<OperatorResult> {
  const { orderId } = ask;
  trader.operator(ask);
  if (await isGone(trader, clock, orderId, FIND_WITHIN_MS)) return { outcome: 'canceled', orderId };
  return { outcome: 'cancel-sent', orderId, message: `it is being ended and waits for ${openOf(trader.snapshot(), orderId)}` };
}

/** What is still open of an order that the desk keeps or has left out. */
function openOf({ deskOrders, leftOut, orders }: EngineSnapshot, id: string): string {
  const kept = deskOrders.find((order) => order.id === id);
  if (kept !== undefined) return kept.waitsFor;
  const { childIds = [] } = leftOut.find((order) => order.id === id) ?? {};
  const open = orders.filter(({ intentId }) => childIds.includes(intentId));
  const ends = open.map(({ orderId, intentId, symbol, state }) =>
    orderId === undefined ? `what came of ${intentId} of ${symbol} (${state})` : `the end of order ${orderId} of ${symbol} (${state})`,
  );
  return ends.join(' and ');
}

function unanswered(message: string): Fault {
  return new Fault('unknown-outcome', message, { outcome: 'unknown' });
}

interface News {
  /** `unless-better`: better news may come within a while. `busy`: nothing was sent, and it may be asked for again. */
  readonly when: 'final' | 'unless-better' | 'busy';
  readonly result: OperatorResult | Fault;
}

/** What is answered by the venue. */
type SentAsk = Exclude<OperatorAsk, ExecuteAsk>;

/** Decides which events are about one operator's order, and what they mean for it. */
class Watch {
  readonly #ask: SentAsk;
  readonly #isOurs: boolean;
  #intentId: string;

  /** `isOurs`: the journal has the order that is to be canceled. */
  constructor(ask: SentAsk, isOurs: boolean) {
    this.#ask = ask;
    this.#isOurs = isOurs;
    this.#intentId = ask.type === 'convert' ? ask.requestId : ask.type === 'trade' ? ask.tradeId : ask.intentId;
  }

  /** A conversion gets its intent when its quote is accepted. */
  command(command: Command): void {
    const ask = this.#ask;
    if (ask.type === 'convert' && command.type === 'convert' && command.requestId === ask.requestId) this.#intentId = command.intentId;
  }

  notice(notice: Notice): News | undefined {
    const ask = this.#ask;
    if (notice.type === 'trade') return notice.tradeId === this.#intentId ? final(tradeResult(notice)) : undefined;
    const mine =
      notice.type === 'refused' && (notice.intentId === this.#intentId || (ask.type === 'convert' && notice.intentId === ask.requestId));
    if (!mine) return undefined;
    // Some refusals have a code of their own at the command line.
    const code = notice.rule === 'not-found' || notice.rule === 'lane-frozen' ? notice.rule : 'risk';
    const suggestion = refusalAdvice(notice.rule);
    const result = new Fault(code, `refused by ${notice.rule}: ${notice.message}`, { outcome: 'not-sent', suggestion });
    return { when: notice.rule === 'lane-busy' ? 'busy' : 'final', result };
  }

  report(report: Report): News | undefined {
    switch (report.type) {
      case 'order-opened':
        return report.intentId === this.#intentId
          ? final({ outcome: 'opened', orderId: report.orderId, adopted: report.adopted })
          : undefined;
      case 'order-replaced':
        return report.intentId === this.#intentId ? final({ outcome: 'replaced', orderId: report.newOrderId, adopted: false }) : undefined;
      case 'intent-refused':
        return report.intentId === this.#intentId
          ? final(new Fault('refused', `the venue refused: ${report.message}`, { outcome: 'rejected', venueCode: report.code }))
          : undefined;
      case 'intent-not-sent':
        return report.intentId === this.#intentId
          ? final(new Fault(notSentCode(report.code), `not sent: ${report.reason}`, { outcome: 'not-sent' }))
          : undefined;
      case 'intent-not-placed':
        return report.intentId === this.#intentId ? final(notPlaced(report)) : undefined;
      case 'intent-unknown':
        return report.intentId === this.#intentId
          ? {
              when: 'unless-better',
              result: new Fault('unknown-outcome', `the outcome is unknown: ${report.reason}`, { outcome: 'unknown' }),
            }
          : undefined;
      case 'quote-refused':
        return this.#ask.type === 'convert' && report.requestId === this.#ask.requestId ? final(noQuote(report)) : undefined;
      case 'converted':
        return report.conversion.intentId === this.#intentId
          ? final({ outcome: 'converted', conversion: report.conversion, adopted: report.adopted })
          : undefined;
      default:
        return this.#cancelNews(report);
    }
  }

  #cancelNews(report: Report): News | undefined {
    const ask = this.#ask;
    if (ask.type !== 'cancel' || !('orderId' in report) || report.orderId !== ask.orderId) return undefined;
    const { orderId } = ask;
    switch (report.type) {
      case 'cancel-accepted':
        // Nobody reports the end of an order that is not ours.
        return { when: this.#isOurs ? 'unless-better' : 'final', result: { outcome: 'cancel-sent', orderId } };
      case 'cancel-failed':
        if (report.code === 'refused') {
          // Nobody here knows this order and it is not open. As for a replacement, there is no such order.
          const [code, what] = this.#isOurs
            ? (['refused', 'the cancel did not take'] as const)
            : (['not-found', `no open order ${orderId}`] as const);
          return final(new Fault(code, `${what}: ${report.reason}`, { outcome: 'rejected', suggestion: refusalAdvice('not-open') }));
        }
        // The cancel may have been accepted. Then the lists show the order's end.
        return {
          when: 'unless-better',
          result: new Fault('unknown-outcome', `nobody knows yet whether the cancel took: ${report.reason}`, {
            outcome: 'unknown',
            retryable: true,
            suggestion: CANCEL_AGAIN,
          }),
        };
      case 'order-closed':
        return final({ outcome: report.end === 'filled' ? 'filled' : 'canceled', orderId });
      default:
        return undefined;
    }
  }
}

function tradeResult({ outcome, message, ...rest }: Extract<Notice, { type: 'trade' }>): OperatorResult | Fault {
  if (outcome === 'nothing') return new Fault('refused', `nothing was done: ${message}`, { outcome: 'not-sent' });
  const { tradeId, fromCurrency, toCurrency, gave, brought, compared } = rest;
  return { outcome, tradeId, fromCurrency, toCurrency, gave, brought, message, compared };
}

function final(result: OperatorResult | Fault): News {
  return { when: 'final', result };
}

/** Nothing happened, as the venue's own lists show. */
function notPlaced({ code, reason }: Extract<Report, { type: 'intent-not-placed' }>): Fault {
  if (code === 'lost') return new Fault('network', `not placed: ${reason}`, { outcome: 'not-sent', retryable: true });
  return new Fault('refused', reason, { outcome: 'rejected', suggestion: refusalAdvice('not-open') });
}

/** Codes that mean the same at the command line. */
const KEPT = ['refused', 'lane-frozen', 'invalid-request', 'rate-limited', 'clock', 'unauthorized', 'network', 'timeout'] as const;

/** A decision that grew too old on its way, or the end of the daemon, is only a matter of time for the person who asked. */
function notSentCode(code: string | undefined): FaultCode {
  return KEPT.find((kept) => kept === code) ?? 'timeout';
}

/** A quote binds nobody. Without one nothing has happened, whatever the reason. */
function noQuote({ code, message }: { readonly code: string; readonly message: string }): Fault {
  const known = KEPT.find((kept) => kept === code);
  return new Fault(known ?? 'refused', `no quote: ${message}`, { outcome: 'not-sent', venueCode: known === undefined ? code : undefined });
}
