import { type Decimal, dec, ZERO } from '../../src/base/decimal.ts';
import type { Balance } from '../../src/model/balance.ts';
import type { Conversion } from '../../src/model/conversion.ts';
import type { Fill } from '../../src/model/fill.ts';
import { currenciesOf } from '../../src/model/pair.ts';
import type { Intent, IntentKind } from '../../src/model/intent.ts';
import type { Truth } from '../../src/simulator/truth.ts';
import type { SimulatedWorld } from './simulatedWorld.ts';

type Told = Pick<Fill, 'orderId' | 'symbol' | 'side' | 'price' | 'amount' | 'fee' | 'feeCurrency' | 'tradedAt'>;
type Exchanged = Pick<Conversion, 'fromCurrency' | 'fromAmount' | 'toCurrency' | 'toAmount'>;

/** What both sides of the wire say of one account, as texts that are the same to the last digit or differ. */
export interface Agreement {
  readonly fills: { readonly ours: readonly string[]; readonly venue: readonly string[] };
  readonly conversions: { readonly ours: readonly string[]; readonly venue: readonly string[] };
  /** By currency: opening + fills + conversions, the venue's books, and the balances as the client reads them. */
  readonly balances: {
    readonly ours: Readonly<Record<string, string>>;
    readonly venue: Readonly<Record<string, string>>;
    readonly read: Readonly<Record<string, string>>;
  };
  /** What was put on the wire: by the journal, and as the venue got it. */
  readonly requests: { readonly ours: readonly string[]; readonly venue: readonly string[] };
  readonly intents: readonly Intent[];
  readonly truth: Truth;
}

/** Collects both sides at rest. `opening` are the balances before the first order. */
export async function agreementOf(world: SimulatedWorld, opening: readonly Balance[]): Promise<Agreement> {
  const { fillLog, journal } = world.store;
  const fills = (await fillLog.fills({})).map(({ fill }) => fill);
  const conversions = await fillLog.conversions(1_000_000);
  const intents = await journal.list(1_000_000);
  const reading = world.client.balances.list({});
  await world.pass(1000);
  const truth = world.simulator.truth();
  return {
    fills: { ours: sorted(fills.map(fillText)), venue: sorted(truth.trades.map(fillText)) },
    conversions: {
      ours: sorted(conversions.map((conversion) => `${conversion.id} ${conversionText(conversion)}`)),
      venue: sorted(
        truth.conversions.map(
          ({ id, fromCurrency, toCurrency, amountFrom, amountTo }) =>
            `${id} ${conversionText({ fromCurrency, toCurrency, fromAmount: amountFrom, toAmount: amountTo })}`,
        ),
      ),
    },
    balances: {
      ours: textsOf(bookedOn(opening, fills, conversions)),
      venue: textsOf(truth.balances.map(({ currency, total }) => [currency, total])),
      read: textsOf((await reading).map(({ currency, totalBalance }) => [currency, totalBalance])),
    },
    requests: {
      ours: sorted(intents.filter(({ state }) => state !== 'not-sent').map(requestOfIntent)),
      venue: sorted(
        truth.requests
          .filter(({ operation }) => operation !== 'quotes.request')
          .map(({ operation, path, body }) => `${operation} ${idInPath(path)} ${body}`),
      ),
    },
    intents,
    truth,
  };
}

function fillText({ orderId, symbol, side, price, amount, fee, feeCurrency, tradedAt }: Told): string {
  return [orderId, symbol, side, price.toFixed(), amount.toFixed(), fee.toFixed(), feeCurrency, tradedAt].join(' ');
}

function conversionText({ fromCurrency, fromAmount, toCurrency, toAmount }: Exchanged): string {
  return [fromCurrency, fromAmount.toFixed(), toCurrency, toAmount.toFixed()].join(' ');
}

/** The ledger: what was there at the beginning, and all that is in our log since. */
function bookedOn(opening: readonly Balance[], fills: readonly Fill[], conversions: readonly Conversion[]): Map<string, Decimal> {
  const totals = new Map(opening.map(({ currency, total }) => [currency, total]));
  const add = (currency: string, amount: Decimal): void => void totals.set(currency, (totals.get(currency) ?? ZERO).plus(amount));
  for (const { symbol, side, price, amount, fee, feeCurrency } of fills) {
    const { base, quote } = currenciesOf(symbol)!;
    const sign = side === 'Buy' ? 1 : -1;
    add(base, amount.times(sign));
    add(quote, price.times(amount).times(-sign));
    add(feeCurrency, fee.neg());
  }
  for (const { fromCurrency, fromAmount, toCurrency, toAmount } of conversions) {
    add(fromCurrency, fromAmount.neg());
    add(toCurrency, toAmount);
  }
  return totals;
}

/** A currency that holds nothing may be listed or not. */
function textsOf(totals: Iterable<readonly [string, Decimal]>): Record<string, string> {
  return Object.fromEntries(
    [...totals].filter(([, total]) => !total.isZero()).map(([currency, total]) => [currency, dec(total).toFixed()] as const),
  );
}

const OPERATIONS: Readonly<Record<IntentKind, string>> = {
  place: 'orders.place',
  replace: 'orders.replace',
  cancel: 'orders.cancel',
  convert: 'conversions.execute',
  transfer: 'none of the engine',
};

function requestOfIntent({ kind, body, targetId }: Intent): string {
  return `${OPERATIONS[kind]} ${kind === 'replace' || kind === 'cancel' ? targetId : ''} ${body}`;
}

function idInPath(path: string): string {
  return /\/orders\/(\d+)/.exec(path)?.[1] ?? '';
}

function sorted(texts: readonly string[]): string[] {
  return [...texts].sort();
}
