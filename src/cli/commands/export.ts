import { isFault } from '../../base/fault.ts';
import { command, option, requiredOption } from '../command.ts';
import { dataOption, dataPath } from '../dataFolder.ts';
import { note } from '../shell.ts';
import { rangeOptions, timeRange } from '../timeRange.ts';
import { textValue, wordsValue } from '../values.ts';

const KINDS = ['fills', 'ledger', 'runs', 'recordings'] as const;

export const exportCommand = command({
  name: 'export',
  about: 'Write fills, ledger, runs and recordings as Parquet, for DuckDB and the like; decimals exact, times UTC, ids as text',
  options: {
    out: requiredOption(
      '--out <dir>',
      'the folder; each file in it is replaced when its new one is complete, and days of fills and runs that are gone are removed',
      textValue,
    ),
    only: option('--only <kinds>', `some of ${KINDS.join(',')}; all of them when left out`, kindsValue),
    data: dataOption,
    runs: option('--runs <dir>', 'folder of the runs', textValue),
    from: { ...rangeOptions.from, about: 'recordings: days from then on, like 2026-11-01' },
    to: { ...rangeOptions.to, about: 'recordings: days before then' },
  },
  examples: [
    'export --out ./analytics',
    'export --out ./analytics --only fills,ledger',
    'export --out ./week --only recordings --from 2026-11-01',
  ],
  async run({ options }, shell) {
    const { existsSync } = await import('node:fs');
    const { resolve } = await import('node:path');
    const { TableExport } = await import('../analytics/exportTables.ts');
    const { runsFolder } = await import('../runFolders.ts');
    const { storedRuns } = await import('../../research/storedRuns/storedRuns.ts');
    const { noLocalStore, withLocalStore } = await import('../localStore.ts');
    const { out, only = KINDS, data } = options;
    const range = timeRange(options);
    const folder = resolve(shell.cwd, out);
    const tables = new TableExport(folder, (path) => shell.out.write(`${path}\n`));
    const wants = (kind: (typeof KINDS)[number]): boolean => only.includes(kind);
    if (wants('fills') || wants('ledger')) {
      await withLocalStore(shell, async (store) => {
        if (store === undefined) return note(shell, `no fills and no ledger: ${(await noLocalStore(shell)).message}`);
        if (wants('fills')) await tables.fills(store);
        if (wants('ledger')) await tables.ledger(store).catch((error: unknown) => noteMissing(shell, error));
      });
    }
    if (wants('runs')) await tables.runs(storedRuns(await runsFolder(options.runs, shell)));
    if (!wants('recordings')) return;
    const recordings = await dataPath(shell, data);
    if (existsSync(recordings)) await tables.recordings(recordings, range);
    else note(shell, `there is no folder ${recordings}: no recordings`);
  },
});

type Kind = (typeof KINDS)[number];

function kindsValue(text: string): readonly Kind[] {
  const words = wordsValue(text);
  const unknown = words.find((word) => !KINDS.some((kind) => kind === word));
  if (unknown !== undefined) throw new Error(`expected some of ${KINDS.join(', ')}, and not ${unknown}`);
  return words as readonly Kind[];
}

/** A ledger that has not begun is no reason to end without the rest. */
function noteMissing(shell: Parameters<typeof note>[0], error: unknown): void {
  if (!isFault(error, 'not-found')) throw error;
  note(shell, `no ledger: ${error.message}`);
}
