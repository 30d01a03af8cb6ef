import { type Decimal, ZERO } from '../base/decimal.ts';
import { seededRandom } from '../base/random.ts';
import { ulid } from '../base/ulid.ts';
import { accountLists, type ConversionRow } from '../gateway/accountLists.ts';
import { conversionOf, isDone } from '../gateway/conversionAdoption.ts';
import { WATERMARK } from '../gateway/fillBooking.ts';
import { adoptLostReplacements } from '../gateway/lostReplacements.ts';
import { noteOwnerless, ownerlessTrades } from '../gateway/ownerlessTrades.ts';
import { shutRecovered, unknownOrders } from '../gateway/recoveredLanes.ts';
import type { Conversion } from '../model/conversion.ts';
import type { EventBody } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import type { AccountIdentity } from '../store/accountDatabase.ts';
import type { OldJournal } from '../store/rebuildJournal.ts';
import type { TransferCalls } from '../treasury/transferReads.ts';
import { accountAlone } from './accountAlone.ts';
import { SKEW_MS } from './liveAccount.ts';
import type { OneShotOptions } from './oneShot.ts';
import { type OwnerlessStatus, ownerlessStatus } from './ownerlessStatus.ts';
import { type Rebuilt, rebuildAccount } from './rebuildAccount.ts';
import { type RecoveredTransfers, type RecoverTransfersOptions, recoverTransfers } from './recoverTransfers.ts';
import { accountsDirectory, stateDirectory } from './stateDirectory.ts';
import { haltRecovered } from './savedTrading.ts';
import { statePaths } from './statePaths.ts';
import { venueHabits } from './venueAccess.ts';

export interface RecoverOptions extends OneShotOptions, Pick<RecoverTransfersOptions, 'holdMoves'> {
  readonly account: AccountIdentity;
  /** How far back executions and conversions are read when the journal itself does not say. */
  readonly sinceMs: number;
  /** Reports what it is waiting for. */
  readonly onProgress: (message: string) => void;
}

/** What a rebuilt journal has, and what it can't know. */
export interface Recovery extends Rebuilt, RecoveredTransfers {
  readonly executions: number;
  readonly conversions: number;
  /** Executions that belong to no strategy, by pair. */
  readonly ownerless: readonly OwnerlessStatus[];
  /** By currency, what conversions that belong to no strategy have changed. */
  readonly converted: Readonly<Record<string, Decimal>>;
  /** Open orders that the journal does not know. Their symbols are frozen until the orders are gone. */
  readonly unknownOrders: readonly { readonly id: string; readonly symbol: string }[];
  /** Intents whose outcome is not known. */
  readonly unresolved: number;
}

/** More conversions than the history is read back for. */
const MOST_KNOWN = 100_000;

/**
 * Rebuilds the journal of an account from what is left of it and what the venue still shows. Undefined when the journal is whole,
 * so that there is nothing to do.
 */
export async function recoverAccount(options: RecoverOptions): Promise<Recovery | undefined> {
  const { settings, accounts, clock, account } = options;
  const { directory, database, server } = statePaths(options.state, settings);
  stateDirectory(directory);
  accountsDirectory(accounts);
  const place = { account, accounts, database, server, clock };
  return rebuildAccount(place, options.onProgress, (old) => bringInStep(old, options));
}

async function bringInStep(old: OldJournal, options: RecoverOptions): Promise<Omit<Recovery, keyof Rebuilt>> {
  const { store, isEmpty } = old;
  const { settings, clock, venue } = options;
  const since = clock.now() - options.sinceMs;
  const { firstPage } = venueHabits(settings);
  if (isEmpty) await store.fillLog.record([], { symbol: WATERMARK, at: since });
  const booked: Fill[] = [];
  const post = (body: EventBody): void => {
    if (body.type === 'report' && body.report.type === 'fill') booked.push(body.report.fill);
  };
  const calls = venue.client as unknown as TransferCalls;
  // First of all: it goes by the journal's newest row, and by the conversions that it lacks.
  const transfers = await recoverTransfers(old, { ...options, interface: 'exchange', calls, firstPage });
  const lists = accountLists(venue.client, firstPage);
  const random = seededRandom(`recover:${clock.now()}:${process.pid}`);
  await adoptLostReplacements({ journal: store.journal, lists, clock, skewMs: SKEW_MS, newId: () => ulid(clock.now(), random) });
  await lookOnce(old, options, post);
  const unknown = await unknownOrders(store.journal, await lists.openOrders());
  for (const symbol of new Set(unknown.map((row) => row.symbol))) await shutRecovered(store.state, symbol);
  await haltRecovered(store.state, clock);
  await noteOwnerless(store.state, booked, clock.now());
  const fresh = await logConversions(old, await lists.conversions(since));
  const unresolved = (await store.journal.unresolved()).filter(({ kind }) => kind !== 'cancel').length;
  return {
    ...transfers,
    executions: booked.length,
    conversions: fresh.length,
    ownerless: (await ownerlessTrades(store)).map((one) => ownerlessStatus(one, settings.strategies)),
    converted: changesOf(fresh),
    unknownOrders: unknown.map(({ id, symbol }) => ({ id, symbol })),
    unresolved,
  };
}

/** Does what every start does before it trades: it books executions that came meanwhile, and looks for unknown outcomes. */
async function lookOnce({ store }: OldJournal, options: RecoverOptions, post: (body: EventBody) => void): Promise<void> {
  const failure = Promise.withResolvers<never>();
  const account = accountAlone(store, options, { post, onFatal: (fault) => failure.reject(fault) });
  try {
    await Promise.race([account.begin([]), failure.promise]);
  } finally {
    account.close();
    await account.idle();
  }
}

/** The history shows conversions without saying who asked for them. */
async function logConversions({ store }: OldJournal, rows: readonly ConversionRow[]): Promise<readonly Conversion[]> {
  const known = new Set((await store.fillLog.conversions(MOST_KNOWN)).map(({ id }) => id));
  const fresh = rows.filter((row) => !known.has(row.id) && isDone(row)).toReversed();
  const conversions = fresh.map((row) => conversionOf(row, undefined));
  for (const conversion of conversions) await store.fillLog.recordConversion(conversion);
  return conversions;
}

function changesOf(conversions: readonly Conversion[]): Readonly<Record<string, Decimal>> {
  const changes = new Map<string, Decimal>();
  const change = (currency: string, amount: Decimal): void => void changes.set(currency, amount.plus(changes.get(currency) ?? ZERO));
  for (const { fromCurrency, fromAmount, toCurrency, toAmount } of conversions) {
    change(fromCurrency, fromAmount.negated());
    change(toCurrency, toAmount);
  }
  return Object.fromEntries(changes);
}
