import type { AccountIdentity } from './accountDatabase.ts';
import { assertOwnTreasury } from './assertOwnTreasury.ts';
import { nextEpoch } from './nextEpoch.ts';
import { type Admit, type OwnedLife, ownLife } from './ownLife.ts';
import { POSTGRES_TREASURY_VIEWS } from './postgresViews.ts';
import { assertLive } from './standing.ts';
import type { StoreOptions } from './storeOptions.ts';
import { TREASURY_MIGRATIONS } from './treasuryMigrations.ts';

/**
 * Makes this process the owner of a treasury's database, for an account where one is named. Rejects as `openStore` says, and with `configuration` where a server has the treasury
 * of another account. By default only the live database is let in.
 */
export function beginTreasuryLife(
  options: StoreOptions,
  account?: AccountIdentity,
  admit: Admit = (session) => assertLive(session, options),
): Promise<OwnedLife<undefined>> {
  const { clock, seal } = options;
  return ownLife(
    { ...options, what: 'the treasury' },
    {
      migrations: TREASURY_MIGRATIONS,
      views: POSTGRES_TREASURY_VIEWS,
      admit: async (session) => {
        await admit(session);
        if (account !== undefined) await assertOwnTreasury(session, { place: options, account, seal });
      },
      takeOver: (database) =>
        database.transaction(async (session) => {
          const life = await nextEpoch(session, clock.now());
          if (account !== undefined) await session.run('UPDATE life SET account = ? WHERE epoch = ?', account.id, life.epoch);
          return life;
        }),
      openBeside: () => undefined,
    },
  );
}
