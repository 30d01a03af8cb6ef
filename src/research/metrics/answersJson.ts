import type { Decimal } from '../../base/decimal.ts';
import { isoOf } from '../../base/instant.ts';
import { type Band, byBand } from '../runRecord.ts';
import type { ShadowResult } from '../shadow/shadowResult.ts';
import type { Fall } from './drawdowns.ts';
import type { NoResampledTrips, ResampledTrips } from './resampledTrips.ts';
import { QUANTILES } from './resampledTrips.ts';
import type { RoundTrip } from './roundTrips.ts';
import type { RunAnswers, StrategyAnswer } from './runAnswers.ts';
import type { MarketFigures, StrategyFigures } from './strategyFigures.ts';

export interface AnswersJson {
  readonly strategies: readonly unknown[];
  readonly drawdowns: Readonly<Record<Band, readonly unknown[]>>;
  /** What is to be known of the strategies in one band, and of their shadows. What the band itself warns of is in its `band.json`. */
  readonly warnings: readonly string[];
  readonly shadows?: readonly unknown[];
}

/**
 * The answers for programs: money is text where it is exact, and a number where it is a statistic; what is not known is null. The
 * round trips themselves are in `round-trips.csv` of each band.
 */
export function answersJson({ strategies, falls, warnings, shadows }: RunAnswers, band: Band): AnswersJson {
  const drawdowns = byBand((band) => falls[band].map(fallJson));
  const told = { strategies: strategies.map(strategyJson), drawdowns, warnings: warnings[band] };
  return { ...told, ...(shadows.length > 0 && { shadows: shadows.map(shadowJson) }) };
}

function shadowJson({
  name,
  champion,
  profit,
  fills,
  stopped,
  limited,
  comparison: { blocks, difference, certainty },
}: ShadowResult): unknown {
  const sure = 'because' in certainty ? certainty : mapped({ ...certainty });
  return { name, champion, profit: mapped(profit), fills, stopped, limited, hours: blocks, difference: number(difference), ...sure };
}

function strategyJson({ name, bands, says, resampled }: StrategyAnswer): Record<string, unknown> {
  return { name, says, ...byBand((band) => figuresJson(bands[band])), monteCarlo: resampledJson(resampled) };
}

function figuresJson(figures: StrategyFigures): Record<string, unknown> {
  const { profit, unvalued, equity, fills, makers, conversions, otherConversions, traded, fees, feesWorth, slippage10 } = figures;
  const { exposure, refusals, trips, falls, halts, markets } = figures;
  return {
    profit: profit ?? null,
    ...(unvalued.length > 0 && { unvalued }),
    equity: equity ?? null,
    fills,
    makerFills: makers,
    conversions,
    otherConversions,
    tradedValue: number(traded),
    fees,
    feesWorth: number(feesWorth),
    slippage10sBps: number(slippage10),
    exposure: exposure === undefined ? null : mapped(exposure as unknown as Record<string, number>),
    refusals,
    roundTrips: {
      closed: trips.count,
      won: trips.won,
      lost: trips.lost,
      net: trips.count === 0 ? null : number(trips.net.value),
      averageHeldMs: number(trips.averageHeldMs),
      open: trips.open.map(openJson),
    },
    drawdowns: falls.map(fallJson),
    halts: halts.map(({ at, until, ...halt }) => ({ at: isoOf(at), ...halt, until: until === undefined ? null : isoOf(until) })),
    markets: markets.map(marketJson),
  };
}

function marketJson({ symbol, quote, fills, conversions, position, unrealised, profit, worth, refusals }: MarketFigures): unknown {
  const { amount, averagePrice, gross, fees, realised, otherFees } = position;
  const exact: Record<string, Decimal | undefined> = { amount, averagePrice, gross, fees, realised, unrealised, profit, worth };
  const money = Object.fromEntries(Object.entries(exact).map(([key, value]) => [key, value ?? null]));
  return { symbol, quote, fills, conversions, ...money, otherFees, refusals };
}

function openJson({ symbol, side, openedAt, amount, entry, exit, net }: RoundTrip): unknown {
  return { symbol, side, openedAt: isoOf(openedAt), amount, entry, mid: exit ?? null, net: net ?? null };
}

function fallJson({ from, valley, recovered, ms, amount, share }: Fall): Record<string, unknown> {
  const times = { from: isoOf(from), valley: isoOf(valley), recovered: recovered === undefined ? null : isoOf(recovered) };
  return { ...times, ms, amount: number(amount), share: share === undefined ? null : number(share) };
}

function resampledJson(resampled: ResampledTrips | NoResampledTrips): Record<string, unknown> {
  if ('because' in resampled) return { because: resampled.because };
  const { profit, drawdown, lossShare, neighbours, trips, runs } = resampled;
  const named = (values: readonly number[]): unknown =>
    Object.fromEntries(QUANTILES.map((share, i) => [`p${Math.round(share * 100)}`, number(values[i]!)]));
  return { roundTrips: trips, runs, profit: named(profit), drawdown: named(drawdown), lossShare, neighbours: number(neighbours) };
}

function mapped(values: Readonly<Record<string, number>>): Record<string, number | null> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, number(value)]));
}

/** Twelve digits, as all figures; null where there is none. */
function number(value: number): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(12)) + 0 : null;
}
