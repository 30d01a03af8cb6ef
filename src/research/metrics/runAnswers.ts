import { type Band, BANDS, type BandRun, byBand, type RunRecord, type RunStrategy } from '../runRecord.ts';
import { answerWarnings } from './answerWarnings.ts';
import { bandsSay } from './bandsSay.ts';
import { type Fall, worstFalls } from './drawdowns.ts';
import type { ShadowResult } from '../shadow/shadowResult.ts';
import { type NoResampledTrips, type ResampledTrips, resampledTrips } from './resampledTrips.ts';
import { type StrategyFigures, strategyFigures } from './strategyFigures.ts';

/** What a run says of each strategy, and of its worst times. The text, the page and the JSON show nothing else. */
export interface RunAnswers {
  readonly currency: string;
  readonly strategies: readonly StrategyAnswer[];
  /** The worst falls of the equity, the deepest first. */
  readonly falls: Readonly<Record<Band, readonly Fall[]>>;
  /** What is to be known of the figures of each band. */
  readonly warnings: Readonly<Record<Band, readonly string[]>>;
  /** Strategies beside their shadows. */
  readonly shadows: readonly ShadowResult[];
}

export interface StrategyAnswer {
  readonly name: string;
  readonly bands: Readonly<Record<Band, StrategyFigures>>;
  /** What the three bands say together. */
  readonly says: string;
  /** Taken from the round trips of the fitted band. */
  readonly resampled: ResampledTrips | NoResampledTrips;
}

const MOST_FALLS = 5;

export function runAnswers({ bands, shadows = [], manifest: { currency, strategies, seed } }: RunRecord): RunAnswers {
  const figures = byBand((band) => strategyFigures(bands[band], strategies, currency));
  const names = new Set(BANDS.flatMap((band) => figures[band].map(({ name }) => name)));
  const answers = [...names].map((name): StrategyAnswer => {
    const own = byBand((band) => figures[band].find((one) => one.name === name) ?? nothingOf(bands[band], name, currency));
    return { name, bands: own, says: bandsSay(own, currency), resampled: resampledTrips(own.fitted.trips.each, `${seed} ${name}`) };
  });
  const falls = byBand((band) => worstFalls(bands[band].equity.at, bands[band].equity.equity, 'share', MOST_FALLS));
  const budgetOf = (name: string): RunStrategy['budget'] => {
    const budget = strategies.find((one) => one.name === name)?.budget;
    return budget?.currency === currency ? budget : undefined;
  };
  const warnings = byBand((band) => [
    ...answers.flatMap(({ name, bands: own }) => answerWarnings(name, own, band, budgetOf(name))),
    ...shadows.flatMap(shadowWarnings),
  ]);
  return { currency, strategies: answers, falls, warnings, shadows };
}

function shadowWarnings({ name, champion, stopped, limited }: ShadowResult): string[] {
  const told = (who: string, why: string | undefined, so: string): string[] =>
    why === undefined ? [] : [`${who} was stopped${so}: ${why}`];
  const [one, other] = [`${champion} beside its shadow ${name}`, `the shadow ${name}`];
  const [ends, rests] = [', so its comparison means nothing', ' by a limit, and earned nothing from then on'];
  return [
    ...told(one, stopped.champion, ends),
    ...told(other, stopped.challenger, ends),
    ...told(one, limited.champion, rests),
    ...told(other, limited.challenger, rests),
  ];
}

/** The row of a strategy that is in no settings and was seen in another band only. */
function nothingOf(run: BandRun, name: string, currency: string): StrategyFigures {
  const idle = { ...run, fills: [], conversions: [] };
  return strategyFigures(idle, [{ name, use: '', params: {} }], currency)[0]!;
}
