import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { ConversionSize } from '../../model/conversion.ts';

/** Less than this share of a deal may be left when it counts as done: whole lots do not come out even. */
const LEFT_SHARE = '0.001';

const LEAST_DECIMALS = 2;
const DOWN = 1;

/** What a trade is to do. */
export interface TradeTerms {
  readonly id: string;
  readonly strategy: string;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly size: ConversionSize;
  readonly worstRate: Decimal | undefined;
  /** The currencies to go over. Undefined: whatever is best. */
  readonly via: readonly string[] | undefined;
  readonly tag: string | undefined;
  /** Only compares, and does nothing. */
  readonly isDry: boolean;
  readonly startedAt: Instant;
}

/** An order or a conversion of a trade that is on its way. */
export interface TradeLeg {
  readonly intentId: string;
  readonly kind: 'quote' | 'book';
  /** In words, for people. */
  readonly what: string;
}

/** An amount that has gone from one currency into the next. */
export interface Step {
  gave: Decimal;
  brought: Decimal;
}

/** Whether an intent is a leg of some trade: no other id has a dash. */
export function isLeg(intentId: string | undefined): boolean {
  return intentId?.includes('-') === true;
}

/** A trade on its way: what was done of it, and what is under way. It can be written down at any time. */
export class Trade {
  terms: TradeTerms;
  /** The currencies that it goes through, and how much has gone over each step. */
  route: readonly string[];
  steps: Step[];
  /** The fills and conversions that are in `steps`. */
  readonly booked: string[] = [];
  /** How many legs were begun. The intent of leg 3 is `TRADE-3`, so that a life that comes later knows it. */
  legs = 0;
  /** How many decisions in a row have brought nothing. */
  failures = 0;
  leg: TradeLeg | undefined = undefined;
  /** The request for a quote that is waited for, and since when. */
  requestId: string | undefined = undefined;
  askedAt: Instant = 0;
  /** What the last comparison knew of the quote and of the book: what one unit given would bring. */
  known: { readonly quote: Decimal | undefined; readonly book: Decimal | undefined } = { quote: undefined, book: undefined };
  /** What each way would have given, decision by decision. */
  readonly compared: string[] = [];
  /** Why it does not go on right now. */
  problem: string | undefined = undefined;

  constructor(terms: TradeTerms) {
    this.terms = terms;
    this.route = [terms.fromCurrency, ...(terms.via ?? []), terms.toCurrency];
    this.steps = this.route.slice(1).map(() => ({ gave: ZERO, brought: ZERO }));
  }

  /** Goes over these currencies from now on, with a known amount to give. Only before anything was done. */
  takePath(via: readonly string[], fromAmount: Decimal): void {
    const { fromCurrency, toCurrency } = this.terms;
    this.terms = { ...this.terms, size: { fromAmount } };
    this.route = [fromCurrency, ...via, toCurrency];
    this.steps = this.route.slice(1).map(() => ({ gave: ZERO, brought: ZERO }));
  }

  get isPath(): boolean {
    return this.steps.length > 1;
  }

  /**
   * What is left to do of a step. Venues take amounts in whole units of a currency only, and executions leave finer ones, so the rest
   * of the deal has no more decimals than the deal had, or two.
   */
  left(step: number): ConversionSize {
    const { gave, brought } = this.steps[step]!;
    if (step > 0) return { fromAmount: this.steps[step - 1]!.brought.minus(gave) };
    const { size } = this.terms;
    const [whole, done] = 'fromAmount' in size ? [size.fromAmount, gave] : [size.toAmount, brought];
    const rest = whole.minus(done).toDecimalPlaces(Math.max(whole.decimalPlaces(), LEAST_DECIMALS), DOWN);
    return 'fromAmount' in size ? { fromAmount: rest } : { toAmount: rest };
  }

  /** Whether so little is left of a step that it is done. */
  isDone(step: number): boolean {
    const left = this.left(step);
    const { size } = this.terms;
    const whole = step > 0 ? this.steps[step - 1]!.brought : 'fromAmount' in size ? size.fromAmount : size.toAmount;
    return ('fromAmount' in left ? left.fromAmount : left.toAmount).lte(whole.times(LEFT_SHARE));
  }

  get gave(): Decimal {
    return this.steps[0]!.gave;
  }
  get brought(): Decimal {
    return this.steps.at(-1)!.brought;
  }

  /** The id of the next leg's intent. */
  nextIntent(): string {
    return `${this.terms.id}-${++this.legs}`;
  }

  /** Whether an intent is one of its legs. */
  owns(intentId: string): boolean {
    return intentId.startsWith(`${this.terms.id}-`);
  }

  /** What is held in between: not yet gone on, by currency. */
  get held(): readonly (readonly [currency: string, amount: Decimal])[] {
    return this.steps
      .slice(1)
      .map(({ gave }, i) => [this.route[i + 1]!, this.steps[i]!.brought.minus(gave)] as const)
      .filter(([, amount]) => amount.gt(0));
  }
}
