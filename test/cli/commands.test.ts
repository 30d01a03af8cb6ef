import type { Command as Program } from 'commander';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { run, testIo } from './testIo.ts';

const program = buildProgram(commands, testIo(), { onExit: () => {}, onHelp: () => {} });
const everyCommand = [...walk(program, [])];

describe('every command', () => {
  it('is reached by the walk', () => {
    const names = everyCommand.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(commands.map(({ name }) => name)));
  });

  it.each(everyCommand)('$name shows an example and the common options in its help', async ({ name }) => {
    const { code, stdout, stderr } = await run([...name.split(' '), '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/Examples:\n {2}\$ sluice /);
    expect(stdout).toContain('--output <format>');
    expect(stdout).toContain(`Usage: sluice ${name}`);
  });

  it.each(commands)('$name refuses an option that it does not know: exit 2, nothing on stdout', async ({ examples: [example] }) => {
    const words = example.replace(/ >.*$/, '').split(/\s+/);
    const { code, stdout, stderr } = await run([...words, '--no-such-option']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain("unknown option '--no-such-option'");
  });

  it.each(commands)('$name has examples that its own parser takes', async ({ name, examples }) => {
    for (const example of examples) {
      const words = example.replace(/ >.*$/, '').split(/\s+/);
      expect(words.join(' ')).toContain(name);
      const { code, stderr } = await run([...words, '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    }
  });
});

describe('a command within a group that is a command too', () => {
  const within = commands.flatMap(({ name, examples }) => {
    const group = commands.find((other) => name.startsWith(`${other.name} `));
    return Object.values(group?.options ?? {}).map(({ flags }) => ({ name, group: group!.name, flags, example: examples[0] }));
  });

  it.each(within)('$name refuses $flags, which is an option of $group', async ({ name, group, flags, example }) => {
    const [, option, hasValue] = /^(--\S+)( .+)?$/.exec(flags)!;
    const value = { '--balance': 'EUR=1', '--character': 'calm', '--prefix': 'ALT', '--faults': 'slow', '--behaviour': 'pageBase=1' }[
      option!
    ];
    const given =
      hasValue === undefined ? [option!] : [option!, value ?? (option === '--fiat-notifications' ? 'http://127.0.0.1:1/' : '3')];
    const { code, stdout, stderr } = await run([group, ...given, ...example.split(' ').slice(group.split(' ').length)]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`\`${name}\` does not take ${option}, which is an option of \`${group}\``);
  });

  it('there is one', () => {
    expect(within.map(({ name }) => name)).toContain('simulator faults');
  });
});

describe('the root', () => {
  it('lists commands and exit codes', async () => {
    const { stdout } = await run(['--help']);
    expect(stdout).toContain('Exit codes: 0 ok');
    for (const { name } of commands) expect(stdout).toContain(name.split(' ')[0]);
  });

  it('shows a duration as it is typed in its help', { tags: 'long' }, async () => {
    const helpOf = async (name: string): Promise<string> => (await run([...name.split(' '), '--help'])).stdout.replaceAll(/\s+/g, ' ');
    expect(await helpOf('treasury withdraw')).toContain('until it has arrived (default: 10m)');
    for (const { name } of everyCommand) expect(await helpOf(name)).not.toMatch(/<duration>[^<]*\(default: \d+\)/);
  });

  it.each([[[]], [['config']]])('without a command (%j) shows help on stderr and exits 2', async (argv) => {
    const { code, stdout, stderr } = await run(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/Usage: sluice[^]*error: a command is missing/);
  });
});

function* walk(parent: Program, path: readonly string[]): Generator<{ name: string }> {
  for (const child of parent.commands) {
    const name = [...path, child.name()];
    yield { name: name.join(' ') };
    yield* walk(child, name);
  }
}
