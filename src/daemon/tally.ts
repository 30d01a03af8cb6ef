import type { Decimal } from '../base/decimal.ts';
import type { Fill } from '../model/fill.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Trader } from './trader.ts';

/** How many of the last fills are kept for display. */
const LAST_FILLS = 20;

/** Counts what has happened since the start, for the summary and the live view. */
export class Tally {
  fills = 0;
  conversions = 0;
  placed = 0;
  replaced = 0;
  canceled = 0;
  refusedByVenue = 0;
  unknown = 0;
  readonly #fillsOf = new Map<string, number>();
  readonly conversionsByStrategy = new Map<string, number>();
  readonly feesByCurrency = new Map<string, Decimal>();
  readonly lastFills: Fill[] = [];
  lastConversion: Conversion | undefined;

  constructor(trader: Pick<Trader, 'events$' | 'commands$'>) {
    trader.commands$.subscribe(({ type }) => {
      if (type === 'place') this.placed++;
      else if (type === 'replace') this.replaced++;
      else if (type === 'cancel') this.canceled++;
    });
    trader.events$.subscribe((event) => {
      if (event.type !== 'report') return;
      const { report } = event;
      if (report.type === 'fill') this.#fill(report.fill);
      else if (report.type === 'converted') this.#converted(report.conversion);
      else if (report.type === 'intent-refused') this.refusedByVenue++;
      else if (report.type === 'intent-unknown') this.unknown++;
    });
  }

  /** How many executions a strategy has had of a symbol. */
  fillsOf(strategy: string, symbol: string): number {
    return this.#fillsOf.get(keyOf(strategy, symbol)) ?? 0;
  }

  #fill(fill: Fill): void {
    const fees = this.feesByCurrency.get(fill.feeCurrency);
    this.feesByCurrency.set(fill.feeCurrency, fees === undefined ? fill.fee : fees.plus(fill.fee));
    // This is a fee that came later than its execution.
    if (fill.amount.isZero()) return;
    this.fills++;
    count(this.#fillsOf, keyOf(fill.strategy ?? 'external', fill.symbol));
    this.lastFills.unshift(fill);
    this.lastFills.length = Math.min(this.lastFills.length, LAST_FILLS);
  }

  #converted(conversion: Conversion): void {
    this.conversions++;
    count(this.conversionsByStrategy, conversion.strategy ?? 'external');
    this.lastConversion = conversion;
  }
}

function keyOf(strategy: string, symbol: string): string {
  return `${strategy} ${symbol}`;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
