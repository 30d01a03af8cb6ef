/** What a person has typed to a command for developers is not what it takes. The message is one line, and the command ends with 2. */
export class WrongOption extends Error {}

/** Runs a command. An option that is wrong is told on one line; any other error is a fault of the code and keeps its stack. */
export async function toldOption(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof WrongOption) && !isUnknown(error)) throw error;
    process.stderr.write(`${error.message.split('\n', 1)[0]}\n`);
    process.exitCode = 2;
  }
}

/** Whether Node's own reader of options refused one. */
function isUnknown(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
