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

describe('the root', () => {
  it('lists commands and exit codes', async () => {
    const { stdout } = await run(['--help']);
    expect(stdout).toContain('Exit codes: 0 ok');
    for (const { name } of commands) expect(stdout).toContain(name.split(' ')[0]);
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
