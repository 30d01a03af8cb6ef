import { accessSync, constants, mkdirSync } from 'node:fs';
import { Fault, messageOf } from '../base/fault.ts';

/** Makes the state directory, for its owner only, and proves that it can be written. Throws a `Fault` `store`. */
export function stateDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Fault('store', `the state directory ${path} can't be used: ${messageOf(error)}`, {
      suggestion: 'name a folder that you may write, with --state DIR or SLUICE_STATE',
      cause: error,
    });
  }
}
