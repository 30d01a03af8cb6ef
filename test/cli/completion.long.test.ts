import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { allOperations } from '../../src/contract/contract.ts';
import { fieldsOf } from '../../src/contract/fields.ts';
import { run } from './testIo.ts';

const execute = promisify(execFile);

let folder: string;
let scripts: Readonly<Record<'bash' | 'zsh' | 'fish', string>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-completion-'));
  const [bash, zsh, fish] = await Promise.all(['bash', 'zsh', 'fish'].map(async (name) => (await run(['completion', name])).stdout));
  scripts = { bash: bash!, zsh: zsh!, fish: fish! };
  await writeFile(join(folder, 'sluice.bash'), scripts.bash);
  await writeFile(join(folder, 'my config.yaml'), '');
});

afterAll(() => rm(folder, { recursive: true }));

/** What bash offers for the last of these words. */
async function offered(...words: string[]): Promise<string[]> {
  const code = `
    set -eu; source ./sluice.bash
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
    _sluice || true
    for each in \${COMPREPLY[@]+"\${COMPREPLY[@]}"}; do echo "$each"; done`;
  const { stdout, stderr } = await execute('bash', ['--norc', '-c', code, 'bash', 'sluice', ...words], { cwd: folder });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe('in bash', () => {
  it.each([
    [['or'], ['orders']],
    [
      ['orders', ''],
      ['list', 'place', 'replace', 'cancel', 'unresolved', 'resolve', 'settle', 'adopt'],
    ],
    [['-o', 'json', 'orders', 'pl'], ['place']],
    [['--output=json', 'orders', 'pl'], ['place']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['openapi', 'p'], ['processing']],
    [['api', 'exchange.orders.r'], ['exchange.orders.replace']],
    [
      ['api', 'raw', ''],
      ['GET', 'POST', 'PUT', 'DELETE'],
    ],
  ])('%j offers %j', async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  it.each([
    [
      ['orders', 'place', '--side', ''],
      ['Buy', 'Sell'],
    ],
    [['orders', 'place', '--side', '=', 'B'], ['Buy']],
    [
      ['api', 'exchange.orders.place', '--type', ''],
      ['Market', 'Limit'],
    ],
    [['api', 'exchange.orders.place', '--type', 'Limit', '--side', 'S'], ['Sell']],
    [['-o', 'nd'], ['ndjson']],
    [
      ['simulator', '--prefix', ''],
      ['PROC', 'ALT'],
    ],
    [['orders', 'place', '--amount', ''], []],
  ])('%j offers the values %j', async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  it('an operation offers its fields, also before a dash is typed', async () => {
    const fields = ['--symbol', '--type', '--side', '--amount', '--price'];
    expect((await offered('api', 'exchange.orders.place', '')).slice(0, 5)).toEqual(fields);
    expect(await offered('api', 'exchange.orders.place', '--amount', '1', '--s')).toEqual(['--symbol', '--side', '--state']);
  });

  it('files are offered where a file is named, whatever is in their names', async () => {
    expect(await offered('--config', 'my')).toEqual(['my config.yaml']);
    expect(await offered('run', 'my')).toEqual(['my config.yaml']);
  });

  it('a word that is no command, and what follows a first argument, offers only options', async () => {
    expect(await offered('nosuch', 'o')).toEqual([]);
    expect(await offered('orders', 'cancel', '12', '--y')).toEqual(['--yes']);
  });

  it('it may be sourced twice', async () => {
    const { stderr } = await execute('bash', ['--norc', '-c', 'source ./sluice.bash && source ./sluice.bash'], { cwd: folder });
    expect(stderr).toBe('');
  });
});

describe.each(['bash', 'zsh', 'fish'] as const)('the script for %s', (name) => {
  it('knows every command', () => {
    for (const { name: command } of commands) for (const word of command.split(' ')) expect(scripts[name]).toContain(word);
  });

  it('knows every operation with its fields and their values', () => {
    for (const { name: operation, row } of allOperations()) {
      const line = linesOf(scripts[name], `api ${operation}`);
      for (const field of fieldsOf(row)) {
        expect(line).toContain(name === 'fish' ? `-l ${field.name} ` : `--${field.name}`);
        if (field.schema.enum !== undefined && field.name !== 'addressType') expect(line).toContain(String(field.schema.enum[0]));
      }
    }
  });
});

/** All lines that belong to a command. */
function linesOf(script: string, command: string): string {
  return script
    .split('\n')
    .filter((line) => line.includes(`'${command}'`) || line.includes(`'${command} `) || line.includes(`${command}\\'`))
    .join('\n');
}

it('knows no other shell', async () => {
  const { code, stderr } = await run(['completion', 'tcsh']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('bash or zsh or fish')]);
});
