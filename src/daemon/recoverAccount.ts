import { sleep } from '../base/clock.ts';
import { isFault } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
import { seededRandom } from '../base/random.ts';
import { ulid } from '../base/ulid.ts';
import { accountLists, type ConversionRow } from '../gateway/accountLists.ts';
import { conversionOf, isDone } from '../gateway/conversionAdoption.ts';
import { WATERMARK } from '../gateway/fillBooking.ts';
import { adoptLostReplacements } from '../gateway/lostReplacements.ts';
import { shutRecovered, unknownOrders } from '../gateway/recoveredLanes.ts';
import { engineSettingsOf } from '../loading/engineSettings.ts';
import type { EventBody } from '../model/event.ts';
import type { Account } from '../store/accountDatabase.ts';
import { type AccountStoreOptions, openAccountStore } from '../store/openAccountStore.ts';
import { type OldJournal, rebuildJournal } from '../store/rebuildJournal.ts';
import { isDamage } from '../store/storeFault.ts';
import { accountRefusals } from './accountRefusals.ts';
import { LiveAccount, SKEW_MS } from './liveAccount.ts';
import type { OneShotOptions } from './oneShot.ts';
import { accountsDirectory, stateDirectory } from './stateDirectory.ts';
import { statePaths } from './statePaths.ts';
import { venueHabits } from './venueAccess.ts';

export interface RecoverOptions extends OneShotOptions {
  readonly account: Account;
  /** How far back executions and conversions are read when the journal itself does not say. */
  readonly sinceMs: number;
  /** Reports what it is waiting for. */
  readonly onProgress: (message: string) => void;
}

/** What a rebuilt journal has, and what it can't know. */
export interface Recovery {
  readonly journal: string;
  /** Where the files that were found are kept. Undefined when there were none. */
  readonly kept: string | undefined;
  /** Whether nothing of the old journal could be read. */
  readonly isEmpty: boolean;
  readonly executions: number;
  readonly conversions: number;
  /** Open orders that the journal does not know. Their symbols are frozen until the orders are gone. */
  readonly unknownOrders: readonly { readonly id: string; readonly symbol: string }[];
  /** Intents whose outcome is not known. */
  readonly unresolved: number;
}

/** After this long, nothing that was on its way when the journal was last whole can still appear for the first time. */
const SETTLED_AFTER_MS = 150_000;
/** More conversions than the history is read back for. */
const MOST_KNOWN = 100_000;

/**
 * Rebuilds the journal of an account from what is left of it and what the venue still shows. Undefined when the journal is whole,
 * so that there is nothing to do.
 */
export async function recoverAccount(options: RecoverOptions): Promise<Recovery | undefined> {
  const { settings, accounts, clock, account } = options;
  const { directory, database } = statePaths(options.state, settings);
  stateDirectory(directory);
  accountsDirectory(accounts);
  const place = { account, accounts, database, clock };
  if (await isWhole(place)) return undefined;
  return rebuildJournal(place, async (old) => {
    await waitUntilSettled(old, options);
    return { journal: database, kept: old.kept, isEmpty: old.isEmpty, ...(await bringInStep(old, options)) };
  });
}

/** Rejects when something other than the state of the journal is in the way. */
async function isWhole(place: AccountStoreOptions): Promise<boolean> {
  try {
    await (await openAccountStore(place)).close();
    return true;
  } catch (error) {
    // A person who names another state directory thereby says which journal is the account's.
    if (isFault(error, 'journal-incomplete') || isFault(error, 'configuration') || isDamage(error)) return false;
    throw error;
  }
}

async function waitUntilSettled({ wholeAt }: OldJournal, { clock, onProgress }: RecoverOptions): Promise<void> {
  const until = (wholeAt ?? clock.now()) + SETTLED_AFTER_MS;
  const waitMs = until - clock.now();
  if (waitMs <= 0) return;
  onProgress(`waiting until ${isoOf(until)}: before that the venue may not show yet what was on its way`);
  await sleep(clock, Math.min(waitMs, SETTLED_AFTER_MS));
}

async function bringInStep(
  old: OldJournal,
  options: RecoverOptions,
): Promise<Pick<Recovery, 'executions' | 'conversions' | 'unknownOrders' | 'unresolved'>> {
  const { store, isEmpty } = old;
  const { settings, clock, venue } = options;
  const since = clock.now() - options.sinceMs;
  if (isEmpty) await store.fillLog.record([], { symbol: WATERMARK, at: since });
  let executions = 0;
  const post = (body: EventBody): void => {
    if (body.type === 'report' && body.report.type === 'fill') executions++;
  };
  const lists = accountLists(venue.client, venueHabits(settings).firstPage);
  const random = seededRandom(`recover:${clock.now()}:${process.pid}`);
  await adoptLostReplacements({ journal: store.journal, lists, clock, skewMs: SKEW_MS, newId: () => ulid(clock.now(), random) });
  await lookOnce(old, options, post);
  const unknown = await unknownOrders(store.journal, await lists.openOrders());
  for (const symbol of new Set(unknown.map((row) => row.symbol))) await shutRecovered(store.state, symbol);
  const conversions = await logConversions(old, await lists.conversions(since));
  const unresolved = (await store.journal.unresolved()).filter(({ kind }) => kind !== 'cancel').length;
  return { executions, conversions, unknownOrders: unknown.map(({ id, symbol }) => ({ id, symbol })), unresolved };
}

/** Does what every start does before it trades: it books executions that came meanwhile, and looks for unknown outcomes. */
async function lookOnce({ store }: OldJournal, options: RecoverOptions, post: (body: EventBody) => void): Promise<void> {
  const { settings, clock, venue, onTrouble } = options;
  const { poll } = settings;
  const failure = Promise.withResolvers<never>();
  const account = new LiveAccount(
    {
      ...store,
      clock,
      client: venue.client,
      engine: engineSettingsOf(settings, []),
      symbols: [],
      poll: { booksMs: poll.books, depth: poll.depth, statisticsMs: poll.statistics, ordersMs: poll.orders, balancesMs: poll.balances },
      seed: 0,
      ...venueHabits(settings),
      refusals: accountRefusals(settings, statePaths(options.state, settings), clock, onTrouble),
      polls: false,
      onFatal: (fault) => failure.reject(fault),
      onTrouble,
    },
    {
      post,
      onFatal: (fault) => failure.reject(fault),
      onChange: () => undefined,
      onDoubt: () => undefined,
      saved: () => Promise.resolve(),
      bookOf: () => undefined,
    },
  );
  try {
    await Promise.race([account.begin([]), failure.promise]);
  } finally {
    account.close();
    await account.idle();
  }
}

/** The history shows conversions without saying who asked for them. */
async function logConversions({ store }: OldJournal, rows: readonly ConversionRow[]): Promise<number> {
  const known = new Set((await store.fillLog.conversions(MOST_KNOWN)).map(({ id }) => id));
  const fresh = rows.filter((row) => !known.has(row.id) && isDone(row)).toReversed();
  for (const row of fresh) await store.fillLog.recordConversion(conversionOf(row, undefined));
  return fresh.length;
}
