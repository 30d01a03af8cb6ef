import { type Decimal, ONE } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Random } from '../base/random.ts';
import type { Account } from '../exchange/account.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { decimalOfUnits, unitsOf } from '../exchange/units.ts';
import { bestWorth, convertAlongBooks } from './conversionPrice.ts';
import type { Catalog, SimulatedCurrency } from './market/catalog.ts';
import { type Region, restrictedOf } from './region.ts';
import { MOST_REMEMBERED, remember } from './remember.ts';
import { notFound, type RefusalAnswer, standard, invalid } from './answer.ts';

export interface ConversionQuote {
  readonly id: string;
  readonly occuredOn: Instant;
  readonly validTo: Instant;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly amountFrom: Decimal;
  readonly amountTo: Decimal;
  readonly rate: Decimal;
}

export interface Conversion {
  readonly id: string;
  readonly operationExecutionTime: Instant;
  readonly amountFrom: Decimal;
  readonly amountTo: Decimal;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly rate: Decimal;
  readonly status: 'Completed';
}

export interface QuoteRequest {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly fromAmount: Decimal | undefined;
  readonly toAmount: Decimal | undefined;
}

export interface ConversionRequest {
  readonly id: string;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly fromAmount: Decimal;
  readonly toAmount: Decimal;
}

export interface ConversionOptions {
  readonly spread: Decimal;
  readonly quoteLifetimeMs: number;
  readonly region: Region;
  /** How many conversions are remembered. */
  readonly remembers: number | undefined;
}

/** How many quotes are remembered; the oldest are forgotten. */
const MOST_QUOTES = 10_000;
const FIRST_CONVERSION_ID = 51_234;

/**
 * Quotes and converts for one account, out of an unlimited account of its own (000 Conversion). A quote may be used once, until
 * `validTo`. The balance is checked when the quote is asked for and again when it is used.
 */
export class ConversionCounter {
  /** Oldest first. */
  readonly conversions: Conversion[] = [];
  readonly #exchange: Exchange;
  readonly #user: Account;
  readonly #own: Account;
  readonly #currencies: ReadonlyMap<string, SimulatedCurrency>;
  readonly #options: ConversionOptions;
  readonly #random: Random;
  readonly #quotes = new Map<string, ConversionQuote>();
  #converted = 0;

  constructor(exchange: Exchange, user: Account, catalog: Catalog, options: ConversionOptions, random: Random) {
    this.#exchange = exchange;
    this.#user = user;
    this.#own = exchange.addAccount('conversion-counter', true);
    this.#currencies = new Map(catalog.currencies.map((currency) => [currency.code, currency]));
    this.#options = options;
    this.#random = random;
  }

  quote(request: QuoteRequest, at: Instant): ConversionQuote | RefusalAnswer {
    const from = this.#currencies.get(request.fromCurrency);
    const to = this.#currencies.get(request.toCurrency);
    const restricted = restrictedOf(this.#options.region, [request.fromCurrency, request.toCurrency]);
    if (restricted !== undefined) return restricted;
    if (from === undefined) return notFound(`currency ${request.fromCurrency} is not known`);
    if (to === undefined) return notFound(`currency ${request.toCurrency} is not known`);
    return this.#priced(from, to, request, at);
  }

  convert(request: ConversionRequest, at: Instant): Conversion | RefusalAnswer {
    const restricted = restrictedOf(this.#options.region, [request.fromCurrency, request.toCurrency]);
    if (restricted !== undefined) return restricted;
    const quote = this.#quotes.get(request.id);
    if (quote === undefined) return standard('quote-not-found', 'there is no such quote, or it was used before');
    const { fromCurrency, toCurrency, amountFrom, amountTo, rate } = quote;
    const same = request.fromCurrency === fromCurrency && request.toCurrency === toCurrency;
    if (!same || !request.fromAmount.eq(amountFrom) || !request.toAmount.eq(amountTo)) {
      return standard('quote-mismatch', 'currencies and amounts must be those of the quote');
    }
    if (at > quote.validTo) return standard('quote-expired', 'the quote is not valid any more');
    if (!this.#user.covers(fromCurrency, unitsOf(amountFrom))) return tooLittle();
    this.#quotes.delete(quote.id);
    this.#exchange.transfer(this.#user, this.#own, fromCurrency, unitsOf(amountFrom));
    this.#exchange.transfer(this.#own, this.#user, toCurrency, unitsOf(amountTo));
    const id = String(FIRST_CONVERSION_ID + this.#converted++);
    const conversion: Conversion = {
      id,
      operationExecutionTime: at,
      amountFrom,
      amountTo,
      fromCurrency,
      toCurrency,
      rate,
      status: 'Completed',
    };
    remember(this.conversions, conversion, this.#options.remembers ?? MOST_REMEMBERED);
    return conversion;
  }

  #priced(from: SimulatedCurrency, to: SimulatedCurrency, request: QuoteRequest, at: Instant): ConversionQuote | RefusalAnswer {
    if (from.code === to.code) return invalid({ toCurrency: ['must differ from fromCurrency'] });
    const { fromAmount, toAmount } = request;
    if (fromAmount !== undefined && fromAmount.decimalPlaces() > from.decimals) return tooFine('fromAmount', from);
    if (toAmount !== undefined && toAmount.decimalPlaces() > to.decimals) return tooFine('toAmount', to);
    const keep = ONE.minus(this.#options.spread);
    const known = fromAmount === undefined ? 'to' : 'from';
    // The balance is looked at first, so that nobody is told that a market lacks what the customer does not have either.
    if (fromAmount !== undefined && !this.#user.covers(from.code, unitsOf(fromAmount))) return tooLittle();
    const other = convertAlongBooks(this.#exchange, from.code, to.code, known, (fromAmount ?? toAmount)!);
    if (other === undefined && toAmount !== undefined && this.#isBeyondMeans(from, to, toAmount)) return tooLittle();
    if (other === undefined) return standard('conversion-not-available', `${from.code} can't be converted to ${to.code} in this size now`);
    // Rounding goes against the customer, who gets less or gives more.
    const amountFrom = fromAmount ?? other.div(keep).toDecimalPlaces(from.decimals, UP);
    const amountTo = toAmount ?? other.times(keep).toDecimalPlaces(to.decimals, DOWN);
    if (!amountFrom.gt(0) || !amountTo.gt(0))
      return invalid({ [known === 'from' ? 'fromAmount' : 'toAmount']: ['is too small to be converted'] });
    if (!this.#user.covers(from.code, unitsOf(amountFrom))) return tooLittle();
    const rate = amountTo.div(amountFrom).toSignificantDigits(16);
    return this.#remember({ fromCurrency: from.code, toCurrency: to.code, amountFrom, amountTo, rate }, at);
  }

  /** Whether all that the customer has of one currency would not buy so much of the other, even at the best prices. */
  #isBeyondMeans(from: SimulatedCurrency, to: SimulatedCurrency, toAmount: Decimal): boolean {
    const all = decimalOfUnits(this.#user.available(from.code));
    const best = bestWorth(this.#exchange, from.code, to.code, all);
    return best !== undefined && best.lt(toAmount);
  }

  #remember(terms: Omit<ConversionQuote, 'id' | 'occuredOn' | 'validTo'>, at: Instant): ConversionQuote {
    const quote = { id: uuid(this.#random), occuredOn: at, validTo: at + this.#options.quoteLifetimeMs, ...terms };
    this.#quotes.set(quote.id, quote);
    if (this.#quotes.size > MOST_QUOTES) this.#quotes.delete(this.#quotes.keys().next().value!);
    return quote;
  }
}

const UP = 0;
const DOWN = 1;

function tooLittle(): RefusalAnswer {
  return standard('insufficient-balance', 'fromAmount is greater than the available balance');
}

function tooFine(field: string, currency: SimulatedCurrency): RefusalAnswer {
  return invalid({ [field]: [`must have at most ${currency.decimals} decimals`] });
}

/** Has the shape of a version 4 UUID. */
function uuid(random: Random): string {
  const hex = Array.from({ length: 32 }, (_, i) => (i === 12 ? '4' : i === 16 ? '89ab'[random.int(4)]! : random.int(16).toString(16))).join(
    '',
  );
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
