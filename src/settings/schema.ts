import { z } from 'zod';
import { backtestSection } from './backtestSection.ts';
import { executionSection } from './executionSection.ts';
import { feedField } from './feedField.ts';
import {
  amount,
  choice,
  duration,
  listOf,
  mapOf,
  path,
  percent,
  positiveDecimal,
  scalar,
  secretReference,
  section,
  markets,
  symbol,
  url,
  whole,
} from './kinds.ts';
import { HOLD, holding } from './holdingSection.ts';
import { knowsSection } from './knowsSection.ts';
import { dashboardSection } from './dashboardSection.ts';
import { messagesSection } from './messagesSection.ts';
import { metricsSection } from './metricsSection.ts';
import { allProtections, strategyProtections } from './protectionSection.ts';
import { sessionSection } from './sessionSection.ts';
import { storeAddress } from './storeServer.ts';
import { sweepSection } from './sweepSection.ts';
import { treasurySection } from './treasurySection.ts';
import type { TreeValue } from './yamlTree.ts';

/** The configuration file (see `sluice config explain`). Every field says what it is for, its unit, and whether it is hot. */

const exchange = section('The exchange account of the venue', {
  url: url({ about: 'Address of the exchange interface; SLUICE_EXCHANGE_URL takes its place' }),
  // Every world with an account at the venue needs key and secret: see crossChecks.
  key: secretReference({
    about: 'Where the API key is kept; paper mode goes without where the venue shows its market to everybody',
  }).optional(),
  secret: secretReference({ about: 'Where the API secret is kept' }).optional(),
  balancesPath: path(
    { about: 'Path of the balances, which the specification does not show' },
    'a path that starts with /, like /v1/balances',
    '/v1/balances',
    (value) => /^\/[\w\-./]{1,200}$/.test(value),
  ).prefault('/v1/balances'),
});

const venue = section('The venue and what is known about it', {
  exchange: exchange.optional(),
  rateLimit: section('The budget of requests that all parts share', {
    perSecond: whole({ about: 'Requests a second', unit: 'requests/s' }, { min: 1, max: 1000 }).prefault('8'),
    burst: whole({ about: 'Requests that may leave at once', unit: 'requests' }, { min: 1, max: 1000 }).prefault('8'),
  }).prefault({}),
  backdate: duration({ about: 'How far back requests of money are signed, so that they expire soon' }, { min: '0ms', max: '50s' }).prefault(
    '45s',
  ),
  refusalProofs: whole(
    {
      about: 'How often it must be proven that nothing came of a request until the answer counts as a refusal; 0 learns none',
      unit: 'proofs',
    },
    { min: 0, max: 20 },
  ).prefault('3'),
  knows: knowsSection.prefault({}),
  feed: feedField(
    'venue.feed',
    'Where books and statistics are taken from that another sluice publishes; without it, the venue is polled',
  ).optional(),
});

const POLL = { min: '100ms', max: '1h' } as const;

const poll = section('How often the venue is asked', {
  books: duration({ about: 'Time between two polls of one order book', hot: true }, POLL).prefault('1s'),
  depth: whole({ about: 'Levels per side of each order book', hot: true, unit: 'levels' }, { min: 1, max: 250 }).prefault('50'),
  statistics: duration({ about: 'Time between two polls of the pair statistics', hot: true }, POLL).prefault('5s'),
  orders: duration({ about: 'Time between two polls of own open orders', hot: true }, POLL).prefault('1s'),
  trades: duration({ about: 'Time between two polls of own trades', hot: true }, POLL).prefault('1s'),
  balances: duration({ about: 'Time between two polls of the balances', hot: true }, POLL).prefault('10s'),
  pairs: duration({ about: 'Time between two looks at the rules of the pairs', hot: true }, { min: '10s', max: '7d' }).prefault('1h'),
});

const record = section('What is recorded for backtests', {
  symbols: listOf('Pairs whose books and statistics are recorded', symbol({ about: 'A pair' }), 'trading pairs', 500),
  every: duration({ about: 'Time between two recorded books of one pair' }, POLL).prefault('1s'),
  depth: whole({ about: 'Levels a side', unit: 'levels' }, { min: 1, max: 250 }).prefault('50'),
  keep: duration({ about: 'How long recordings are kept' }, { min: '1h', max: '3650d' }).prefault('90d'),
  data: path(
    { about: 'Folder of the recordings (from the folder of this file); without it, that of backtest.data' },
    'a path of a folder',
    './data',
    (value) => value.length > 0 && value.length <= 500,
  ).optional(),
  publish: feedField(
    'record.publish',
    'Where each recorded book and row of statistics is published as well, for others to take',
  ).optional(),
  publishedFor: duration({ about: 'How long the server keeps what is published' }, { min: '1m', max: '30d' }).prefault('1h'),
  publishedMost: whole(
    { about: 'The most that the server keeps of it; the oldest goes first', unit: 'MiB' },
    { min: 16, max: 1_048_576 },
  ).prefault('1024'),
});

const risk = section('Limits that hold for every strategy', {
  symbols: listOf(
    'Pairs that may be traded; without it, those of the strategies',
    symbol({ about: 'A pair', hot: true }),
    'trading pairs',
    500,
  ).optional(),
  maxOrderValue: amount({ about: 'Largest value of one order', hot: true }).optional(),
  maxOrderAmount: mapOf(
    'Largest amount of one order or conversion, by the currency that is traded; others are not limited',
    isCurrency,
    'a currency code, like BTC',
    positiveDecimal({ about: 'Largest amount of one order or conversion', hot: true }),
  ).optional(),
  reserve: mapOf(
    'What orders and conversions leave alone of a balance, by currency: money that is kept for something else, such as payouts of the treasury',
    isCurrency,
    'a currency code, like EUR',
    positiveDecimal({ about: 'How much is left alone', hot: true }),
  ).optional(),
  maxOpenValue: amount({ about: 'What all open orders may be worth together, those included of which nobody knows', hot: true }).optional(),
  maxExposure: amount({
    about: 'What all positions may be worth together, at the mid, once every open order is filled that makes it worse',
    hot: true,
  }).optional(),
  maxTurnover: amount({ about: 'What may be executed within turnoverPeriod, with what is open and asked for', hot: true }).optional(),
  turnoverPeriod: duration({ about: 'The time that maxTurnover is about' }, { min: '1m', max: '30d' }).optional(),
  maxOrdersPerMinutePerSymbol: whole(
    { about: 'Orders placed or replaced a minute on one pair', hot: true, unit: 'orders/min' },
    { min: 1, max: 100_000 },
  ).optional(),
  maxAlike: whole(
    { about: 'Open orders of one strategy that may be alike: of one side, price and amount', hot: true, unit: 'orders' },
    { min: 1, max: 1000 },
  ).optional(),
  unknownPerLane: whole(
    { about: 'Orders of one pair whose outcome nobody knows, until the pair takes no new order', unit: 'orders' },
    { min: 1, max: 8 },
  ).prefault('1'),
  ...allProtections,
  maxOpenOrders: whole(
    { about: 'Open orders at one time, all strategies together', hot: true, unit: 'orders' },
    { min: 1, max: 10_000 },
  ).prefault('20'),
  maxDailyLoss: amount({ about: 'Loss of one UTC day at which everything is cancelled and stopped', hot: true }).optional(),
  priceCollar: percent({ about: 'How much worse than the middle of a fresh book the price of an order may be', hot: true }).prefault('2%'),
  staleAfter: duration({ about: 'Age at which a book no longer counts as fresh', hot: true }, { min: '200ms', max: '10m' }).prefault('5s'),
  maxOrdersPerMinute: whole(
    { about: 'Orders placed or replaced a minute, all strategies together', hot: true, unit: 'orders/min' },
    { min: 1, max: 100_000 },
  ).prefault('120'),
  maxQuotesPerMinute: whole(
    { about: 'Quotes for conversions a minute that one strategy may ask for', hot: true, unit: 'quotes/min' },
    { min: 1, max: 10_000 },
  ).prefault('60'),
  selfTrade: choice(
    { about: 'What becomes of an order that would meet one of our own: it is refused, or ours is cancelled first', hot: true },
    ['refuse', 'cancel-first'],
  ).prefault('refuse'),
  onStop: choice(
    { about: "What happens to the strategies' open orders when the daemon stops; those that a person placed stay", hot: true },
    ['cancel', 'keep'],
  ).prefault('cancel'),
});

const strategy = section('One strategy at work on one pair or several', {
  use: path(
    { about: 'The strategy: the name of a bundled one, or a path to a .ts file (from the folder of this file)', hot: true },
    'the name of a bundled strategy, like maker, or a path to a .ts file, like ./strategies/maker.ts',
    'maker',
    (value) => /^[a-z][\w-]{0,60}$/i.test(value) || /\.[cm]?[jt]s$/.test(value),
  ).prefault(HOLD),
  symbol: symbol({ about: 'The pair that it trades' }).optional(),
  markets: markets({
    about: 'In place of symbol, for a strategy of several markets: its pairs, by the names that it gives them',
  }).optional(),
  shadow: path(
    {
      about: 'It only runs beside this strategy, without orders, to be compared with it; what it does not say it has from that one',
      hot: true,
    },
    'the name of a strategy that trades',
    'maker',
    isStrategyName,
  ).optional(),
  budget: amount({
    about: 'Worth of its positions and open buys at most; risk.maxExposure bounds sales, maxLoss losses. Only `hold` goes without',
    hot: true,
  }).optional(),
  warmUp: duration(
    { about: 'How much of the recordings before its start warms its signals up; without it, what its signals need', hot: true },
    { min: '0ms', max: '90d' },
  ).optional(),
  ...holding,
  ...strategyProtections,
  params: z
    .record(
      z.string(),
      z.custom<TreeValue>(() => true),
      { error: 'expected a map of parameters, like { size: 0.004 }' },
    )
    .meta({ description: "The strategy's own parameters; it declares and checks them", hot: true })
    .prefault({}),
});

function isCurrency(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]{0,19}$/.test(text);
}

/** Names appear in logs, files and commands, so nothing that could be a path is allowed. */
export function isStrategyName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/.test(name);
}

/** Under these names the orders of people and of the treasury are kept: what a strategy of the same name places would pass for theirs. */
export const NAMES_OF_OTHERS: ReadonlySet<string> = new Set(['operator', 'treasury']);

const simulator = section('The simulator that runs inside the daemon in demo mode', {
  seed: whole({ about: 'Seed of the market: the same seed gives the same market' }, { min: 0, max: 2_147_483_647 }).prefault('1'),
  character: choice(
    { about: 'How its market behaves: calm, bursts (of activity, with trends and jumps), thin (few small orders, wide spreads)' },
    ['calm', 'bursts', 'thin'],
  ).prefault('calm'),
  symbols: whole(
    { about: 'How many pairs are traded; the eighth is USDT/EUR, above that made-up ones are added', unit: 'pairs' },
    { min: 1, max: 999 },
  ).prefault('7'),
  port: whole({ about: 'Port on 127.0.0.1; 0 takes any free one' }, { min: 0, max: 65_535 }).prefault('0'),
  balances: mapOf(
    'Opening balances by currency; without it, those of the simulator',
    isCurrency,
    'a currency code, like EUR',
    positiveDecimal({ about: 'Opening balance' }),
  ).optional(),
});

const store = scalar(
  'path',
  { about: 'Where the state of accounts is kept; without it, in the state directory' },
  'an address like postgres://sluice:${env:SLUICE_STORE_PASSWORD}@10.0.0.5:5432/sluice; a password is never written into this file',
  ['postgres://sluice:${env:SLUICE_STORE_PASSWORD}@10.0.0.5/sluice'],
  (text) => (storeAddress(text) === undefined ? undefined : text),
);

const log = section('The log', {
  level: choice({ about: 'Lowest level that is logged', hot: true }, ['trace', 'debug', 'info', 'warn', 'error', 'fatal']).prefault('info'),
});

const control = section('How a running daemon is reached', {
  socket: path(
    { about: 'Path of the control socket; without it, sluice.sock in the state directory' },
    'a path of at most 100 characters',
    './.sluice/sluice.sock',
    (value) => value.length > 0 && Buffer.byteLength(value) <= 100,
  ).optional(),
});

/** The sections of the file, in the order in which they are shown. */
export const sections = {
  mode: choice({ about: 'Which world: demo (own simulator), paper (real market, simulated orders), live; live also needs --live' }, [
    'demo',
    'paper',
    'live',
  ]).prefault('demo'),
  venue: venue.prefault({}),
  poll: poll.prefault({}),
  record: record.optional(),
  session: sessionSection.prefault({}),
  risk: risk.prefault({}),
  strategies: mapOf(
    'The strategies, by name',
    (name) => isStrategyName(name) && !NAMES_OF_OTHERS.has(name),
    'a name of letters, digits, - and _ (at most 40), and not operator or treasury, which stand for people and the treasury',
    strategy,
  ).prefault({}),
  simulator: simulator.prefault({}),
  execution: executionSection.prefault({}),
  backtest: backtestSection.prefault({}),
  sweep: sweepSection.optional(),
  metrics: metricsSection.prefault({}),
  messages: messagesSection.prefault({}),
  treasury: treasurySection.prefault({}),
  store: store.optional(),
  log: log.prefault({}),
  control: control.prefault({}),
  dashboard: dashboardSection.prefault({}),
};

export const settingsSchema = z
  .strictObject(sections, {
    error: (issue) => (issue.code === 'invalid_type' ? 'expected a map with mode, venue, risk, strategies …' : undefined),
  })
  .meta({ title: 'sluice configuration' });
