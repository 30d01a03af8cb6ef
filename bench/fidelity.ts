import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { dec, type Decimal, ZERO } from '../src/base/decimal.ts';
import { DEFAULT_FEES } from '../src/exchange/fees.ts';
import { drawnModel } from '../src/exchange/drawnModel.ts';
import { FILL_MODELS, type FillModel } from '../src/exchange/fillModel.ts';
import { fitLatency } from '../src/exchange/fitLatency.ts';
import type { Book } from '../src/model/book.ts';
import { midPriceOf } from '../src/model/grid.ts';
import { runBacktest } from '../src/research/backtest/backtest.ts';
import { type Band, BANDS } from '../src/research/runRecord.ts';
import { MARKET_CHARACTERS } from '../src/simulator/market/character.ts';
import type { Comparison, Outcome } from './comparison.ts';
import { KeptMarket } from './keptMarket.ts';
import { print } from './fidelitySummary.ts';
import { keptLive } from './keptLive.ts';
import { BALANCES_MS, type LiveRecording, type MarketRecord, ORDERS_MS, TROUBLES } from './liveRecording.ts';

export type Models = Readonly<Record<Band, FillModel>>;

type Trade = {
  readonly symbol: string;
  readonly side: string;
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly fee: Decimal;
  readonly feeCurrency: string;
};

/** Compares a backtest with what really happened. It uses what the daemon saw, or another recording of that market. */
export function compared(live: LiveRecording, models: Models, recording = live, draws = 0): Comparison[] {
  const bands = backtested(live, models, recording);
  const drawn: ReadonlyMap<string, Outcome>[] = [];
  for (let number = 1; drawn.length < draws; number += BANDS.length) {
    const [pessimistic, fitted, optimistic] = BANDS.map((_, n) => drawnModel(models.fitted, number + n)) as [
      FillModel,
      FillModel,
      FillModel,
    ];
    const run = backtested(live, { pessimistic, fitted, optimistic }, recording);
    for (const band of BANDS) if (drawn.length < draws) drawn.push(run[band]);
  }
  const { responseMs } = fitLatency(live.answers);
  const comparisons = [...recording.markets].map(([{ symbol }, records]) => ({
    symbol,
    // What came of a request that left after the last look is in no recording.
    truth: outcomeOf(
      live.trades.filter(({ tradedAt }) => tradedAt <= lastLookOf(records).receivedAt - responseMs),
      symbol,
      lastMidOf(records),
    ),
    bands: Object.fromEntries(BANDS.map((band) => [band, bands[band].get(symbol)!])) as Record<Band, Outcome>,
    draws: drawn.map((outcomes) => outcomes.get(symbol)!),
  }));
  const account = {
    symbol: 'account',
    truth: sumOf(comparisons.map(({ truth }) => truth)),
    bands: bandsOf(comparisons),
    draws: drawn.map((outcomes) => sumOf([...outcomes.values()])),
  };
  return [...comparisons, account];
}

/** By band, the result of each symbol. */
function backtested(live: LiveRecording, models: Models, recording: LiveRecording): Record<Band, ReadonlyMap<string, Outcome>> {
  const markets = [...recording.markets];
  const { pass, record } = runBacktest({
    engine: live.engine,
    markets: markets.map(([pair, records]) => ({ symbol: pair.symbol, hash: pair.symbol, open: () => new KeptMarket(pair, records) })),
    balances: live.opening,
    fees: DEFAULT_FEES,
    latency: fitLatency(live.answers),
    poll: { booksMs: 1000, ordersMs: ORDERS_MS, balancesMs: BALANCES_MS },
    models,
    conversion: { spreadBps: dec(10), validForMs: 15_000 },
    quotes: recording.quotes,
    equityEveryMs: 60_000,
    currency: 'EUR',
    onStop: 'keep',
    about: { name: 'fidelity', code: {}, config: '', seed: String(live.engine.seed), versions: {}, strategies: [] },
  });
  if (pass.bands.length !== BANDS.length) throw new Error('a band is missing');
  const outcomes = (band: Band): ReadonlyMap<string, Outcome> => {
    const fills = Array.from(record.bands[band].fills, ({ fill }) => fill);
    return new Map(markets.map(([{ symbol }, records]) => [symbol, outcomeOf(fills, symbol, lastMidOf(records))]));
  };
  return Object.fromEntries(BANDS.map((band) => [band, outcomes(band)])) as Record<Band, ReadonlyMap<string, Outcome>>;
}

function bandsOf(comparisons: readonly Comparison[]): Record<Band, Outcome> {
  const sums = BANDS.map((band) => [band, sumOf(comparisons.map(({ bands }) => bands[band]))] as const);
  return Object.fromEntries(sums) as Record<Band, Outcome>;
}

/** Amounts of different currencies are left out. */
function sumOf(outcomes: readonly Outcome[]): Outcome {
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((total, outcome) => total + of(outcome), 0);
  return { fills: sum(({ fills }) => fills), amount: NaN, profit: sum(({ profit }) => profit) };
}

function outcomeOf(trades: readonly Trade[], symbol: string, mid: Decimal): Outcome {
  let profit = ZERO;
  let amount = ZERO;
  let fills = 0;
  for (const trade of trades) {
    if (trade.symbol !== symbol) continue;
    const sign = trade.side === 'Buy' ? 1 : -1;
    const feeIn = trade.feeCurrency === symbol.split('/')[1] ? trade.fee : trade.fee.times(mid);
    profit = profit.plus(mid.minus(trade.price).times(trade.amount).times(sign)).minus(feeIn);
    amount = amount.plus(trade.amount);
    fills++;
  }
  return { fills, amount: amount.toNumber(), profit: profit.toNumber() };
}

function lastMidOf(records: readonly MarketRecord[]): Decimal {
  const { grid, bids, asks } = lastLookOf(records);
  return midPriceOf(grid, bids.bestTicks, asks.bestTicks);
}

function lastLookOf(records: readonly MarketRecord[]): Book {
  let last: Book | undefined;
  for (const record of records) if (record.type === 'book') last = record.book;
  return last!;
}

/** Divides the seeds among as many processes as there are jobs. Each prints its results as a line of JSON. */
async function inProcesses(args: readonly string[], first: number, seeds: number, jobs: number): Promise<Comparison[]> {
  const share = Math.ceil(seeds / jobs);
  const lines = Array.from({ length: jobs }, async (_, job) => {
    const mine = ['--first', String(first + job * share), '--seeds', String(Math.min(share, seeds - job * share)), '--jobs', '0'];
    const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, ...args, ...mine], { maxBuffer: 1 << 26 });
    return JSON.parse(stdout) as Comparison[];
  });
  return (await Promise.all(lines)).flat();
}

export function oneOf<T extends string>(names: readonly T[], given: string): T {
  const name = names.find((one) => one === given);
  if (name === undefined) throw new Error(`${given} is none of ${names.join(', ')}`);
  return name;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '100' },
      first: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '5' },
      poll: { type: 'string', default: '1000' },
      latency: { type: 'string', default: '20' },
      jobs: { type: 'string', default: '2' },
      // How often the fitted model is drawn for its 90 % interval.
      draws: { type: 'string', default: '0' },
      // How the market behaves: calm, bursts or thin.
      character: { type: 'string', default: 'calm' },
      // The trouble that the polls get: none, stalls or gaps.
      trouble: { type: 'string', default: 'none' },
      // The backtest gets the recording of a daemon that only watched, so that our own orders are not in the books.
      watched: { type: 'boolean', default: false },
      // Quotes of 30 bps instead of 6 and 8.
      wide: { type: 'boolean', default: false },
      // A folder where what was lived through is kept for the next time.
      keep: { type: 'string' },
    },
  });
  const [seeds, first, minutes, booksMs, latencyMs, jobs] = [
    values.seeds,
    values.first,
    values.minutes,
    values.poll,
    values.latency,
    values.jobs,
  ].map(Number) as [number, number, number, number, number, number];
  const character = oneOf(MARKET_CHARACTERS, values.character);
  const trouble = oneOf(TROUBLES, values.trouble);
  if (jobs === 0) {
    const comparisons: Comparison[] = [];
    for (let seed = first; seed < first + seeds; seed++) {
      const run = { seed, minutes, booksMs, latencyMs, character, trouble, isWide: values.wide };
      const live = await keptLive(values.keep, run);
      comparisons.push(
        ...compared(
          live,
          FILL_MODELS,
          values.watched ? await keptLive(values.keep, { ...run, trades: false }) : live,
          Number(values.draws),
        ),
      );
    }
    process.stdout.write(JSON.stringify(comparisons));
  } else {
    const { minutes: m, poll, latency } = values;
    console.log(
      `${character}, ${trouble === 'none' ? 'no trouble' : trouble}: ${seeds} seeds from ${first}, ${minutes} minutes each, books every ${booksMs} ms, latency ${latencyMs} ms each way`,
    );
    const args = [
      '--minutes',
      m,
      '--poll',
      poll,
      '--latency',
      latency,
      '--character',
      character,
      '--trouble',
      trouble,
      '--draws',
      values.draws,
      ...(values.watched ? ['--watched'] : []),
      ...(values.wide ? ['--wide'] : []),
      ...(values.keep === undefined ? [] : ['--keep', values.keep]),
    ];
    print(await inProcesses(args, first, seeds, jobs));
  }
}
