import { counted } from '../../base/counted.ts';
import { durationText, isoOf } from '../../base/instant.ts';
import { argument, command, flag, option, requiredOption } from '../command.ts';
import { dataOption, dataPath } from '../dataFolder.ts';
import { say } from '../shell.ts';
import { amountValue, durationValue, oneOf, symbolValue, textValue, wholeValue } from '../values.ts';

export const dataImport = command({
  name: 'data import',
  about: 'Make a recording of snapshots from elsewhere: JSON lines as `data export` writes them, or CSV as tardis.dev has it',
  args: { file: argument('file', 'the file; .gz and .zst are decompressed, - is standard input', textValue) },
  options: {
    format: requiredOption('--format <format>', 'form of the file: jsonl or csv', oneOf('jsonl', 'csv')),
    symbol: requiredOption('--symbol <pair>', 'the pair', symbolValue),
    precision: requiredOption('--precision <places>', 'decimal places of its prices', wholeValue(0, 18)),
    volumeStep: requiredOption('--volume-step <amount>', 'step of its amounts', amountValue),
    minVolume: option('--min-volume <amount>', 'least amount of an order; default is the volume step', amountValue),
    maxVolume: option('--max-volume <amount>', 'largest amount of an order; default is none', amountValue),
    every: option('--every <duration>', 'intended time between two snapshots; else as found in the file', durationValue),
    depth: option('--depth <levels>', 'levels per side that were asked for; else as found in the file', wholeValue(1, 250)),
    data: dataOption,
    append: flag('--append', 'go on in a day that is recorded already'),
  },
  examples: [
    'data import --format jsonl books.jsonl --symbol BTC/EUR --precision 2 --volume-step 0.00001 --data ./data',
    'data import --format csv binance_book_snapshot_25_2024-05-01_BTCUSDT.csv.gz --symbol BTC/USDT --precision 2 --volume-step 0.00001',
  ],
  async run({ args: { file }, options }, shell) {
    const { resolve } = await import('node:path');
    const { systemClock } = await import('../../base/systemClock.ts');
    const { importMarket } = await import('../../recording/importMarket.ts');
    const { linesOfFile, linesOfSource } = await import('../../recording/linesOf.ts');
    const { takeProcessLock } = await import('../../store/processLock.ts');
    const { progressLine } = await import('../progressLine.ts');
    const { printJson } = await import('../print.ts');
    const line = progressLine(shell, 'snapshot');
    const imported = await importMarket({
      dir: await dataPath(shell, options.data),
      pair: await pairOf(options),
      reader: await readerOf(options.format),
      lines: file === '-' ? linesOfSource('standard input', shell.in) : linesOfFile(resolve(shell.cwd, file)),
      depth: options.depth,
      everyMs: options.every,
      append: options.append,
      clock: systemClock,
      lock: (path) => takeProcessLock(path, systemClock),
      onProgress: (count) => line.tell(undefined, count),
    });
    line.end(imported.snapshots);
    const { snapshots, gaps, from, to, files } = imported;
    if (shell.options.output === 'json' || shell.options.output === 'ndjson') {
      printJson(shell, { symbol: options.symbol, snapshots, gaps, from: isoOf(from), to: isoOf(to), files });
    } else {
      say(
        shell,
        `imported ${counted(snapshots, 'snapshot')} of ${options.symbol}, ${isoOf(from)} to ${isoOf(to)} (${durationText(to - from)}), ${counted(gaps, 'gap')}`,
      );
    }
  },
});

async function readerOf(format: 'jsonl' | 'csv') {
  if (format === 'csv') return (await import('../../recording/importCsv.ts')).csvReader();
  return (await import('../../recording/importJsonLines.ts')).jsonLinesReader();
}

interface Rules {
  readonly symbol: string;
  readonly precision: number;
  readonly volumeStep: string;
  readonly minVolume: string | undefined;
  readonly maxVolume: string | undefined;
}

async function pairOf({ symbol, precision, volumeStep, minVolume, maxVolume }: Rules) {
  const { dec } = await import('../../base/decimal.ts');
  const { Fault } = await import('../../base/fault.ts');
  const { gridOf, gridProblem } = await import('../../model/grid.ts');
  const { currenciesOf } = await import('../../model/pair.ts');
  const step = dec(volumeStep);
  if (gridProblem(precision, step) !== undefined)
    throw new Fault('usage', `--volume-step ${volumeStep} has too many digits: expected at most 18 decimal places`);
  const most = maxVolume === undefined ? step.mul(Number.MAX_SAFE_INTEGER) : dec(maxVolume);
  const least = minVolume === undefined ? step : dec(minVolume);
  if (least.gt(most))
    throw new Fault('usage', `--min-volume ${least.toFixed()} is above --max-volume ${most.toFixed()}: expected at most that`);
  const { base, quote } = currenciesOf(symbol)!;
  return { symbol, base, quote, description: `${base}/${quote}`, grid: gridOf(precision, step), minVolume: least, maxVolume: most };
}
