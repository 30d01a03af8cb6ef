import { UNRESOLVED } from '../model/intent.ts';
import { LEARNING_STATES } from '../model/learnedRefusal.ts';
import { counter, gauge, known, one, type StatusMetric } from './metric.ts';
import { STANDING_BY } from './standingBy.ts';
import { streamMetrics } from './streamMetrics.ts';
import { strategyMetrics } from './strategyMetrics.ts';
import { walletsWorth } from '../daemon/history/walletsWorth.ts';

const TRADING_STATES = ['active', 'reducing', 'halted'] as const;

/** Every figure that is read from the daemon's status. The reference page and the checks of the dashboard go over these. */
export const STATUS_METRICS: readonly StatusMetric[] = [
  gauge(
    'sluice_info',
    'Always 1; the labels say which world it trades in, and the version',
    ['world', 'version'],
    ({ status, version }) => [[[status.world, version], 1]],
  ),
  gauge('sluice_up_seconds', 'Time since the start, in seconds', [], ({ status }) => one(status.upMs / 1000)),
  gauge('sluice_started', '1 once the venue has answered and trading has begun', [], ({ status }) =>
    one(status.state === 'starting' ? 0 : 1),
  ),
  STANDING_BY,
  gauge('sluice_trading_state', '1 for the state in which trading is, 0 for the others', ['state'], ({ status }) =>
    TRADING_STATES.map((state) => [[state], status.trading === state ? 1 : 0]),
  ),
  gauge('sluice_stops', 'What keeps trading from being active, of everything or of a part', [], ({ status }) => one(status.stops.length)),

  gauge('sluice_book_age_seconds', 'Age of the last good book, in seconds', ['symbol'], ({ status }) =>
    status.markets.flatMap(({ symbol, ageMs }) => (ageMs === undefined ? [] : [[[symbol], ageMs / 1000] as const])),
  ),
  gauge('sluice_book_price', 'Best price of the last good book, rounded, in quote currency', ['symbol', 'side'], ({ status }) =>
    status.markets.flatMap(({ symbol, bid, ask }) => [...known([symbol, 'bid'], bid), ...known([symbol, 'ask'], ask)]),
  ),
  gauge('sluice_market_troubles', 'What is wrong with the market data of a pair at the moment', ['symbol'], ({ status }) =>
    status.markets.map(({ symbol, trouble }) => [[symbol], trouble.length]),
  ),

  counter('sluice_orders_total', 'Orders that were placed, replaced and canceled, as commands to the venue', ['action'], ({ tally }) => [
    [['placed'], tally.placed],
    [['replaced'], tally.replaced],
    [['canceled'], tally.canceled],
  ]),
  counter('sluice_venue_refusals_total', 'Requests for orders and conversions that the venue refused', [], ({ tally }) =>
    one(tally.refusedByVenue),
  ),
  counter('sluice_unknown_total', 'Requests for orders and conversions of which nobody knew at first what came of them', [], ({ tally }) =>
    one(tally.unknown),
  ),
  counter(
    'sluice_refusals_total',
    'Decisions that were refused here, by strategy and by the rule that refused',
    ['strategy', 'rule'],
    ({ status }) =>
      Object.entries(status.refusals).flatMap(([strategy, rules]) =>
        Object.entries(rules).map(([rule, count]) => [[strategy, rule], count] as const),
      ),
  ),
  gauge('sluice_open_orders', 'Open orders at the venue', [], ({ status }) => one(status.openOrders)),
  gauge('sluice_desk_orders', 'Orders that the desk keeps: stops, brackets, worked orders', [], ({ status }) =>
    one(status.deskOrders.length),
  ),

  gauge(
    'sluice_unresolved',
    'Requests of which nobody knows what came of them, by state; quarantined ones wait for a person',
    ['state'],
    ({ status }) => UNRESOLVED.map((state) => [[state], status.resolver?.unresolved.filter((one) => one.state === state).length ?? 0]),
  ),
  gauge(
    'sluice_unresolved_transfers',
    'Withdrawals, payouts, refunds and payments of which nobody knows what came of them',
    [],
    ({ status }) => one(status.transfers.length),
  ),
  gauge('sluice_frozen_lanes', 'Lanes (pairs, currencies) that take no new risk', [], ({ status }) =>
    one(Object.keys(status.frozen).length),
  ),
  gauge(
    'sluice_visibility_lag_seconds',
    "How late an order may show in the venue's lists (visible), and how old a list may be (stale), in seconds",
    ['kind'],
    ({ status }) =>
      status.resolver === undefined
        ? []
        : [
            [['visible'], status.resolver.visibleMs / 1000],
            [['stale'], status.resolver.staleMs / 1000],
          ],
  ),
  gauge('sluice_learned_refusals', "The venue's refusals that were learned, by state", ['state'], ({ status }) =>
    LEARNING_STATES.map((state) => [[state], status.learned.refusals.filter((one) => one.state === state).length]),
  ),

  gauge('sluice_rate_limit', 'Requests a second that the budget allows', [], ({ status }) => one(status.rate.perSecond)),
  gauge('sluice_rate_used', 'Requests of the last second', [], ({ status }) => one(status.rate.used)),
  gauge('sluice_rate_waiting', 'Requests that wait for the budget', [], ({ status }) => one(status.rate.waiting)),
  gauge('sluice_rate_blocked', '1 while the venue has asked for silence', [], ({ status }) =>
    one(status.rate.blockedUntil === undefined ? 0 : 1),
  ),
  gauge('sluice_clock_offset_seconds', "The venue's clock minus ours, in seconds", [], ({ status }) => one(status.clock.offsetMs / 1000)),
  gauge('sluice_clock_halted', '1 while nothing is signed, because the clocks are too far apart', [], ({ status }) =>
    one(status.clock.halted === undefined ? 0 : 1),
  ),

  gauge(
    'sluice_ledger_unexplained',
    'What the venue has more (or less, below 0) than the ledger explains, rounded',
    ['currency'],
    ({ status }) => Object.entries(status.unexplained).map(([currency, amount]) => [[currency], Number(amount)]),
  ),
  gauge('sluice_balance', 'The wallets: what is there in all, and what is free, rounded', ['currency', 'part'], ({ balances }) =>
    balances.flatMap(({ currency, total, available }) => [
      ...known([currency, 'total'], total),
      ...known([currency, 'available'], available),
    ]),
  ),
  gauge(
    'sluice_equity',
    'What the wallets are worth at the mids of the polled books, rounded, in each quote currency; a wallet without such a book is left out, and a book that is still to come is waited for',
    ['currency'],
    ({ balances, status }) => [...walletsWorth(balances, status.markets)].flatMap(([currency, worth]) => known([currency], worth)),
  ),
  gauge('sluice_fees', 'Fees since the start, rounded', ['currency'], ({ tally }) =>
    [...tally.feesByCurrency].flatMap(([currency, amount]) => known([currency], amount)),
  ),
  gauge('sluice_recorder_recording', '1 while the market is recorded; missing where nothing is to be', [], ({ status: { recorder } }) =>
    recorder === undefined ? [] : one(recorder.state === 'recording' ? 1 : 0),
  ),
  gauge('sluice_recorder_dropped', 'Books that could not be recorded, since the start', [], ({ status: { recorder } }) =>
    recorder === undefined ? [] : one(recorder.dropped),
  ),
  ...streamMetrics,
  ...strategyMetrics,
];
