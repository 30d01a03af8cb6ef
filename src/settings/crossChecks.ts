import { keepsSecrets } from '../base/loopback.ts';
import { currenciesOf } from '../model/pair.ts';
import { symbolsOf } from '../model/tradedMarkets.ts';
import { REFERENCE } from './kinds.ts';
import { messageFaults } from './messagesSection.ts';
import { holdingFaults } from './holdingSection.ts';
import type { BrokenRule } from './brokenRule.ts';
import { limitCurrencies } from './limitCurrencies.ts';
import { protectionFaults } from './protectionSection.ts';
import { scheduleFaults } from './treasurySection.ts';
import type { CheckedSettings } from './validate.ts';
import { bothCurrencies, valuedBy } from './valuedBy.ts';

type Partly = Partial<CheckedSettings>;

/** Rules that no single field can check. They look only at sections that are valid by themselves. */
export function crossChecks(settings: Partly): BrokenRule[] {
  return [
    ...venueOfMode(settings),
    ...credentials(settings),
    ...limitsOfLive(settings),
    ...tradedPairs(settings),
    ...budgets(settings),
    ...limitCurrencies(settings),
    ...holdings(settings),
    ...staleness(settings),
    ...protections(settings),
    ...dashboards(settings),
    ...ports(settings),
    ...stores(settings),
    ...feeds(settings),
    ...messageFaults(settings.messages),
    ...scheduleFaults(settings.treasury),
  ];
}

/** The demo begins anew with each start. */
function stores({ venue, store }: Partly): BrokenRule[] {
  if (venue === undefined || venue.exchange !== undefined || store === undefined) return [];
  return [{ path: ['store'], message: 'the demo keeps no state: expected venue.exchange as well' }];
}

/** The demo's market is its own, and what is taken from a stream is not published once more. */
function feeds({ venue, record }: Partly): BrokenRule[] {
  if (venue === undefined) return [];
  const named = [
    ...(venue.feed === undefined ? [] : [['venue', 'feed']]),
    ...(record?.publish === undefined ? [] : [['record', 'publish']]),
  ];
  if (venue.exchange === undefined) {
    return named.map((path) => ({ path, message: 'the demo makes its market up for itself: expected venue.exchange as well' }));
  }
  return named.length < 2 ? [] : [{ path: named[1]!, message: 'what comes from venue.feed is published already: name one of the two' }];
}

/** Only the demo serves a dashboard without a word. */
function dashboards({ mode, dashboard }: Partly): BrokenRule[] {
  if (mode === undefined || mode === 'demo' || dashboard?.origin === undefined || dashboard.port !== undefined) return [];
  return [{ path: ['dashboard', 'origin'], message: `${mode} serves no dashboard: expected a dashboard.port as well` }];
}

/** One daemon serves each at a port of its own; 0 takes any free one. */
function ports({ venue, metrics, dashboard, simulator }: Partly): BrokenRule[] {
  // Only the demo has a simulator of its own.
  const named = new Map<unknown, string>(venue !== undefined && venue.exchange === undefined ? [[simulator?.port, 'simulator']] : []);
  return Object.entries({ metrics, dashboard }).flatMap(([section, at]): BrokenRule[] => {
    const port = at?.port;
    if (typeof port !== 'number' || port === 0) return [];
    const before = named.get(port);
    named.set(port, section);
    return before === undefined ? [] : [{ path: [section, 'port'], message: `is that of ${before}.port: expected another one, or 0` }];
  });
}

function venueOfMode({ mode, venue }: Partly): BrokenRule[] {
  if (mode === undefined || venue === undefined) return [];
  if (venue.exchange === undefined) {
    const needed = mode === 'paper' ? 'url' : 'url, key and secret';
    return mode === 'demo' ? [] : [{ path: ['mode'], message: `${mode} needs venue.exchange with ${needed}` }];
  }
  if (keepsSecrets(new URL(venue.exchange.url))) return [];
  return [{ path: ['venue', 'exchange', 'url'], message: `${mode} needs https:// (http:// is for this machine only)` }];
}

/** Paper trading may do without key and secret; every other mode signs its requests. */
function credentials({ mode, venue }: Partly): BrokenRule[] {
  const account = venue?.exchange;
  if (account === undefined || (mode === 'paper' && account.key === undefined && account.secret === undefined)) return [];
  return (['key', 'secret'] as const)
    .filter((credential) => account[credential] === undefined)
    .map((credential) => ({ path: ['venue', 'exchange', credential], message: `is missing: expected ${REFERENCE}` }));
}

function limitsOfLive({ mode, risk }: Partly): BrokenRule[] {
  if (mode !== 'live' || risk === undefined) return [];
  const limits = ['maxOrderValue', 'maxDailyLoss'] as const;
  return limits
    .filter((limit) => risk[limit] === undefined)
    .map((limit) => ({ path: ['risk', limit], message: 'is missing: live needs this limit' }));
}

function tradedPairs({ risk, strategies }: Partly): BrokenRule[] {
  const allowed = risk?.symbols;
  if (allowed === undefined || strategies === undefined) return [];
  return Object.entries(strategies).flatMap(([name, { symbol, markets = {} }]) =>
    [['symbol', symbol] as const, ...Object.entries(markets).map(([key, pair]) => [`markets.${key}`, pair] as const)]
      .filter(([, pair]) => pair !== undefined && !allowed.includes(pair))
      .map(([at, pair]) => ({ path: ['strategies', name, ...at.split('.')], message: `${pair} is not among risk.symbols` })),
  );
}

function budgets({ risk, strategies = {} }: Partly): BrokenRule[] {
  const known = [...Object.values(strategies).flatMap(symbolsOf), ...(risk?.symbols ?? [])];
  return Object.entries(strategies).flatMap(([name, { symbol, markets, budget }]) => {
    const path = ['strategies', name, 'budget'];
    if (budget === undefined) return [];
    const { currency } = budget;
    if (markets !== undefined) return unvalued(Object.values(markets), currency, known).map((message) => ({ path, message }));
    const pair = symbol === undefined ? undefined : currenciesOf(symbol)!;
    if (pair === undefined || currency === pair.base || currency === pair.quote) return [];
    return [{ path, message: `expected an amount in ${pair.quote} or ${pair.base}, the currencies of ${symbol}` }];
  });
}

function holdings({ strategies = {} }: Partly): BrokenRule[] {
  return Object.entries(strategies).flatMap(([name, one]) =>
    holdingFaults(one).map((fault) => ({ ...fault, path: ['strategies', name, ...fault.path] })),
  );
}

/** Which currencies of these symbols no known book values in the currency of a budget, directly or through one other currency. */
function unvalued(symbols: readonly string[], into: string, known: readonly string[]): string[] {
  const isValued = valuedBy(known);
  return [...new Set(symbols.flatMap(bothCurrencies))]
    .filter((currency) => !isValued(currency, into))
    .map(
      (currency) =>
        `no market tells what ${currency} is worth in ${into}; add ${currency}/${into} to risk.symbols, or take another currency`,
    );
}

function protections({ risk, strategies }: Partly): BrokenRule[] {
  const ofAll = risk?.protect ?? [];
  return [
    ...protectionFaults(ofAll, ['risk', 'protect']),
    ...ofAll.flatMap(({ per }, i) =>
      per === 'day' ? [{ path: ['risk', 'protect', i, 'per'], message: 'the loss of one day, of everything, is risk.maxDailyLoss' }] : [],
    ),
    ...ofAll.flatMap(({ kind }, i) =>
      kind === 'low-profit'
        ? [
            {
              path: ['risk', 'protect', i, 'kind'],
              message: 'low-profit belongs to a strategy, since it is counted in its quote currency',
            },
          ]
        : [],
    ),
    ...Object.entries(strategies ?? {}).flatMap(([name, one]) => protectionFaults(one.protect, ['strategies', name, 'protect'])),
    ...(risk?.turnoverPeriod !== undefined && risk.maxTurnover === undefined
      ? [{ path: ['risk', 'turnoverPeriod'], message: 'says nothing without maxTurnover', atKey: true }]
      : []),
  ];
}

function staleness({ poll, risk }: Partly): BrokenRule[] {
  if (poll === undefined || risk === undefined || risk.staleAfter > poll.books) return [];
  return [{ path: ['risk', 'staleAfter'], message: 'must be longer than poll.books, else every book counts as stale' }];
}
