import { command, option, requiredOption } from '../command.ts';
import { dataFolder, dataOption } from '../dataFolder.ts';
import { rangeOptions, timeRange } from '../timeRange.ts';
import { oneOf, symbolValue, textValue, wholeValue } from '../values.ts';

export const dataExport = command({
  name: 'data export',
  about: 'Write what is recorded of a pair in another form; jsonl and csv go to standard output unless --out names a file',
  options: {
    symbol: requiredOption('--symbol <pair>', 'the pair', symbolValue),
    format: requiredOption(
      '--format <format>',
      'jsonl, csv (tardis.dev), parquet or npz (hftbacktest)',
      oneOf('jsonl', 'csv', 'parquet', 'npz'),
    ),
    data: dataOption,
    ...rangeOptions,
    depth: option('--depth <levels>', 'csv: levels per side; else as many as there are', wholeValue(1, 250)),
    out: option('--out <file>', 'the file; it appears when it is complete', textValue),
  },
  examples: [
    'data export --data ./data --symbol BTC/EUR --format jsonl > books.jsonl',
    'data export --data ./data --symbol BTC/EUR --format parquet --from 2026-11-01 --to 2026-11-08 --out week.parquet',
  ],
  async run({ options }, shell) {
    const { exportRun } = await import('../exportRun.ts');
    const { format, symbol, depth, out } = options;
    const range = timeRange(options);
    await exportRun(shell, { dir: await dataFolder(shell, options.data), format, symbol, range, depth, out });
  },
});
