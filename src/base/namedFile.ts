import { diskFault } from './diskFault.ts';
import { isFault, Fault } from './fault.ts';

/** What says that there is no such file, and not that the disk or a permission is in the way. */
const NO_SUCH_FILE: ReadonlySet<unknown> = new Set(['ENOENT', 'EISDIR', 'ENOTDIR']);

/**
 * Reads a file that a person has named. Where there is none, a name was mistyped: a `Fault` `usage`, like any other wrong value, with `whenMissing` for
 * what to name. Whatever else is in the way is a `Fault` `store`.
 */
export function namedFile<T>(what: string, read: () => T, whenMissing?: string): T {
  try {
    return read();
  } catch (error) {
    const fault = diskFault(what, error, whenMissing);
    if (!isFault(fault) || !NO_SUCH_FILE.has((error as NodeJS.ErrnoException).code)) throw fault;
    throw new Fault('usage', fault.message, { cause: error, suggestion: fault.suggestion });
  }
}
