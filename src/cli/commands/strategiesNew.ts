import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { onDisk } from '../../base/diskFault.ts';
import { Fault } from '../../base/fault.ts';
import { makeFolder } from '../../recording/makeFolder.ts';
import { argument, command, option } from '../command.ts';
import { say } from '../shell.ts';
import { nameValue, textValue } from '../values.ts';

export const strategiesNew = command({
  name: 'strategies new',
  about: 'Write a working strategy to start from',
  args: { name: argument('name', 'letters, digits, - and _', nameValue) },
  options: { dir: option('--dir <folder>', 'where to write it', textValue, './strategies') },
  examples: ['strategies new mine', 'strategies new mine --dir ~/strategies'],
  async run({ args: { name }, options: { dir } }, shell) {
    const { strategyTemplate } = await import('../../loading/strategyTemplate.ts');
    const folder = resolve(shell.cwd, dir);
    const file = join(folder, `${name}.ts`);
    if (existsSync(file)) throw new Fault('usage', `${file} exists already`, { suggestion: 'choose another name' });
    onDisk(`the strategy ${file} can't be written`, () => {
      makeFolder(folder);
      writeFileSync(file, strategyTemplate(`${name}: two-sided quotes around a smoothed mid.`));
    });
    shell.out.write(`${file}\n`);
    say(shell, `check it with \`sluice strategies check ${file}\`, and name it in the configuration as use: ${file}`);
  },
});
