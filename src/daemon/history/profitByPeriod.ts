import { dec, type Decimal, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { HistoryFold, type HistoryListener, PagedHistory } from '../../engine/historyFold.ts';
import type { Chronicle, EquityPoint, PointsAround } from '../../model/chronicle.ts';
import type { Conversion } from '../../model/conversion.ts';
import type { Fill } from '../../model/fill.ts';
import type { HistorySums, PositionSums } from '../../model/historySums.ts';
import type { FillLog } from '../../model/journal.ts';
import { currenciesOf } from '../../model/pair.ts';
import type { PositionEntry } from '../../model/positionEntry.ts';
import { nextPeriod, type Period, periodOf, type PeriodProfit } from '../../model/profitPeriod.ts';
import { MOST_DECIMALS } from '../strategyProfit.ts';

export interface PeriodRecords {
  readonly fillLog: Pick<FillLog, 'pastAt' | 'history' | 'conversionsSince' | 'entriesSince'>;
  readonly chronicle: Pick<Chronicle, 'around'>;
}

export interface PeriodQuery {
  readonly period: Period;
  /** The first period is the one that this lies in. */
  readonly from: Instant;
  readonly now: Instant;
  readonly strategy: string | undefined;
  /** How it stands now, where a daemon tells that. */
  readonly newest?: EquityPoint | undefined;
}

/** A point that comes so soon after a time tells what was held at it, too. */
const SOON_MS = 90_000;

/**
 * What each strategy made in each period until now, oldest first; periods in which nothing happened are left out. What was closed is added up
 * from the executions, by the time of each; what is open is worth what the equity that is kept next to the period's ends says.
 */
export async function profitByPeriod({ fillLog, chronicle }: PeriodRecords, query: PeriodQuery): Promise<readonly PeriodProfit[]> {
  const { period, now, strategy } = query;
  const ends: Instant[] = [];
  const begin = periodOf(period, Math.min(query.from, now));
  for (let end = nextPeriod(period, begin); end <= now; end = nextPeriod(period, end)) ends.push(end);
  const times = [begin, ...ends, now];
  const past = await fillLog.pastAt(begin);
  const stages = new Stages(past, times);
  const [conversions, entries] = await Promise.all([fillLog.conversionsSince(past.until), fillLog.entriesSince(past.until)]);
  const history = new PagedHistory({ conversions, entries }, stages);
  for await (const fills of fillLog.history(past.until)) history.add(fills);
  history.end();
  const kept = (await chronicle.around(times)).map((points, i) => pointOf(points, times[i]!));
  const equity = [...kept.slice(0, -1), query.newest ?? kept.at(-1)];
  const isPair = pairsIn(stages.end().at(-1)!, new Set(equity.flatMap((point) => Object.keys(point?.profit ?? {}))));
  const stood = stages.end().map((sums, i) => standingOf(sums, equity[i], isPair));
  return times.slice(0, -1).flatMap((from, i) => changesOf(from, stood[i]!, stood[i + 1]!, strategy).toSorted(byName));
}

function pointOf({ before, after }: PointsAround, at: Instant): EquityPoint | undefined {
  return after !== undefined && after.at - at <= SOON_MS ? after : before;
}

/**
 * A conversion is added up on its pair written either way round. Tells which way counts: the one of which the equity tells, or else the one
 * that holds something.
 */
function pairsIn({ positions }: HistorySums, told: ReadonlySet<string>): (sums: PositionSums) => boolean {
  const held = new Map(positions.map((sums) => [keyOf(sums), sums]));
  return (sums) => {
    const { base, quote } = currenciesOf(sums.symbol) ?? { base: '', quote: '' };
    const other = held.get(keyOf({ ...sums, symbol: `${quote}/${base}` }));
    if (other === undefined) return true;
    if (told.has(keyOf(sums)) || told.has(keyOf(other))) return told.has(keyOf(sums));
    const { amount } = held.get(keyOf(sums))!;
    return amount.isZero() && other.amount.isZero() ? sums.symbol < other.symbol : amount.gt(ZERO);
  };
}

function byName(a: PeriodProfit, b: PeriodProfit): number {
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

function keyOf({ strategy, symbol }: Pick<PositionSums, 'strategy' | 'symbol'>): string {
  return `${strategy} ${symbol}`;
}

/** Adds a history up, and keeps how it stood at some times. */
class Stages implements HistoryListener {
  readonly #fold: HistoryFold;
  readonly #times: readonly Instant[];
  readonly #reached: HistorySums[] = [];

  constructor(past: HistorySums, times: readonly Instant[]) {
    this.#fold = new HistoryFold(past);
    this.#times = times;
  }

  addFill(fill: Fill): void {
    this.#passTo(fill.tradedAt);
    this.#fold.addFill(fill);
  }

  addConversion(conversion: Conversion): void {
    this.#passTo(conversion.executedAt);
    this.#fold.addConversion(conversion);
  }

  addEntry(entry: PositionEntry): void {
    this.#passTo(entry.at);
    this.#fold.addEntry(entry);
  }

  /** One for each time. What the venue dates after the last one belongs to it: its clock may be ahead. */
  end(): readonly HistorySums[] {
    while (this.#reached.length < this.#times.length) this.#reached.push(this.#fold.sums);
    return this.#reached;
  }

  #passTo(at: Instant): void {
    while (this.#reached.length < this.#times.length - 1 && this.#times[this.#reached.length]! <= at) this.#reached.push(this.#fold.sums);
  }
}

interface Stood {
  readonly sums: PositionSums;
  /** Realised and open profit. */
  readonly profit: Decimal | undefined;
}

type Standing = ReadonlyMap<string, Stood>;

function standingOf({ positions }: HistorySums, point: EquityPoint | undefined, isPair: (sums: PositionSums) => boolean): Standing {
  return new Map(
    positions.filter(isPair).map((sums): [string, Stood] => {
      const key = keyOf(sums);
      const told = point?.profit[key];
      // Without an open position, the profit depends on no mid.
      const profit = sums.amount.isZero() ? realisedOf(sums).minus(sums.cost) : told === undefined ? undefined : dec(told);
      return [key, { sums, profit }];
    }),
  );
}

function changesOf(from: Instant, before: Standing, after: Standing, strategy: string | undefined): readonly PeriodProfit[] {
  return [...after].flatMap(([key, { sums, profit }]): PeriodProfit[] => {
    if (strategy !== undefined && sums.strategy !== strategy) return [];
    const earlier = before.get(key) ?? NOTHING;
    const { sums: begun } = earlier;
    const fills = sums.fills - begun.fills;
    const made = profit && earlier.profit && profit.minus(earlier.profit);
    // Where one end alone was valued, a gain or a loss is missing, and the row says so.
    if (fills === 0 && (made?.isZero() ?? profit === earlier.profit)) return [];
    const fees = rounded(sums.fees).minus(rounded(begun.fees));
    const realised = rounded(sums.gross).minus(rounded(begun.gross)).minus(fees);
    const { strategy: name, symbol } = sums;
    return [{ from, strategy: name, symbol, fills, fees, otherFees: feesBetween(begun, sums), realised, profit: made && rounded(made) }];
  });
}

const NOTHING = {
  sums: { fills: 0, fees: ZERO, gross: ZERO, otherFees: {} },
  profit: ZERO,
} as const;

function realisedOf({ gross, fees }: PositionSums): Decimal {
  return gross.minus(fees);
}

function feesBetween(begun: Pick<PositionSums, 'otherFees'>, { otherFees }: PositionSums): Readonly<Record<string, Decimal>> {
  const paid = Object.entries(otherFees).map(([currency, fee]) => [currency, fee.minus(begun.otherFees[currency] ?? ZERO)] as const);
  return Object.fromEntries(paid.filter(([, fee]) => !fee.isZero()));
}

/** Divisions leave a tail of up to 40 digits. What is rounded adds up over the periods as it is shown. */
function rounded(value: Decimal): Decimal {
  return value.toDecimalPlaces(MOST_DECIMALS);
}
