import type { Column } from '../column.ts';
import { command, flag, option, optionalArgument } from '../command.ts';
import { say } from '../shell.ts';
import { textValue } from '../values.ts';

export const reportOpen = command({
  name: 'report open',
  about: 'Open the report of a backtest in the browser, or print where it is when there is no desktop',
  args: { run: optionalArgument('run', 'an id, the beginning of one, or a folder; else the run that was written last', textValue) },
  options: {
    runs: option('--runs <dir>', 'folder of the runs (else backtest.runs of -c FILE, else ./runs)', textValue),
    print: flag('--print', 'only print where it is'),
  },
  examples: ['report open', 'report open maker-week-3f9a01c2d4e5', 'report open ./runs/maker-week-3f9a01c2d4e5 --print'],
  async run({ args, options }, shell) {
    const { existsSync } = await import('node:fs');
    const { join } = await import('node:path');
    const { pathToFileURL } = await import('node:url');
    const { Fault } = await import('../../base/fault.ts');
    const { openBrowser } = await import('../openBrowser.ts');
    const { printRecord } = await import('../print.ts');
    const { findRun, runsFolder } = await import('../runFolders.ts');

    const { id, folder } = findRun(args.run, await runsFolder(options.runs, shell), shell.cwd);
    const file = join(folder, 'report.html');
    if (!existsSync(file)) {
      throw new Fault('not-found', `the run ${id} has no report.html`, { suggestion: 'run the backtest again: it writes the same run' });
    }
    if (args.run === undefined) say(shell, `the run that was written last is ${id}`);
    const url = pathToFileURL(file).href;
    // A script that asks where the report is does not want a window.
    const mayOpen = !options.print && shell.out.isTTY === true && shell.options.output === 'table';
    const opened = mayOpen && (await openBrowser(url, shell.env));
    if (opened) return say(shell, `opened ${url}`);
    if (shell.options.output === 'table') shell.out.write(`${url}\n`);
    else printRecord(shell, COLUMNS, { id, file, url });
  },
});

interface Place {
  readonly id: string;
  readonly file: string;
  readonly url: string;
}

const COLUMNS: readonly Column<Place>[] = [
  { key: 'run', value: ({ id }) => id },
  { key: 'file', value: ({ file }) => file },
  { key: 'url', value: ({ url }) => url },
];
