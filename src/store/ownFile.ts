import type { Database } from './database.ts';
import { IN_MEMORY, openDatabase } from './openDatabase.ts';
import { takeProcessLock } from './processLock.ts';
import type { StoreOptions } from './storeOptions.ts';

/** A database that this process alone may write. */
export interface OwnedDatabase {
  readonly database: Database;
  /** The file, or `:memory:` where there is none. */
  readonly file: string;
  /** From now on everything is written as the owner of this epoch, or not at all. */
  readonly fence: (epoch: number) => void;
  /** Throws, `not-sent`, when another process may own it by now. */
  readonly assertHeld: () => void;
  readonly release: () => Promise<void>;
}

/** Opens a file of sqlite, or a database in memory. The lock of the system makes sure that nobody else has it, for as long as this process lives. */
export async function ownFile({ path, clock, maxBytes, open, what }: StoreOptions): Promise<OwnedDatabase> {
  const isFile = path !== IN_MEMORY;
  const lock = isFile ? await takeProcessLock(path, clock, what) : undefined;
  try {
    const database = await openDatabase({ path, clock, access: 'write', maxBytes, open });
    return {
      database,
      file: path,
      fence: () => undefined,
      assertHeld: () => undefined,
      release: async () => lock?.release(),
    };
  } catch (error) {
    await lock?.release();
    throw error;
  }
}
