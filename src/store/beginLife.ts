import { MIGRATIONS } from './migrations.ts';
import { type Admit, type OwnedLife, ownLife } from './ownLife.ts';
import { POSTGRES_VIEWS } from './postgresViews.ts';
import { readSentMarks, SentMarks } from './sentMarks.ts';
import { assertLive } from './standing.ts';
import type { StoreOptions } from './storeOptions.ts';
import { takeOver } from './takeOver.ts';

/** A journal of which this process is the owner, and the marks of what it has sent. */
export type Life = OwnedLife<SentMarks>;

/**
 * Makes this process the owner of a journal. Intents found in `sending` become `unknown`, or `not-sent` where it is proven that none of their
 * bytes left. Rejects as `openStore` says. By default only the live store of an account is let in.
 */
export function beginLife(options: StoreOptions, admit: Admit = (session) => assertLive(session, options)): Promise<Life> {
  const { path, clock } = options;
  return ownLife(options, {
    migrations: MIGRATIONS,
    views: POSTGRES_VIEWS,
    admit,
    takeOver: (database) => takeOver(database, clock, readSentMarks(path)),
    openBeside: (life, assertHeld) => new SentMarks(path, life, assertHeld),
  });
}
