import { Fault } from '../../base/fault.ts';
import type { CheckOptions } from '../../research/check/checkStrategy.ts';
import { argument, command, option } from '../command.ts';
import { say, type Shell } from '../shell.ts';
import { durationValue, symbolValue, textValue, wordsValue } from '../values.ts';

export const strategiesCheck = command({
  name: 'strategies check',
  about: 'Read a strategy, try it in made-up markets, and explain what is wrong with it',
  args: {
    strategy: argument(
      'strategy',
      'the name of a bundled one, or a .ts file; with -c FILE, the name of one that is configured there',
      textValue,
    ),
  },
  options: {
    seed: option('--seed <text>', 'of the made-up markets; a failure names it', textValue, '1'),
    symbol: option('--symbol <symbol>', 'the pair of the made-up markets; BTC/EUR when left out', symbolValue),
    allow: option('--allow <packages>', 'packages that it may import, like a,b', wordsValue),
    limit: option('--limit <duration>', 'the most that a single event may take, such as 20s', durationValue, 10_000),
  },
  examples: [
    'strategies check maker',
    'strategies check ./strategies/mine.ts',
    'strategies check ./strategies/mine.ts --symbol ETH/EUR',
    'strategies check mine -c my.yaml',
  ],
  async run({ args: { strategy }, options: { seed, symbol, allow = [], limit } }, shell) {
    const { systemClock } = await import('../../base/systemClock.ts');
    const { checkStrategy } = await import('../../research/check/checkStrategy.ts');
    const { printCheck } = await import('../printCheck.ts');
    const { strategyFile } = await import('../../loading/strategyLoader.ts');
    const { use, directory, asked } = await askedOf(shell, strategy, symbol);
    const file = strategyFile(use, directory);
    const report = await checkStrategy({
      use,
      directory,
      asked,
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

/** What is tried: the strategy that was named, with its defaults, or one as the configuration that was named has it. */
async function askedOf(shell: Shell, name: string, symbol: string | undefined): Promise<Pick<CheckOptions, 'use' | 'directory' | 'asked'>> {
  if (shell.options.namedConfig === undefined)
    return { use: name, directory: shell.cwd, asked: symbol === undefined ? undefined : { symbol } };
  const { settingsOf } = await import('../configFile.ts');
  const { textsOf } = await import('../../loading/strategyParams.ts');
  const { strategies, directory } = await settingsOf(shell);
  const configured = Object.hasOwn(strategies, name) ? strategies[name] : undefined;
  if (configured === undefined) {
    const known = Object.keys(strategies).join(', ') || 'none';
    throw new Fault('usage', `${shell.options.namedConfig} has no strategy ${name}; it has ${known}`, {
      suggestion: 'name one of them, or leave out -c to check a file or a bundled strategy with its defaults',
    });
  }
  const { use, markets, params } = configured;
  const traded = symbol === undefined ? { symbol: configured.symbol, markets } : { symbol };
  return { use, directory, asked: { ...traded, params: textsOf(params).texts } };
}
