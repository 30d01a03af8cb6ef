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

/** How often the same was refused since the start. */
export interface RefusalCount extends Pick<RefusalLine, 'by' | 'rule'> {
  readonly strategy: string;
  readonly count: number;
}

const MOST_REFUSALS = 200;
const MOST_COUNTS = 500;
/** Where no order is known any more that would tell whose it was. */
const NOBODY = '–';

/** Keeps the last refusals since the start. */
export class RefusalHistory {
  readonly #trader: Pick<Trader, 'snapshot'>;
  readonly #lines: RefusalLine[] = [];
  readonly #counts = new Map<string, RefusalCount>();
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

  /** How often each strategy was refused by the venue, or not sent, since the start; our own rules are counted by the engine. */
  get counts(): readonly RefusalCount[] {
    return [...this.#counts.values()];
  }

  #report(report: Report): void {
    if (report.type === 'intent-refused') this.#ofVenue(report.intentId, 'venue', report.code, report.message);
    if (report.type === 'intent-not-sent') this.#ofVenue(report.intentId, 'not-sent', report.code ?? 'not-sent', report.reason);
  }

  /** The event comes before the engine has closed the order, which tells whose it was. */
  #ofVenue(intentId: string, by: RefusalLine['by'], rule: string, message: string): void {
    const order = this.#trader.snapshot().orders.find((one) => one.intentId === intentId || one.replacing === intentId);
    this.#count(by, order?.strategy ?? NOBODY, rule);
    this.#keep({ at: this.#now, by, strategy: order?.strategy, symbol: order?.symbol, rule, message, intentId });
  }

  #count(by: RefusalLine['by'], strategy: string, rule: string): void {
    const key = JSON.stringify([by, strategy, rule]);
    const { count = 0 } = this.#counts.get(key) ?? {};
    // The codes are the venue's, and what comes from there has a bound.
    if (count > 0 || this.#counts.size < MOST_COUNTS) this.#counts.set(key, { by, strategy, rule, count: count + 1 });
  }

  #keep(line: RefusalLine): void {
    keepLast(this.#lines, line, MOST_REFUSALS);
  }
}
