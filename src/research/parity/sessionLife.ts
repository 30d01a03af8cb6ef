import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { type AnsweredRequest, fitLatency } from '../../exchange/fitLatency.ts';
import type { Latency } from '../../model/latency.ts';
import { BookView } from '../../market/bookView.ts';
import type { Command } from '../../model/command.ts';
import type { Event, Report } from '../../model/event.ts';
import type { Fill } from '../../model/fill.ts';
import type { Pair } from '../../model/pair.ts';
import { currenciesOf } from '../../model/pair.ts';
import type { TapeQuote } from '../../exchange/conversionQuotes.ts';
import { LifeRecorder, type RecordedOrder } from './lifeRecorder.ts';
import type { ParityFill, ParityLife } from './parityLife.ts';
import { decisionsOf } from '../../session/decisions.ts';
import { SessionReader, type Tear } from '../../session/sessionReader.ts';

/** What a session says about a period. */
export interface SessionLife {
  readonly life: ParityLife;
  /** The pairs whose books were looked at. */
  readonly pairs: readonly Pair[];
  /** By symbol, when its books were received. */
  readonly looks: ReadonlyMap<string, readonly Instant[]>;
  /** By symbol, the last mid. */
  readonly marks: ReadonlyMap<string, Decimal>;
  /** The last balances before the first look. Undefined when there were none. */
  readonly balances: Readonly<Record<string, Decimal>> | undefined;
  readonly quotes: readonly TapeQuote[];
  /** Fitted to the times from the decision of an order to its answer. Undefined when there were none. */
  readonly latency: Latency | undefined;
  readonly tear: Tear | undefined;
  /** Whether the clock was set back meanwhile, so that times are not in order. */
  readonly isSetBack: boolean;
}

/** A larger step back than a clock's own corrections. Only such a step is reported. */
const SET_BACK_MS = 1000;

/** Reads a session from its beginning, and keeps what lies from `from` up to `to`. */
export function sessionLife(folder: string, from: Instant, to: Instant): SessionLife {
  const reader = new SessionReader(folder);
  const told = new Told(from);
  let latest = -Infinity;
  let isSetBack = false;
  for (const { event, decisions } of reader.steps()) {
    if (event.at > to) break;
    isSetBack ||= event.at < latest - SET_BACK_MS;
    latest = Math.max(latest, event.at);
    told.event(event, event.at >= from);
    for (const decision of decisionsOf(decisions)) told.command(decision as unknown as Command);
  }
  return { ...told.result(from, to), tear: reader.tear, isSetBack };
}

class Told {
  readonly #recorder: LifeRecorder;
  readonly #from: Instant;
  readonly #pairs = new Map<string, Pair>();
  readonly #looks = new Map<string, Instant[]>();
  readonly #marks = new Map<string, Decimal>();
  readonly #quotes: TapeQuote[] = [];
  readonly #asked = new Map<string, Instant>();
  /** By the intent of an unanswered replacement, the order that it replaces. */
  readonly #replacing = new Map<string, { readonly orderId: string; readonly before: RecordedOrder }>();
  readonly #answers: AnsweredRequest[] = [];
  #balances: Record<string, Decimal> | undefined;

  constructor(from: Instant) {
    this.#from = from;
    this.#recorder = new LifeRecorder(from);
  }

  event(event: Event, isWithin: boolean): void {
    switch (event.type) {
      case 'pairs':
        for (const pair of event.pairs) this.#pairs.set(pair.symbol, pair);
        return;
      case 'balances':
        if (this.#looks.size === 0) this.#balances = Object.fromEntries(event.rows.map(({ currency, total }) => [currency, total]));
        return;
      case 'book': {
        const { symbol, receivedAt } = event.book;
        const { mid } = new BookView(event.book);
        if (mid !== undefined) this.#marks.set(symbol, mid);
        if (isWithin) this.#look(symbol, receivedAt);
        return;
      }
      case 'report':
        this.#report(event.report, event.at);
        return;
      default:
    }
  }

  command(command: Command): void {
    const { decidedAt: at } = command;
    if (command.type === 'place') this.#recorder.place(at, command.intentId, command);
    else if (command.type === 'replace') {
      const before = this.#recorder.replace(at, command.orderId, command);
      if (before !== undefined) this.#replacing.set(command.intentId, { orderId: command.orderId, before });
    }
    if (command.type === 'cancel') this.#recorder.cancel(at, command.orderId, command);
    if (command.type === 'place' || command.type === 'replace') this.#asked.set(command.intentId, at);
  }

  result(from: Instant, to: Instant): Omit<SessionLife, 'tear' | 'isSetBack'> {
    return {
      life: this.#recorder.life(from, to),
      pairs: [...this.#pairs.values()].filter(({ symbol }) => this.#looks.has(symbol)),
      looks: this.#looks,
      marks: this.#marks,
      balances: this.#balances,
      quotes: this.#quotes,
      latency: this.#answers.length === 0 ? undefined : fitLatency(this.#answers),
    };
  }

  #look(symbol: string, at: Instant): void {
    const looks = this.#looks.get(symbol);
    if (looks === undefined) this.#looks.set(symbol, [at]);
    else looks.push(at);
  }

  #report(report: Report, at: Instant): void {
    switch (report.type) {
      case 'order-opened':
        this.#answered(report.intentId, at);
        this.#recorder.rename(report.intentId, report.orderId);
        return;
      case 'order-replaced':
        this.#answered(report.intentId, at);
        this.#replacing.delete(report.intentId);
        this.#recorder.rename(report.orderId, report.newOrderId);
        return;
      case 'intent-refused':
      case 'intent-not-sent':
      case 'intent-not-placed':
        this.#asked.delete(report.intentId);
        this.#notTaken(report.intentId, at);
        return;
      case 'order-closed':
        this.#recorder.end(at, report.orderId);
        return;
      case 'fill': {
        const mark = this.#marks.get(report.fill.symbol);
        if (report.fill.strategy !== undefined && mark !== undefined) this.#recorder.fill(parityFill(report.fill, mark));
        return;
      }
      case 'quoted':
        if (at >= this.#from) this.#quotes.push(report.quote);
        return;
      default:
    }
  }

  #notTaken(intentId: string, at: Instant): void {
    const replacing = this.#replacing.get(intentId);
    this.#replacing.delete(intentId);
    if (replacing === undefined) this.#recorder.end(at, intentId);
    else this.#recorder.restore(at, replacing.orderId, replacing.before);
  }

  #answered(intentId: string, at: Instant): void {
    const asked = this.#asked.get(intentId);
    if (asked !== undefined && asked >= this.#from) this.#answers.push({ createdAt: asked, resolvedAt: at });
    this.#asked.delete(intentId);
  }
}

/** A fee in base currency is valued at the mid. */
export function parityFill(
  fill: Pick<Fill, 'symbol' | 'side' | 'price' | 'amount' | 'fee' | 'feeCurrency' | 'tradedAt' | 'strategy'>,
  mid: Decimal,
): ParityFill {
  const { symbol, side, price, amount, feeCurrency, tradedAt: at, strategy = '' } = fill;
  const fee = feeCurrency === currenciesOf(symbol)?.base ? fill.fee.times(mid) : fill.fee;
  return { at, strategy, symbol, side, price, amount, fee };
}
