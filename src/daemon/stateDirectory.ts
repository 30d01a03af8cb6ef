import { accessSync, constants } from 'node:fs';
import { diskReason } from '../base/diskFault.ts';
import { Fault } from '../base/fault.ts';
import { makeFolder } from '../recording/makeFolder.ts';

/** Makes the state directory, for its owner only, and proves that it can be written. Throws a `Fault` `store`. */
export function stateDirectory(path: string): void {
  try {
    makeFolder(path, 0o700);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Fault('store', `the state directory ${path} can't be used: ${diskReason(error)}`, {
      suggestion: 'name a folder that you may write, with --state DIR or SLUICE_STATE',
      cause: error,
    });
  }
}
