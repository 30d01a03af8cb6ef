import { Fault, type FaultCode, isFault, messageOf } from '../base/fault.ts';

/** What the disk does not keep can't be reconciled. */
const FATAL: ReadonlySet<FaultCode> = new Set(['store', 'internal', 'daemon-running', 'schema-newer']);

/** What a poll that failed leads to: what is no fault is a mistake in the program. The first failure is told, and then every tenth. */
export function pollFailure(
  what: string,
  { fail, onTrouble }: { readonly fail: (fault: Fault) => void; readonly onTrouble: (message: string, about: string) => void },
): (error: unknown, failures: number) => void {
  return (error, failures) => {
    if (!isFault(error)) fail(new Fault('internal', `${what}: ${messageOf(error)}`, { cause: error }));
    else if (FATAL.has(error.code)) fail(error);
    else if (failures === 1 || failures % 10 === 0)
      onTrouble(`${what} could not be read (${failures} in a row): ${messageOf(error)}`, what);
  };
}
