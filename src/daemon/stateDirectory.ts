import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault, messageOf } from '../base/fault.ts';

/** Makes the state directory, for its owner only, and proves that it can be written. Throws a `Fault` `store`. */
export function stateDirectory(path: string): void {
  try {
    make(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Fault('store', `the state directory ${path} can't be used: ${messageOf(error)}`, {
      suggestion: 'name a folder that you may write, with --state DIR or SLUICE_STATE',
      cause: error,
    });
  }
}

/** Step by step: Node's own recursive way never ends where a file system says that nothing can be made, as `/proc` does. */
function make(path: string): void {
  if (existsSync(path)) return;
  make(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
