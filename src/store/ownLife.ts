import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Session } from './connection.ts';
import type { Database } from './database.ts';
import { countChanges } from './journalMark.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations.ts';
import type { OwnedEpoch } from './nextEpoch.ts';
import { IN_MEMORY } from './openDatabase.ts';
import { type OwnedDatabase, ownFile } from './ownFile.ts';
import { ownServer } from './ownServer.ts';
import { storeFault } from './storeFault.ts';
import type { StoreOptions } from './storeOptions.ts';

/** A database with the newest schema, from the moment on at which this process owns it. */
export interface OwnedLife<Beside> {
  readonly database: Database;
  readonly epoch: number;
  /** What it keeps on this machine beside the database. */
  readonly beside: Beside;
  /** Throws, `not-sent`, when another process may own it by now. */
  readonly assertHeld: () => void;
  /** Waits for what is queued, seals the end and lets go. May be called twice. */
  readonly close: () => Promise<void>;
}

/** Rejects with what stands in the way of a life, before anything is written. */
export type Admit = (session: Session) => Promise<void>;

/** What a kind of database has of its own. */
export interface LifeSteps<Beside> {
  readonly migrations: readonly Migration[];
  /** For people, on a server. */
  readonly views: string;
  readonly admit: Admit;
  /** Makes this process the owner, and answers which life it is. */
  readonly takeOver: (database: Database) => Promise<OwnedEpoch>;
  /** Opens what it keeps beside the database. It is closed when nothing more is written, before somebody else may own the database. */
  readonly openBeside: (life: OwnedEpoch, assertHeld: () => void) => Beside;
}

/** Makes this process the owner of a database. Rejects as `openStore` says. */
export async function ownLife<Beside extends { close(): void } | undefined>(
  options: StoreOptions,
  steps: LifeSteps<Beside>,
): Promise<OwnedLife<Beside>> {
  const { clock, seal } = options;
  const { migrations, views, admit, takeOver, openBeside } = steps;
  let owned: OwnedDatabase | undefined;
  try {
    owned = await ownDatabase(options);
    const { database, file, fence, assertHeld, release } = owned;
    await admit(database);
    await seal?.check(database);
    await migrate(database, migrations, { path: file, clock });
    await countChanges(database);
    if (database.engine === 'postgres') await database.exec(views);
    const life = await takeOver(database);
    const { epoch } = life;
    fence(epoch);
    await seal?.follow(database, life);
    const beside = openBeside(life, assertHeld);
    let closing: Promise<void> | undefined;
    const end = async (): Promise<void> => {
      try {
        await seal?.finish(database);
      } finally {
        await database.close();
        beside?.close();
        await release();
      }
    };
    return { database, epoch, beside, assertHeld, close: () => (closing ??= clock.track(end())) };
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
