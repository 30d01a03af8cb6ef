import { command, flag, option, optionalArgument } from '../command.ts';
import { argumentAdvice, ownConfigFile } from '../configFile.ts';
import { note, say } from '../shell.ts';
import { rangeOptions, timeRange } from '../timeRange.ts';
import { hostPortValue, textValue, wholeValue } from '../values.ts';

/** Reading a file takes no longer. */
const READ_MS = 60_000;

export const sweep = command({
  name: 'sweep',
  about: 'Search parameters over recorded markets, as the section sweep of a configuration says',
  args: { config: optionalArgument('config', 'the configuration file; default is the sluice.yaml of this folder', textValue) },
  options: {
    data: option('--data <dir>', 'folder of the recordings (else backtest.data, else ./data)', textValue),
    ...rangeOptions,
    sweeps: option('--sweeps <dir>', 'folder of the sweeps (else sweep.folder, else ./sweeps)', textValue),
    workers: option('--workers <number>', 'threads (else one for each core)', wholeValue(1, 256)),
    queue: option(
      '--queue <url>',
      'let the workers at this Redis make the trials (`sluice worker`), like redis://10.0.0.5:6379',
      textValue,
    ),
    serve: option('--serve <host:port>', 'with --queue: where workers reach this machine for recordings', hostPortValue),
    resume: flag('--resume', 'continue with the earlier results'),
    top: option('--top <number>', 'how many of the best of each window to show', wholeValue(1, 1000), 10),
  },
  examples: [
    'sweep my.yaml --data ./data',
    'sweep my.yaml --from 2026-11-01 --to 2026-11-15 --workers 4 -o csv',
    'sweep my.yaml --resume --top 3',
    'sweep my.yaml --queue redis://10.0.0.5:6379',
  ],
  async run({ args, options }, shell) {
    const { availableParallelism } = await import('node:os');
    const { resolve } = await import('node:path');
    const { isFault } = await import('../../base/fault.ts');
    const { folderOf } = await import('../../research/folderOf.ts');
    const { loadSettings } = await import('../../settings/loadSettings.ts');
    const { checkRehearsed } = await import('../../loading/rehearsedParams.ts');
    const { checkStrategy } = await import('../../research/check/checkStrategy.ts');
    const { systemClock } = await import('../../base/systemClock.ts');
    const { sweepSetup, sweepsFolder } = await import('../../research/sweep/sweepSetup.ts');
    const { journalFit } = await import('../journalFit.ts');
    const { printJson, printRows } = await import('../print.ts');
    const { queueOption } = await import('../queueOption.ts');
    const { sweepRun } = await import('../sweepRun.ts');
    const { sweepColumns, sweepLines, sweepRecord, sweepRows } = await import('../sweepText.ts');
    const { keepHeapSmall } = await import('../smallHeap.ts');

    keepHeapSmall();
    const queue = queueOption(options, shell.env);
    const range = timeRange(options);
    const file = ownConfigFile(shell, args.config, 'sweep');
    const settings = await loadSettings({
      file,
      advice: argumentAdvice(args.config, 'sweep'),
      env: shell.env,
      cwd: shell.cwd,
      checkParams: checkRehearsed,
      fitLatency: journalFit(shell),
    });
    const data = options.data === undefined ? folderOf(settings, 'data', shell.cwd) : resolve(shell.cwd, options.data);
    const setup = await sweepSetup(settings, { data, range });
    for (const [name, { use }] of Object.entries(settings.strategies)) {
      const read = { use, directory: settings.directory, seed: '', allowed: [], isRun: false, limitMs: READ_MS, clock: systemClock };
      const { problems } = await checkStrategy(read);
      for (const { where, problem, instead } of problems) note(shell, `${name}: ${where}: ${problem}; ${instead}`);
    }
    const sweeps = options.sweeps === undefined ? sweepsFolder(settings, shell.cwd) : resolve(shell.cwd, options.sweeps);
    const workers = options.workers ?? availableParallelism();
    try {
      const swept = await sweepRun({ setup, file, data, sweeps, workers, queue, isResumed: options.resume, shell });
      if (shell.options.output === 'json' || shell.options.output === 'ndjson') printJson(shell, sweepRecord(swept, options.top));
      else {
        printRows(shell, sweepColumns(swept, shell.options.output === 'csv'), sweepRows(swept, options.top));
        for (const line of sweepLines(swept)) say(shell, line);
      }
      return swept.outcome.windows.every(({ best }) => best === undefined) ? 10 : 0;
    } catch (error) {
      if (!isFault(error, 'canceled')) throw error;
      note(shell, `${error.message}; ${error.suggestion}`);
      return 1;
    }
  },
});
