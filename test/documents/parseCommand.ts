import { apiCommands, isOperation, withFieldNames } from '../../src/cli/apiCommands.ts';
import { commands } from '../../src/cli/commands.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { testIo } from '../cli/testIo.ts';

/**
 * Reads a command line with the parser of the program itself, whose commands do nothing here: the words, the options and the form
 * of their values. Gives what is wrong with it, and undefined when it would run.
 */
export async function parseProblem(argv: readonly string[]): Promise<string | undefined> {
  const isApi = argv[0] === 'api';
  if (isApi && argv[1] !== 'raw' && !isOperation(argv[1]!)) return `there is no operation ${argv[1]}`;
  const idle = [...commands, ...(isApi ? apiCommands() : [])].map((command) => ({ ...command, run: async () => {} }));
  let helped: string | undefined;
  let exit: number | undefined;
  const program = buildProgram(idle, testIo(), { onExit: (code) => (exit = code), onHelp: (text) => (helped = text) });
  try {
    await program.parseAsync(isApi ? withFieldNames(argv) : [...argv], { from: 'user' });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return exit === 0 ? undefined : (helped ?? 'no command was found');
}
