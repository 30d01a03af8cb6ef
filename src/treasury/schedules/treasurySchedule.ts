import type { Decimal } from '../../base/decimal.ts';
import type { ConversionWay } from '../../model/move.ts';
import type { Schedule } from '../../model/schedule.ts';

interface Money {
  readonly amount: Decimal;
  readonly currency: string;
}

/** So much of a currency is kept; what is missing is converted from another one. */
export interface FloatTerms {
  readonly type: 'float';
  readonly keep: Money;
  readonly from: string;
  /** How much worse a conversion may get than the quote with which it is asked for, as a share of 1. */
  readonly slippage: Decimal;
  readonly by: ConversionWay;
}

/** What is there above an amount is sent to an entry of the address book. */
export interface SweepTerms {
  readonly type: 'sweep';
  readonly above: Money;
  readonly to: string;
}

/** A move that the treasury asks for by itself. */
export interface TreasurySchedule {
  readonly name: string;
  readonly timer: Schedule;
  readonly zone: string;
  readonly terms: FloatTerms | SweepTerms;
  /** What is less than this is left for the next time. Undefined when nothing is too little. */
  readonly least: Decimal | undefined;
  /** The most within 24 hours. Undefined without a limit. */
  readonly atMostPerDay: Decimal | undefined;
  readonly missed: 'skip' | 'once';
}

/** What it is for, on one line: `keep 20000 EUR, convert what is missing from BTC, at most 5000 EUR a day`. */
export function scheduleText({ terms, least, atMostPerDay }: TreasurySchedule): string {
  const currency = countedIn(terms);
  const what =
    terms.type === 'float'
      ? `keep ${textOf(terms.keep)}, convert what is missing from ${terms.from}${terms.by === 'best' ? ' by the better of quote and book' : ''}`
      : `send what is above ${textOf(terms.above)} to ${terms.to}`;
  return [
    what,
    ...(atMostPerDay === undefined ? [] : [`at most ${atMostPerDay.toFixed()} ${currency} a day`]),
    ...(least === undefined ? [] : [`at least ${least.toFixed()} ${currency} at a time`]),
  ].join(', ');
}

/** The currency in which it looks at the balance, and counts what it moves. */
export function countedIn(terms: FloatTerms | SweepTerms): string {
  return (terms.type === 'float' ? terms.keep : terms.above).currency;
}

function textOf({ amount, currency }: Money): string {
  return `${amount.toFixed()} ${currency}`;
}
