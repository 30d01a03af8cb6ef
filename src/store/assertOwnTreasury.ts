import { Fault } from '../base/fault.ts';
import type { AccountIdentity } from './accountDatabase.ts';
import type { AccountSeal } from './accountSeal.ts';
import type { Session } from './connection.ts';
import { shownPlace, type StorePlace } from './storePlace.ts';

export interface OwnTreasury {
  readonly place: StorePlace;
  readonly account: AccountIdentity;
  readonly seal: AccountSeal | undefined;
}

/**
 * Throws `configuration` where the treasury on a server is that of another account. A database of a server has one treasury, which may have got a new key: then
 * the seal of this state directory knows it.
 */
export async function assertOwnTreasury(session: Session, { place, account, seal }: OwnTreasury): Promise<void> {
  if (place.server === undefined) return;
  if ((await session.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'owner'")) === undefined) return;
  const last = await session.get<{ account: string }>('SELECT account FROM life WHERE account IS NOT NULL ORDER BY epoch DESC LIMIT 1');
  if (last === undefined || [account.id, ...account.earlierIds].includes(last.account) || (await seal?.knows(session)) === true) return;
  throw new Fault(
    'configuration',
    `the treasury of ${shownPlace(place)} is that of ${last.account}, and not of ${account.id}, the account at ${account.host} with key ${account.keyTail}`,
    {
      suggestion:
        'a treasury of its own needs a database of its own on the server: `createdb`, then name it in `store`. ' +
        'If it is the same treasury with a new key: start it first on a machine and in a state directory that have run it before',
    },
  );
}
