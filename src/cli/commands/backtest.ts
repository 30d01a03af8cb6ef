import { command, flag, option, optionalArgument } from '../command.ts';
import { argumentAdvice, ownConfigFile } from '../configFile.ts';
import { say } from '../shell.ts';
import { rangeOptions, timeRange } from '../timeRange.ts';
import { oneOf, textValue } from '../values.ts';

export const backtest = command({
  name: 'backtest',
  about: 'Run the strategies of a configuration over recorded markets; no venue is asked, whatever its mode',
  args: { config: optionalArgument('config', 'the configuration file; default is the sluice.yaml of this folder', textValue) },
  options: {
    data: option('--data <dir>', 'folder of the recordings (else backtest.data, else ./data)', textValue),
    ...rangeOptions,
    runs: option('--runs <dir>', 'folder of the runs (else backtest.runs, else ./runs)', textValue),
    band: option('--band <band>', 'show only this band: pessimistic, fitted or optimistic', oneOf('pessimistic', 'fitted', 'optimistic')),
    picture: option('--picture <file>', 'also draw prices, fills and equity into this file, as SVG', textValue),
    checks: flag('--no-checks', 'skip all checks'),
    lookAhead: flag('--no-look-ahead', 'skip the check that the first half alone leads to the same decisions'),
    determinism: flag('--no-determinism', 'skip the check that a second run decides the same'),
    warmUp: flag('--no-warm-up', 'skip the check how far decisions depend on where the recording begins'),
  },
  examples: [
    'backtest config/backtest.yaml --data ./data',
    'backtest config/demo.yaml --from 2026-11-01 --to 2026-11-08 -o json',
    'backtest my.yaml --no-checks --band pessimistic',
    'backtest my.yaml --picture my.svg',
  ],
  async run({ args, options }, shell) {
    const { resolve } = await import('node:path');
    const { loadSettings } = await import('../../settings/loadSettings.ts');
    const { checkRehearsed } = await import('../../loading/rehearsedParams.ts');
    const { backtestSetup } = await import('../../research/backtest/backtestSetup.ts');
    const { folderOf } = await import('../../research/folderOf.ts');
    const { CHECKS } = await import('../../research/backtest/checkRuns.ts');
    const { runToFolder } = await import('../backtestRun.ts');
    const { journalFit } = await import('../journalFit.ts');
    const { backtestLines, backtestRecord, bandColumns, bandRows } = await import('../backtestText.ts');
    const { strategyColumns, strategyRows } = await import('../backtestStrategies.ts');
    const { printJson, printRows } = await import('../print.ts');
    const { keepHeapSmall } = await import('../smallHeap.ts');

    keepHeapSmall();
    const range = timeRange(options);
    const file = ownConfigFile(shell, args.config, 'backtest');
    const settings = await loadSettings({
      file,
      advice: argumentAdvice(args.config, 'backtest'),
      env: shell.env,
      cwd: shell.cwd,
      checkParams: checkRehearsed,
      fitLatency: journalFit(shell),
    });
    const place = (which: 'data' | 'runs'): string =>
      options[which] === undefined ? folderOf(settings, which, shell.cwd) : resolve(shell.cwd, options[which]);
    const data = place('data');
    const setup = await backtestSetup(settings, { data, range });
    const wanted = { 'look-ahead': options.lookAhead, determinism: options.determinism, 'warm-up': options.warmUp };
    const checks = CHECKS.filter((check) => options.checks && wanted[check]);
    const outcome = await runToFolder({ setup, file, data, runs: place('runs'), checks, shell });
    if (shell.options.output === 'json' || shell.options.output === 'ndjson')
      printJson(shell, backtestRecord(outcome, options.band ?? 'fitted'));
    else {
      printRows(shell, bandColumns, bandRows(outcome, options.band));
      // A second table would not fit into one file of CSV: there is `round-trips.csv`, and JSON.
      if (shell.options.output !== 'csv') printRows(shell, strategyColumns, strategyRows(outcome.answers, options.band));
      for (const line of backtestLines(outcome, options.band)) say(shell, line);
    }
    if (options.picture !== undefined) {
      const { writeFileSync } = await import('node:fs');
      const { onDisk } = await import('../../base/diskFault.ts');
      const { runPicture } = await import('../../research/report/runPicture.ts');
      const picture = resolve(shell.cwd, options.picture);
      onDisk(`the picture ${picture} can't be written`, () => writeFileSync(picture, runPicture(outcome.record)));
    }
    return outcome.checks.some((check) => check.outcome === 'failed') ? 10 : 0;
  },
});
