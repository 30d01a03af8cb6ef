import { type Admit, type OwnedLife, ownLife } from './ownLife.ts';
import { nextEpoch } from './nextEpoch.ts';
import { POSTGRES_TREASURY_VIEWS } from './postgresViews.ts';
import { assertLive } from './standing.ts';
import type { StoreOptions } from './storeOptions.ts';
import { TREASURY_MIGRATIONS } from './treasuryMigrations.ts';

/** Makes this process the owner of a treasury's database. Rejects as `openStore` says. By default only the live one is let in. */
export function beginTreasuryLife(
  options: StoreOptions,
  admit: Admit = (session) => assertLive(session, options),
): Promise<OwnedLife<undefined>> {
  const { clock } = options;
  return ownLife(
    { ...options, what: 'the treasury' },
    {
      migrations: TREASURY_MIGRATIONS,
      views: POSTGRES_TREASURY_VIEWS,
      admit,
      takeOver: (database) => database.transaction(async (session) => (await nextEpoch(session, clock.now())).epoch),
      openBeside: () => undefined,
    },
  );
}
