import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Session } from './connection.ts';
import type { Database } from './database.ts';
import { countChanges } from './journalMark.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { IN_MEMORY } from './openDatabase.ts';
import { type OwnedDatabase, ownFile } from './ownFile.ts';
import { ownServer } from './ownServer.ts';
import { POSTGRES_VIEWS } from './postgresViews.ts';
import { readSentMarks, SentMarks } from './sentMarks.ts';
import { assertLive } from './standing.ts';
import { storeFault } from './storeFault.ts';
import type { StoreOptions } from './storeOptions.ts';
import { takeOver } from './takeOver.ts';

/** A database with the newest schema, from the moment on at which this process owns it. */
export interface Life {
  readonly database: Database;
  readonly epoch: number;
  readonly marks: SentMarks;
  /** Throws, `not-sent`, when another process may own it by now. */
  readonly assertHeld: () => void;
  /** Waits for what is queued, seals the end and lets go. May be called twice. */
  readonly close: () => Promise<void>;
}

/** Rejects with what stands in the way of a life, before anything is written. */
type Admit = (session: Session) => Promise<void>;

/**
 * Makes this process the owner of a database. Intents found in `sending` become `unknown`, or `not-sent` where it is proven that none of their
 * bytes left. Rejects as `openStore` says. By default only the live store of an account is let in.
 */
export async function beginLife(options: StoreOptions, admit: Admit = (session) => assertLive(session, options)): Promise<Life> {
  const { path, clock, seal } = options;
  let owned: OwnedDatabase | undefined;
  try {
    owned = await ownDatabase(options);
    const { database, file, fence, assertHeld, release } = owned;
    await admit(database);
    await seal?.check(database);
    await migrate(database, MIGRATIONS, { path: file, clock });
    await countChanges(database);
    if (database.engine === 'postgres') await database.exec(POSTGRES_VIEWS);
    const epoch = await takeOver(database, clock, readSentMarks(path));
    fence(epoch);
    await seal?.follow(database);
    const marks = new SentMarks(path, epoch, assertHeld);
    let closing: Promise<void> | undefined;
    const end = async (): Promise<void> => {
      try {
        await seal?.finish(database);
      } finally {
        await database.close();
        marks.close();
        await release();
      }
    };
    return { database, epoch, marks, assertHeld, close: () => (closing ??= clock.track(end())) };
  } catch (error) {
    seal?.close();
    await owned?.database.close();
    await owned?.release();
    throw error;
  }
}

/** Takes the right to write a database, whatever keeps it, as it is found. */
export async function ownDatabase(options: StoreOptions): Promise<OwnedDatabase> {
  if (options.path !== IN_MEMORY) makeFolder(dirname(options.path));
  return options.server === undefined ? ownFile(options) : ownServer(options, options.server);
}

export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw storeFault(`the folder ${folder} could not be made`, error);
  }
}
