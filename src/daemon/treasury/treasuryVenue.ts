import type { Clock } from '../../base/clock.ts';
import type { Instant } from '../../base/instant.ts';
import { isoOf } from '../../base/instant.ts';
import { seededRandom } from '../../base/random.ts';
import { type TellNews, tellsTrouble } from '../../base/tellNews.ts';
import { keyTail } from '../../base/secret.ts';
import { ulid } from '../../base/ulid.ts';
import type { ExchangeClient } from '../../client/exchangeClient.ts';
import type { InterfaceName } from '../../contract/operation.ts';
import type { MoveKind } from '../../model/move.ts';
import type { Settings } from '../../settings/loadSettings.ts';
import type { Environment } from '../../settings/secrets.ts';
import { accountAt, accountOf } from '../../store/accountDatabase.ts';
import type { Store } from '../../store/store.ts';
import type { MoveVenue } from '../../treasury/moves/carrier.ts';
import { interfaceOf } from '../../treasury/moves/interfaceOf.ts';
import { type AnyCalls, interfaceAccount } from '../interfaceAccount.ts';
import { InterfaceClients } from '../interfaceClients.ts';
import { openOwnedStore } from '../openOwnedStore.ts';
import { statePaths } from '../statePaths.ts';
import { AllTransfers } from '../allTransfers.ts';
import { movesTrading } from '../assertApiMayLeave.ts';
import type { ApiRequest } from '../sendApiRequest.ts';
import { type configuredAccount, venueAccess, venueHabits } from '../venueAccess.ts';
import { AccountOrders } from './accountOrders.ts';
import { assertNotHalted } from './assertNotHalted.ts';
import type { AccountNames } from './peopleRequests.ts';
import { decisionTime } from './decisionTime.ts';
import { moveVenue } from './moveVenue.ts';

export interface TreasuryVenueOptions {
  readonly settings: Settings;
  readonly env: Environment;
  /** The state directory. */
  readonly state: string;
  /** The folder in which accounts are registered. */
  readonly accounts: string;
  readonly clock: Clock;
  /** Tells a person. */
  readonly tell: TellNews;
}

/** The venue as the treasury works with it, and the journals of its accounts, which are owned until it is closed. */
export interface TreasuryVenue {
  readonly venue: MoveVenue;
  /** That of the account at the exchange. */
  readonly journal: Store;
  readonly transfers: AllTransfers;
  readonly orders: AccountOrders;
  /** The clients of the interfaces, within whose rate budget people's requests are sent too. */
  readonly clients: InterfaceClients;
  /** Rejects with a `Fault` `halted` for what a person types that moves something at the exchange while all trading is halted. */
  assertMayLeave(request: ApiRequest): Promise<void>;
  /** The accounts at the interfaces, so that a command can tell whether it means the same ones. */
  accounts(): AccountNames;
  readonly host: string;
  /** The last characters of the key. */
  readonly keyTail: string;
  /** Names the account that a kind of move takes from. Throws a `Fault` `configuration` where none is named. */
  accountOf(kind: MoveKind): string;
  /** The time by which the policy decides. */
  decidesAt(): Instant;
  /** Why nothing can be asked of the exchange just now. Undefined where it can. */
  silence(): string | undefined;
  close(): Promise<void>;
}

/** Rejects with `daemon-running` while another process has a journal, and with `journal-incomplete` where one has lost its end. */
export async function openTreasuryVenue(
  options: TreasuryVenueOptions,
  account: NonNullable<ReturnType<typeof configuredAccount>>,
): Promise<TreasuryVenue> {
  const { settings, env, state, accounts, clock, tell } = options;
  const onTrouble = tellsTrouble(tell);
  const closes: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const one of closes.toReversed()) await one();
  };
  try {
    const journal = await openOwnedStore({ settings, paths: statePaths(state, settings), accounts, clock, onStore: onTrouble });
    closes.push(() => journal.close());
    const access = venueAccess(settings, account, clock);
    closes.push(() => access.close());
    const ending = new AbortController();
    const random = seededRandom(`treasury:${clock.now()}:${process.pid}`);
    const { firstPage } = venueHabits(settings);
    const clients = new InterfaceClients({
      exchange: access.client,
      env,
      clock,
      ending: ending.signal,
      venue: settings.venue,
      transfersOf: (name) => transfers.of(name),
    });
    closes.push(() => clients.close());
    const callsOf = (name: InterfaceName): AnyCalls => clients.of(name);
    const transfers = new AllTransfers({
      accounts,
      state,
      server: settings.server,
      calls: callsOf,
      exchangeJournal: journal.journal,
      env,
      clock,
      random,
      firstPage,
      tell: onTrouble,
    });
    closes.push(() => transfers.close());
    const orders = new AccountOrders({
      store: journal,
      settings,
      state,
      accounts,
      clock,
      venue: access,
      newId: () => ulid(clock.now(), random),
      tell,
      onTrouble,
    });
    closes.push(() => orders.close());
    const { killFile } = statePaths(state, settings);
    const trading = { state: journal.state, killFile, clock };
    const venue = moveVenue({
      orders,
      mayConvert: () => assertNotHalted(trading),
      callsOf,
      transfersOf: (name) => transfers.of(name),
      journalOf: (name) => transfers.journalOf(name),
      firstPage,
    });
    return {
      venue,
      journal,
      transfers,
      orders,
      clients,
      assertMayLeave: async (request) => (movesTrading(request) ? assertNotHalted(trading) : undefined),
      accounts: () => ({ exchange: accountOf(settings)?.id ?? null, ...clients.accounts() }),
      host: access.host,
      keyTail: keyTail(access.key),
      accountOf: (kind) => accountNameOf(kind, account.url, access.key, env),
      decidesAt: () => decisionTime(clock, access.client.venueClock),
      silence: () => silenceOf(access.client),
      close: async () => {
        ending.abort();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function silenceOf({ venueClock, limiter }: ExchangeClient): string | undefined {
  if (venueClock.halted !== undefined) return `nothing is signed: ${venueClock.halted}`;
  const { blockedUntil } = limiter.usage();
  return blockedUntil === undefined ? undefined : `the venue has asked for silence until ${isoOf(blockedUntil)}`;
}

function accountNameOf(kind: MoveKind, url: string, key: string, env: Environment): string {
  const name = interfaceOf(kind);
  if (name === 'exchange') return accountAt('exchange', url, key).id;
  const account = interfaceAccount(name, env);
  return accountAt(name, account.url, account.key).id;
}
