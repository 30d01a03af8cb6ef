import { Fault } from '../../base/fault.ts';
import { argument, command, option } from '../command.ts';
import { say } from '../shell.ts';
import { durationValue, textValue, wordsValue } from '../values.ts';

export const strategiesCheck = command({
  name: 'strategies check',
  about: 'Read a strategy, try it in made-up markets, and explain what is wrong with it',
  args: { strategy: argument('strategy', 'the name of a bundled one, or a .ts file', textValue) },
  options: {
    seed: option('--seed <text>', 'of the made-up markets; a failure names it', textValue, '1'),
    allow: option('--allow <packages>', 'packages that it may import, like a,b', wordsValue),
    limit: option('--limit <duration>', 'the most that a single event may take, such as 20s; 10s when left out', durationValue, 10_000),
  },
  examples: ['strategies check maker', 'strategies check ./strategies/mine.ts', 'strategies check ./strategies/mine.ts --seed 7'],
  async run({ args: { strategy }, options: { seed, allow = [], limit } }, shell) {
    const { systemClock } = await import('../../base/systemClock.ts');
    const { checkStrategy } = await import('../../research/check/checkStrategy.ts');
    const { printCheck } = await import('../printCheck.ts');
    const { strategyFile } = await import('../../loading/strategyLoader.ts');
    const file = strategyFile(strategy, shell.cwd);
    const report = await checkStrategy({
      use: strategy,
      directory: shell.cwd,
      seed,
      allowed: allow,
      isRun: true,
      limitMs: limit,
      clock: systemClock,
      onSlow: (line) => say(shell, line),
    });
    printCheck(shell, file, report);
    const { length } = report.problems;
    if (length === 0) return;
    const told = length === 1 ? report.problems[0]!.problem : `${length} problems`;
    throw new Fault('check-failed', `${file}: ${told}`, { suggestion: 'correct it and check again' });
  },
});
