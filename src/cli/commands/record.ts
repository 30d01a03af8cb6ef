import type { Settings } from '../../settings/loadSettings.ts';
import { command, option } from '../command.ts';
import { settingsOf } from '../configFile.ts';
import { durationValue, symbolsValue, textValue, wholeValue } from '../values.ts';

export const record = command({
  name: 'record',
  about: 'Record order books and statistics of a venue until it is stopped, for backtests; nothing is traded',
  options: {
    symbols: option('--symbols <pairs>', 'pairs, with a comma between them, or all (else record.symbols)', symbolsValue),
    every: option('--every <duration>', 'time between two books of one pair (else record.every, else 1s)', durationValue),
    depth: option('--depth <levels>', 'levels per side (else record.depth, else 50)', wholeValue(1, 250)),
    statistics: option('--statistics <duration>', 'time between two rows of statistics (else poll.statistics, 5s)', durationValue),
    for: option('--for <duration>', 'end by itself after this long, like 20s or 24h', durationValue),
    data: option('--data <dir>', 'folder of the recordings (else record.data, else backtest.data, else ./data)', textValue),
    keep: option('--keep <duration>', 'delete days that ended longer ago than this, like 90d (else record.keep, else none)', durationValue),
  },
  examples: [
    'record --symbols BTC/EUR --every 200ms --depth 50 --for 20s --data ./data',
    'record --symbols all --data /srv/market --keep 90d',
    'record -c config/live.yaml',
  ],
  async run({ options }, shell) {
    const { resolve } = await import('node:path');
    const { Fault } = await import('../../base/fault.ts');
    const { recordingFolder } = await import('../../daemon/recorder/recordingFolder.ts');
    const { recordRun } = await import('../recordRun.ts');
    const settings = await settingsOf(shell);
    const symbols = options.symbols ?? settings.record?.symbols;
    if (symbols === undefined || symbols.length === 0) {
      throw new Fault('usage', 'nothing says what to record', { suggestion: 'add --symbols BTC/EUR, or --symbols all' });
    }
    await recordRun(shell, settings, {
      symbols,
      dir: options.data === undefined ? recordingFolder(settings, shell.cwd) : resolve(shell.cwd, options.data),
      ...paceOf(settings, options),
      keepMs: options.keep ?? settings.record?.keep,
      forMs: options.for,
    });
  },
});

interface Pace {
  readonly every?: number | undefined;
  readonly depth?: number | undefined;
  readonly statistics?: number | undefined;
}

function paceOf({ record: section, poll }: Settings, { every, depth, statistics }: Pace) {
  return {
    everyMs: every ?? section?.every ?? 1000,
    depth: depth ?? section?.depth ?? 50,
    statisticsMs: statistics ?? poll.statistics,
  };
}
