import { dirname } from 'node:path';
import { withBackup } from './readBackup.ts';
import { registeredSeals } from './registeredSeals.ts';

/** The state directory in which an account of a backup was registered on this machine. Undefined where none was. */
export function stateToRestore(path: string, accounts: string): Promise<string | undefined> {
  return withBackup(path, ({ manifest }) => {
    const ids = new Set(manifest.members.flatMap(({ account }) => account?.id ?? []));
    const seal = registeredSeals(accounts).find(({ id }) => ids.has(id));
    return seal === undefined ? undefined : dirname(seal.sealed.database);
  });
}
