import type { Clock } from '../../base/clock.ts';
import type { Instant } from '../../base/instant.ts';
import type { Book } from '../../model/book.ts';
import type { Command } from '../../model/command.ts';
import type { ConversionSize, Quote } from '../../model/conversion.ts';
import type { EventBody, Report } from '../../model/event.ts';
import { type Grid, midPriceOf } from '../../model/grid.ts';
import type { QuoteOutcome, QuoteRecord } from '../../recording/quoteTape.ts';

/** A quote whose outcome is not known yet. */
interface Pending extends Pick<QuoteRecord, 'askedAt' | 'fromCurrency' | 'toCurrency' | 'size' | 'symbol' | 'mid'> {
  quote: Quote | undefined;
  intentId: string | undefined;
}

/** How a person's request ends. One of the two is called, or neither when nobody knows. */
export interface QuoteAsked {
  quoted(quote: Quote): void;
  refused(code: string): void;
}

interface Touch {
  readonly grid: Grid;
  readonly bid: number;
  readonly ask: number;
}

/** More than this are forgotten, oldest first. */
const MOST_PENDING = 1000;
/** A request without an answer after this long will never have one. */
const ANSWER_WITHIN_MS = 300_000;

/** Follows conversion quotes from the request to their outcome, as they pass through the daemon, and passes each on once. */
export class QuoteNotes {
  readonly #clock: Clock;
  readonly #put: (quote: QuoteRecord) => void;
  readonly #pending = new Map<string, Pending>();
  readonly #touches = new Map<string, Touch>();
  #persons = 0;

  constructor(clock: Clock, put: (quote: QuoteRecord) => void) {
    this.#clock = clock;
    this.#put = put;
  }

  command(command: Command): void {
    if (command.type === 'request-quote') this.#ask(command.requestId, command.fromCurrency, command.toCurrency, command.size);
    else if (command.type === 'convert') {
      const pending = this.#pending.get(command.requestId) ?? this.#byQuote(command.quote.id);
      if (pending !== undefined) pending.intentId = command.intentId;
    }
  }

  event(event: EventBody): void {
    if (event.type === 'book') this.#touch(event.book);
    else if (event.type === 'report') this.#report(event.report);
    else if (event.type === 'timer') this.#expire(this.#clock.now());
  }

  /** A person asks for a quote now. The result reports the answer. */
  asked(fromCurrency: string, toCurrency: string, size: ConversionSize): QuoteAsked {
    const id = `person:${++this.#persons}`;
    this.#ask(id, fromCurrency, toCurrency, size);
    return {
      quoted: (quote) => {
        const pending = this.#pending.get(id);
        if (pending !== undefined) pending.quote = quote;
      },
      refused: (code) => this.#decide(id, 'refused', code),
    };
  }

  /** A quote that has not been used by now never will be. A conversion under way stays open, since nobody knows its outcome. */
  close(): void {
    for (const [id, { quote, intentId }] of this.#pending) {
      if (quote !== undefined && intentId === undefined) this.#decide(id, 'expired');
    }
  }

  #ask(id: string, fromCurrency: string, toCurrency: string, size: ConversionSize): void {
    const symbol = [`${fromCurrency}/${toCurrency}`, `${toCurrency}/${fromCurrency}`].find((name) => this.#touches.has(name));
    const touch = symbol === undefined ? undefined : this.#touches.get(symbol);
    const mid = touch && midPriceOf(touch.grid, touch.bid, touch.ask);
    const asked = { askedAt: this.#clock.now(), fromCurrency, toCurrency, size, symbol, mid };
    this.#pending.set(id, { ...asked, quote: undefined, intentId: undefined });
    if (this.#pending.size <= MOST_PENDING) return;
    const [oldest] = this.#pending.keys();
    this.#pending.delete(oldest!);
  }

  #report(report: Report): void {
    switch (report.type) {
      case 'quoted': {
        const pending = this.#pending.get(report.requestId);
        if (pending !== undefined) pending.quote = report.quote;
        return;
      }
      case 'quote-refused':
        return this.#decide(report.requestId, 'refused', report.code);
      case 'converted':
        return this.#decide(this.#idOfIntent(report.conversion.intentId), 'accepted');
      case 'intent-refused':
        return this.#decide(this.#idOfIntent(report.intentId), 'refused', report.code);
      case 'intent-not-sent':
        return this.#decide(this.#idOfIntent(report.intentId), 'refused', report.code ?? 'not-sent');
      case 'intent-not-placed':
        return this.#decide(this.#idOfIntent(report.intentId), 'refused', report.code);
      default:
    }
  }

  #decide(id: string | undefined, outcome: QuoteOutcome, code?: string): void {
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || pending === undefined) return;
    this.#pending.delete(id);
    const { quote, intentId: _, ...asked } = pending;
    const offer = quote && {
      fromAmount: quote.fromAmount,
      toAmount: quote.toAmount,
      rate: quote.rate,
      quotedAt: quote.quotedAt,
      validTo: quote.validTo,
    };
    this.#put({ ...asked, decidedAt: this.#clock.now(), offer, outcome, code });
  }

  #expire(now: Instant): void {
    for (const [id, { quote, intentId, askedAt }] of this.#pending) {
      if (intentId !== undefined) continue;
      if (quote === undefined && now - askedAt > ANSWER_WITHIN_MS) this.#decide(id, 'refused', 'no-answer');
      else if (quote !== undefined && now > quote.validTo) this.#decide(id, 'expired');
    }
  }

  #touch({ symbol, grid, bids, asks }: Book): void {
    if (bids.length === 0 || asks.length === 0) return;
    this.#touches.set(symbol, { grid, bid: bids.bestTicks, ask: asks.bestTicks });
  }

  #byQuote(quoteId: string): Pending | undefined {
    return [...this.#pending.values()].find(({ quote }) => quote?.id === quoteId);
  }

  #idOfIntent(intentId: string | undefined): string | undefined {
    if (intentId === undefined) return undefined;
    return [...this.#pending].find(([, pending]) => pending.intentId === intentId)?.[0];
  }
}
