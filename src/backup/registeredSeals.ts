import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isFault } from '../base/fault.ts';
import { readSeal, type Sealed } from '../store/sealFile.ts';

/** A seal of the register, with the id of the account that it is of. */
export interface RegisteredSeal {
  readonly id: string;
  readonly sealed: Sealed;
}

/** The seals in a register that can be read. */
export function registeredSeals(accounts: string): readonly RegisteredSeal[] {
  if (!existsSync(accounts)) return [];
  return readdirSync(accounts).flatMap((name) => {
    const id = /^(account-[0-9a-f]{12})\.seal$/.exec(name)?.[1];
    const sealed = id === undefined ? undefined : readable(join(accounts, name));
    return id === undefined || sealed === undefined ? [] : [{ id, sealed }];
  });
}

/** One that is damaged stays where it is: it goes on refusing its journal. */
function readable(path: string): Sealed | undefined {
  try {
    return readSeal(path);
  } catch (error) {
    if (!isFault(error, 'journal-incomplete')) throw error;
    return undefined;
  }
}
