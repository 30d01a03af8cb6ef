import type { Instant } from '../../base/instant.ts';
import type { Report } from '../../model/event.ts';
import type { Trader } from '../trader.ts';
import { keepLast } from './keepLast.ts';

/** Something that was refused, with the reason. A rule that refuses the same again and again is told once a minute. */
export interface RefusalLine {
  readonly at: Instant;
  /** `rule`: one of our own, before it was sent. `venue`: the venue. `not-sent`: it could not be sent in time. */
  readonly by: 'rule' | 'venue' | 'not-sent';
  readonly strategy: string | undefined;
  readonly symbol: string | undefined;
  /** The rule, the code of the venue's refusal, or that of what stopped it. */
  readonly rule: string;
  readonly message: string;
  readonly intentId: string | undefined;
}

const MOST_REFUSALS = 200;

/** Keeps the last refusals since the start. */
export class RefusalHistory {
  readonly #trader: Pick<Trader, 'snapshot'>;
  readonly #lines: RefusalLine[] = [];
  #now: Instant = 0;

  /** `safely` runs what may fail. */
  constructor(trader: Pick<Trader, 'events$' | 'notices$' | 'snapshot'>, safely: (work: () => void) => void) {
    this.#trader = trader;
    trader.events$.subscribe((event) => {
      this.#now = event.at;
      if (event.type === 'report') safely(() => this.#report(event.report));
    });
    trader.notices$.subscribe((notice) => {
      if (notice.type !== 'refused') return;
      const { strategy, symbol, rule, message, intentId } = notice;
      this.#keep({ at: this.#now, by: 'rule', strategy, symbol, rule, message, intentId });
    });
  }

  /** Newest first. */
  last(count: number): readonly RefusalLine[] {
    return this.#lines.slice(-count).reverse();
  }

  #report(report: Report): void {
    if (report.type === 'intent-refused') this.#ofVenue(report.intentId, 'venue', report.code, report.message);
    if (report.type === 'intent-not-sent') this.#ofVenue(report.intentId, 'not-sent', report.code ?? 'not-sent', report.reason);
  }

  /** The event comes before the engine has closed the order, which tells whose it was. */
  #ofVenue(intentId: string, by: RefusalLine['by'], rule: string, message: string): void {
    const order = this.#trader.snapshot().orders.find((one) => one.intentId === intentId || one.replacing === intentId);
    this.#keep({ at: this.#now, by, strategy: order?.strategy, symbol: order?.symbol, rule, message, intentId });
  }

  #keep(line: RefusalLine): void {
    keepLast(this.#lines, line, MOST_REFUSALS);
  }
}
