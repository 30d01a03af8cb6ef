import { drawsField } from './drawsField.ts';
import { choice, duration, flag, listOf, mapOf, path, percent, section, whole } from './kinds.ts';

/** How a sweep chooses points: every combination, by chance, evenly, or guided by earlier results. */
export const SAMPLERS = ['grid', 'random', 'sobol', 'tpe'] as const;
export type SamplerName = (typeof SAMPLERS)[number];

const value = (about: string, example: string) =>
  path({ about }, 'a number, or a duration with its unit', example, (text) => /^\S{1,60}$/.test(text));

const dimension = section("What is tried of one parameter; what is left out comes from the strategy's declaration", {
  from: value('The lowest', '5').optional(),
  to: value('The highest', '40').optional(),
  step: value('Distance between values; without it, a decimal may be anything in between', '2.5').optional(),
  log: flag({ about: 'Whether values are spaced by ratio, so that small ones are tried as closely as large ones' }).optional(),
  values: listOf(
    'Exactly these values',
    path({ about: 'A value' }, 'a value of the parameter, like 10 (true and false in quotes)', '10', (text) => text.length <= 200),
    'values',
    1000,
    '[10, 20, 40]',
  ).optional(),
});

const WINDOW = { min: '1m', max: '3650d' } as const;

/** A search for parameters over recorded markets (`sluice sweep`). */
export const sweepSection = section('A search for parameters over recorded markets', {
  objective: path(
    { about: 'The metric by which runs are compared, like sharpe, profit or calmar' },
    'the name of a metric',
    'sharpe',
    (text) => /^[a-z][\w-]{0,60}$/.test(text),
  ).prefault('sharpe'),
  direction: choice({ about: 'Whether more of it is better, or less' }, ['maximize', 'minimize']).prefault('maximize'),
  band: choice({ about: 'Which band of the backtest counts' }, ['pessimistic', 'fitted', 'optimistic']).prefault('fitted'),
  draws: drawsField(
    'How often each run of the fitted band is drawn anew: trials are compared by the worse end of what 90 % of the draws came to; without it, backtest.draws where the band is fitted',
  ).optional(),
  sampler: choice(
    { about: 'How parameters are chosen: every combination, by chance, evenly, or guided by earlier results' },
    SAMPLERS,
  ).prefault('tpe'),
  trials: whole(
    { about: 'How many are tried in each window; without it 64, or all of a grid', unit: 'trials' },
    { min: 1, max: 1_000_000 },
  ).optional(),
  seed: whole({ about: 'Seed of the choice: the same seed tries the same' }, { min: 0, max: 2_147_483_647 }).prefault('1'),
  batch: whole(
    { about: 'How many are chosen before the results of any of them are looked at (tpe, halving)', unit: 'trials' },
    { min: 1, max: 1000 },
  ).prefault('16'),
  multivariate: flag({ about: 'Whether tpe looks at all parameters together, and not at each by itself' }).prefault(false),
  halving: section('Successive halving: all are tried on a little of the data, the best on more; without it, all on all of it', {
    rungs: whole({ about: 'How many shares of the data, the last one all of it', unit: 'rungs' }, { min: 2, max: 10 }).prefault('3'),
    reduction: whole({ about: 'One of so many goes on, to so many times the data' }, { min: 2, max: 10 }).prefault('3'),
  }).optional(),
  outOfSample: percent(
    { about: 'The last share of the data, which is kept back from the choice; without walkForward' },
    'zero-too',
  ).prefault('25%'),
  walkForward: section('Windows that move through the data, each with a choice of its own', {
    inSample: duration({ about: 'By which parameters are chosen' }, WINDOW),
    outOfSample: duration({ about: 'After it, which shows what they are worth' }, WINDOW),
    step: duration({ about: 'From one window to the next; without it, outOfSample' }, WINDOW).optional(),
  }).optional(),
  best: whole({ about: 'How many of the best of a window are run out of sample', unit: 'trials' }, { min: 1, max: 1000 }).prefault('10'),
  memory: whole(
    { about: 'What decoded recordings may take; beyond it they are read from disk in each pass', unit: 'MiB' },
    { min: 1, max: 1_000_000 },
  ).prefault('1024'),
  folder: path(
    { about: 'Folder of the sweeps (from the folder of this file); without it, sweeps where the command runs' },
    'a path of a folder',
    './sweeps',
    (text) => text.length > 0 && text.length <= 500,
  ).optional(),
  space: mapOf(
    'What is varied, by its path in this file',
    (key) => /^strategies\.[A-Za-z0-9][\w-]{0,39}\.params\.[\w-]{1,60}$/.test(key),
    'the path of a parameter, like strategies.btc-maker.params.spreadBps',
    dimension,
  ),
});
