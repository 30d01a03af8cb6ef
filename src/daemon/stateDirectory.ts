import { accessSync, chmodSync, constants, statSync } from 'node:fs';
import { diskReason } from '../base/diskFault.ts';
import { Fault } from '../base/fault.ts';
import { makeFolder } from '../recording/makeFolder.ts';

/** Makes the state directory, for its owner only, and checks that it can be written. Throws a `Fault` `store`. */
export function stateDirectory(path: string): void {
  ownFolder(path, 'the state directory', 'name a folder that you may write, with --state DIR or SLUICE_STATE');
}

/** Makes the folder in which accounts are registered, and checks that it can be written. Throws a `Fault` `store`. */
export function accountsDirectory(path: string): void {
  ownFolder(
    path,
    'the register of accounts',
    'name a folder that you may write with SLUICE_ACCOUNTS; it must be the same one for every command of this account',
  );
}

function ownFolder(path: string, what: string, suggestion: string): void {
  try {
    makeFolder(path, 0o700);
    keepOthersOut(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Fault('store', `${what} ${path} can't be used: ${diskReason(error)}`, { suggestion, cause: error });
  }
}

/**
 * What others may write is not trusted: who can put a database or a socket there decides what the daemon believes. What they may only
 * read is closed to them.
 */
function keepOthersOut(path: string): void {
  const { mode, uid } = statSync(path);
  if ((mode & 0o022) !== 0) throw new Error(`others may write to it (mode ${(mode & 0o7777).toString(8)}); run: chmod 700 ${path}`);
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(path, 0o700);
}
