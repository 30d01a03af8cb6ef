import { CommanderError } from 'commander';
import { didYouMean } from '../base/didYouMean.ts';
import { Fault } from '../base/fault.ts';
import { commands } from './commands.ts';
import { reportFailure } from './failure.ts';
import { type Io, processIo } from './io.ts';
import { guardedIo } from './outputGuard.ts';
import { buildProgram, namedBy } from './program.ts';
import { settingAdvice } from './settingAdvice.ts';
import { type Format, FORMATS } from './shell.ts';

/** Runs one command line (without `node` and the script) and returns the exit code. Never throws. */
export async function main(given: readonly string[], outside: Io = processIo()): Promise<number> {
  const argv = given.length === 1 && VERSION.has(given[0]!) ? ['version'] : given;
  const io = guardedIo(outside);
  let code = 0;
  const format = formatOf(argv);
  const words = wordsOf(argv);
  const [first, second] = words;
  const api = first === 'api' ? await import('./apiCommands.ts') : undefined;
  const program = buildProgram(api === undefined ? commands : [...commands, ...api.apiCommands()], io, {
    onExit: (exit) => {
      code = exit;
    },
    onHelp: (text) => {
      if (format === 'table') io.err.write(`${text}\n`);
    },
  });
  try {
    if (api !== undefined && second !== undefined && !api.isOperation(second)) throw api.unknownOperation(second);
    if (first === 'help' && second !== undefined) assertHelpOf(program, second);
    await program.parseAsync(api === undefined ? [...argv] : api.withFieldNames(argv), { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const command = namedBy(program, words);
    return reportFailure(error, io, format, command, await settingAdvice(error, command));
  }
}

/** The parser would show the help of the whole program. */
function assertHelpOf(program: ReturnType<typeof buildProgram>, name: string): void {
  const names = program.commands.map((command) => command.name());
  if (names.includes(name) || name === 'help') return;
  const meant = didYouMean(name, names);
  throw new Fault('usage', `unknown command '${name}'`, {
    suggestion: meant === undefined ? '`sluice help` lists all commands' : `did you mean ${meant}?`,
  });
}

/** The words that are not options. The first one is the command. */
function wordsOf(argv: readonly string[]): string[] {
  return argv.filter((word, i) => !word.startsWith('-') && !TAKES_VALUE.has(argv[i - 1] ?? ''));
}

/** What other programs take for it. */
const VERSION: ReadonlySet<string> = new Set(['--version', '-V']);

const TAKES_VALUE: ReadonlySet<string> = new Set(['-o', '--output', '-c', '--config', '--state']);

/** The requested format, even when the rest of the line could not be parsed. */
function formatOf(argv: readonly string[]): Format {
  for (const [index, word] of argv.entries()) {
    const value = /^(?:-o|--output)$/.test(word) ? argv[index + 1] : /^(?:-o|--output=)(.+)$/.exec(word)?.[1];
    const format = FORMATS.find((known) => known === value);
    if (format !== undefined) return format;
  }
  return 'table';
}
