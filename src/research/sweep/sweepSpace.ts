import { didYouMean } from '../../base/didYouMean.ts';
import { Fault } from '../../base/fault.ts';
import type { StrategySettings } from '../../engine/strategySettings.ts';
import type { Settings } from '../../settings/loadSettings.ts';
import { metricNames } from '../metrics/metrics.ts';
import { createSampler } from './createSampler.ts';
import { type Dimension, dimensionOf } from './dimension.ts';
import type { SweepPlan } from './sweepPlan.ts';

type SweepSettings = NonNullable<Settings['sweep']>;
type Varied = Pick<StrategySettings, 'name' | 'definition'>;

/** What a sweep varies, and how it chooses. */
export type SweepSpace = Pick<SweepPlan, 'dimensions' | 'sampler'>;

/**
 * The space of a section `sweep`. Throws a `Fault` `configuration` for what is wrong with the section whatever is recorded: its metric,
 * its draws, its space, its sampler.
 */
export function sweepSpace(sweep: SweepSettings, strategies: readonly Varied[]): SweepSpace {
  requireMetric(sweep.objective);
  requireFitted(sweep);
  const dimensions = dimensionsOf(sweep, strategies);
  const { sampler, trials, multivariate, halving } = sweep;
  const options = { sampler, trials, multivariate, halving, seed: String(sweep.seed) };
  if (dimensions.length > 0) createSampler(dimensions, options);
  return { dimensions, sampler: options };
}

function dimensionsOf(sweep: SweepSettings, strategies: readonly Varied[]): Dimension[] {
  return Object.entries(sweep.space).map(([name, spec]) => {
    const [, strategy, , param] = name.split('.') as [string, string, string, string];
    const path = `sweep.space.${name}`;
    const found = strategies.find((each) => each.name === strategy);
    if (found === undefined) {
      const names = strategies.map((each) => each.name);
      throw wrong(`${path}: there is no strategy ${strategy}; there are ${names.join(', ') || 'none'}`, didYouMean(strategy, names));
    }
    const { params } = found.definition;
    if (!Object.hasOwn(params, param)) {
      const names = Object.keys(params);
      throw wrong(`${path}: ${strategy} has no parameter ${param}; it has ${names.join(', ') || 'none'}`, didYouMean(param, names));
    }
    const made = dimensionOf(name, params[param]!, spec);
    if ('problem' in made) throw wrong(`${path}: ${made.problem}`, undefined);
    return made;
  });
}

function requireMetric(objective: string): void {
  const names = metricNames();
  if (names.includes(objective)) return;
  const near = didYouMean(objective, names);
  throw new Fault('configuration', `sweep.objective: there is no metric ${objective}`, {
    suggestion: near === undefined ? `take one of ${names.join(', ')}` : `did you mean ${near}?`,
  });
}

/** Only the fitted model can be drawn: the other two are bounds. */
function requireFitted({ band, draws }: SweepSettings): void {
  if (draws === undefined || draws === 0 || band === 'fitted') return;
  throw new Fault('configuration', `sweep.draws: ${draws} draws of the ${band} band were asked for, and only the fitted band is drawn`, {
    suggestion: 'set sweep.band to fitted, or sweep.draws to 0',
  });
}

function wrong(message: string, near: string | undefined): Fault {
  const suggestion = near === undefined ? 'correct it in the section sweep of the configuration' : `did you mean ${near}?`;
  return new Fault('configuration', message, { suggestion });
}
