import { keepsSecrets } from '../base/loopback.ts';
import { currenciesOf } from '../model/pair.ts';
import { REFERENCE } from './kinds.ts';
import type { Path } from './problem.ts';
import { protectionFaults } from './protectionSection.ts';
import type { CheckedSettings } from './validate.ts';

/** A broken rule over several fields, and the field where it is shown. */
export interface BrokenRule {
  readonly path: Path;
  readonly message: string;
  /** Show it at the key and not at its value: the key itself is wrong. */
  readonly atKey?: boolean;
  /**
   * The message may hold paths of this machine, which can look like keys, but nothing from the file. So it is shown without a
   * mask.
   */
  readonly isUnmasked?: boolean;
}

type Partly = Partial<CheckedSettings>;

/** Rules that no single field can check. They look only at sections that are valid by themselves. */
export function crossChecks(settings: Partly): BrokenRule[] {
  return [
    ...venueOfMode(settings),
    ...credentials(settings),
    ...limitsOfLive(settings),
    ...tradedPairs(settings),
    ...budgets(settings),
    ...staleness(settings),
    ...protections(settings),
  ];
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
  return Object.entries(strategies)
    .filter(([, { symbol }]) => !allowed.includes(symbol))
    .map(([name, { symbol }]) => ({ path: ['strategies', name, 'symbol'], message: `${symbol} is not among risk.symbols` }));
}

function budgets({ strategies }: Partly): BrokenRule[] {
  return Object.entries(strategies ?? {}).flatMap(([name, { symbol, budget }]) => {
    const pair = currenciesOf(symbol)!;
    if (budget.currency === pair.base || budget.currency === pair.quote) return [];
    return [
      { path: ['strategies', name, 'budget'], message: `expected an amount in ${pair.quote} or ${pair.base}, the currencies of ${symbol}` },
    ];
  });
}

function protections({ risk, strategies }: Partly): BrokenRule[] {
  const ofAll = risk?.protections ?? [];
  return [
    ...protectionFaults(ofAll, ['risk', 'protections']),
    ...ofAll.flatMap(({ kind }, i) =>
      kind === 'low-profit'
        ? [
            {
              path: ['risk', 'protections', i, 'kind'],
              message: 'low-profit belongs to a strategy, since it is counted in its quote currency',
            },
          ]
        : [],
    ),
    ...Object.entries(strategies ?? {}).flatMap(([name, one]) => protectionFaults(one.protections, ['strategies', name, 'protections'])),
    ...(risk?.turnoverPeriod !== undefined && risk.maxTurnover === undefined
      ? [{ path: ['risk', 'turnoverPeriod'], message: 'says nothing without maxTurnover', atKey: true }]
      : []),
  ];
}

function staleness({ poll, risk }: Partly): BrokenRule[] {
  if (poll === undefined || risk === undefined || risk.staleAfter > poll.books) return [];
  return [{ path: ['risk', 'staleAfter'], message: 'must be longer than poll.books, else every book counts as stale' }];
}
