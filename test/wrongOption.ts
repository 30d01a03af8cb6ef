import { parseArgs, type ParseArgsConfig } from 'node:util';
import { CannotGoOn } from './cannotGoOn.ts';

/** What a person has typed to a command for developers is not what it takes. The message is one line, and the command ends with 2. */
export class WrongOption extends Error {}

/** The options of a command that takes nothing else. One that it does not know ends the process as `toldOption` says. */
export function given<T extends NonNullable<ParseArgsConfig['options']>>({
  options,
}: {
  readonly options: T;
}): ReturnType<typeof parseArgs<{ readonly options: T }>>['values'] {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    tellWrong(error);
    process.exit(2);
  }
}

/** Runs a command. An option that is wrong is told on one line, and what it can't go on without by its message; any other error is a fault of the code and keeps its stack. */
export async function toldOption(run: () => Promise<void>, to: Written = process.stderr): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof CannotGoOn) {
      to.write(`${error.message}\n`);
      process.exitCode = 1;
      return;
    }
    tellWrong(error, to);
    process.exitCode = 2;
  }
}

interface Written {
  write(text: string): unknown;
}

function tellWrong(error: unknown, to: Written = process.stderr): void {
  if (!(error instanceof WrongOption) && !isUnknown(error)) throw error;
  to.write(`${error.message.split('\n', 1)[0]}\n`);
}

/** Whether Node's own reader of options refused one. */
function isUnknown(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
