import { didYouMean } from '../base/didYouMean.ts';
import { currenciesOf } from '../model/pair.ts';
import { symbolsOf } from '../model/tradedMarkets.ts';
import type { BrokenRule } from './brokenRule.ts';
import type { Path } from './problem.ts';
import type { CheckedSettings } from './validate.ts';
import { bothCurrencies, valuedBy } from './valuedBy.ts';

type Limit = readonly [path: Path, currency: string];

/**
 * Limits in a currency in which nothing can ever be valued that a strategy trades. Without strategies those count that people may
 * trade. A pair whose worth nobody can tell may stand beside others: it may be watched only.
 */
export function limitCurrencies({ risk, strategies = {} }: Partial<CheckedSettings>): BrokenRule[] {
  const traded = Object.entries(strategies).map(([name, one]) => [name, one, symbolsOf(one)] as const);
  const known = [...new Set([...traded.flatMap(([, , symbols]) => symbols), ...(risk?.symbols ?? [])])];
  const worked = traded.map(([, , symbols]) => symbols).filter((symbols) => symbols.length > 0);
  const each = worked.length === 0 && known.length > 0 ? [known] : worked;
  return [
    ...(risk === undefined ? [] : limitsOf(risk, ['risk'])).flatMap((limit) => faultsOf(limit, each, known)),
    ...(risk?.symbols === undefined ? [] : amountsOfNothing(risk, known)),
    ...traded.flatMap(([name, one, symbols]) =>
      symbols.length === 0 ? [] : limitsOf(one, ['strategies', name]).flatMap((limit) => faultsOf(limit, [symbols], known)),
    ),
  ];
}

const LIMITS = ['maxOrderValue', 'maxOpenValue', 'maxExposure', 'maxTurnover', 'maxDailyLoss', 'maxLoss', 'maxDrawdown'] as const;

type Limited = Partial<Record<(typeof LIMITS)[number], { readonly currency: string } | undefined>> & {
  readonly protect?: readonly { readonly amount?: { readonly currency: string } | undefined }[] | undefined;
};

function limitsOf(section: Limited, path: Path): Limit[] {
  const amounts = [
    ...LIMITS.map((name) => [[...path, name], section[name]] as const),
    ...(section.protect ?? []).map(({ amount }, i) => [[...path, 'protect', i, 'amount'], amount] as const),
  ];
  return amounts.flatMap(([at, amount]) => (amount === undefined ? [] : [[at, amount.currency] as const]));
}

/**
 * The amount of an order counts in the currency that its pair trades: of another one this would limit nothing, and most likely another one was
 * meant. Without a list of symbols, a person may trade any pair by hand. `risk.reserve` may name any currency, since conversions take of currencies that no pair here has.
 */
function amountsOfNothing(
  { maxOrderAmount = {} }: { readonly maxOrderAmount?: object | undefined },
  known: readonly string[],
): BrokenRule[] {
  const traded = [...new Set(known.map((symbol) => currenciesOf(symbol)!.base))];
  if (traded.length === 0) return [];
  return Object.keys(maxOrderAmount)
    .filter((currency) => !traded.includes(currency))
    .map((currency) => {
      const near = didYouMean(currency, traded);
      const meant = near === undefined ? `expected ${traded.join(' or ')}` : `did you mean ${near}?`;
      const message = `this limits nothing, since ${currency} is the base currency of no pair that may be traded: ${meant}`;
      return { path: ['risk', 'maxOrderAmount', currency], message, atKey: true };
    });
}

/** What is executed is valued from the quote currency of its pair. */
function faultsOf([path, currency]: Limit, each: readonly (readonly string[])[], known: readonly string[]): BrokenRule[] {
  const isValued = valuedBy(known);
  const quotes = each.map((symbols) => [...new Set(symbols.map((symbol) => currenciesOf(symbol)!.quote))]);
  const without = quotes.find((some) => !some.some((quote) => isValued(quote, currency)));
  if (without === undefined) return [];
  const expected = [...new Set(known.flatMap(bothCurrencies))]
    .filter((one) => without.some((quote) => isValued(quote, one)))
    .sort((a, b) => Number(without.includes(b)) - Number(without.includes(a)));
  return [{ path, message: `expected an amount in ${expected.join(' or ')}: no market tells what ${without[0]} is worth in ${currency}` }];
}
