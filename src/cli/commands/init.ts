import { Fault } from '../../base/fault.ts';
import { command, optionalArgument } from '../command.ts';
import { quoted } from '../quoted.ts';
import { say } from '../shell.ts';
import { textValue } from '../values.ts';

export const init = command({
  name: 'init',
  about: 'Write a folder to start from: a configuration, a strategy of your own, and what to do next',
  args: { dir: optionalArgument('dir', 'the folder; default is the current one', textValue) },
  examples: ['init', 'init demo'],
  async run({ args: { dir = '.' } }, shell) {
    const { closeSync, existsSync, openSync, rmSync, writeFileSync } = await import('node:fs');
    const { dirname, join, relative, resolve } = await import('node:path');
    const { onDisk } = await import('../../base/diskFault.ts');
    const { makeFolder } = await import('../../recording/makeFolder.ts');
    const { projectFiles } = await import('../projectFiles.ts');
    const folder = resolve(shell.cwd, dir);
    const files = projectFiles().map(({ path, text }) => ({ file: join(folder, path), text }));
    const there = files.filter(({ file }) => existsSync(file)).map(({ file }) => file);
    if (there.length > 0) {
      throw new Fault('usage', `nothing is overwritten, and there is already ${there.join(', ')}`, {
        suggestion: 'name a new folder: sluice init my-folder',
      });
    }
    const made: string[] = [];
    try {
      for (const { file, text } of files) {
        onDisk(`${file} can't be written`, () => {
          makeFolder(dirname(file));
          const descriptor = openSync(file, 'wx');
          made.push(file);
          writeFileSync(descriptor, text);
          closeSync(descriptor);
        });
      }
    } catch (error) {
      // The same command is to work once there is room: it would find its own files, and overwrite nothing.
      for (const file of made) rmSync(file, { force: true });
      throw error;
    }
    shell.out.write(made.map((file) => `${file}\n`).join(''));
    const enter = folder === resolve(shell.cwd) ? '' : `cd ${quoted(relative(shell.cwd, folder))} && `;
    say(shell, `next: ${enter}npx sluice run`);
    say(shell, `a first backtest in two minutes: ${enter}npx sluice run --for 2m && npx sluice backtest`);
  },
});
