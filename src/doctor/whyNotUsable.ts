import { accessSync, constants } from 'node:fs';
import { diskReason } from '../base/diskFault.ts';
import { nearest } from './diskCheck.ts';

/** What to do where the register of accounts is the folder. */
export const ANOTHER_REGISTER =
  'name a folder that you may write with SLUICE_ACCOUNTS; it must be the same one for every command of an account';

/** Why this user can't use a folder, or make it where it is not there yet. Undefined where it can. */
export function whyNotUsable(folder: string): string | undefined {
  try {
    // The slash makes a file in its place an error.
    accessSync(nearest(folder).replace(/\/?$/, '/'), constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return diskReason(error);
  }
}
