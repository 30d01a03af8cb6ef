import { Fault, isFault } from '../../base/fault.ts';
import { DAY_MS, type Instant, isoOf } from '../../base/instant.ts';
import type { InterfaceName } from '../../contract/operation.ts';
import { seededRandom } from '../../base/random.ts';
import { versionInForce } from '../../policy/policyVersions.ts';
import { parsePolicy } from '../../settings/policyFile.ts';
import { accountOf } from '../../store/accountDatabase.ts';
import { type OldTreasury, rebuildTreasury } from '../../store/rebuildTreasury.ts';
import { isStoreThere } from '../../store/isStoreThere.ts';
import { shownPlace } from '../../store/storePlace.ts';
import { isDamage } from '../../store/storeFault.ts';
import { isTreasuryThere, type TreasuryPlace, treasurySeal } from '../../store/treasurySeal.ts';
import { openTreasuryStore, type TreasuryStore } from '../../store/treasuryStore.ts';
import { SKEW_MS } from '../../treasury/findTransfer.ts';
import { PAYMENT_INTERFACES } from '../interfaceAccount.ts';
import { paymentDatabases } from '../paymentStore.ts';
import { waitUntilSettled } from '../rebuildAccount.ts';
import { accountsDirectory, stateDirectory } from '../stateDirectory.ts';
import { tellWork } from '../tellWork.ts';
import { configuredAccount } from '../venueAccess.ts';
import { enterLostMoves } from './enterLostMoves.ts';
import { treasuryPlace } from './treasuryPaths.ts';
import { openTreasuryVenue, type TreasuryVenueOptions } from './treasuryVenue.ts';

export interface RecoverTreasuryOptions extends Omit<TreasuryVenueOptions, 'tell'> {
  /** How far back journals and the venue are read where the database itself does not say what it lacks. */
  readonly sinceMs: number;
  /** Reports what it is waiting for, and what it finds. */
  readonly onProgress: (message: string) => void;
}

/** What a rebuilt treasury has, and what it can't know. */
export interface RecoveredTreasury {
  readonly database: string;
  /** Where the files that were found are kept. Undefined when there were none. */
  readonly kept: string | undefined;
  /** Whether nothing of it was there. */
  readonly isEmpty: boolean;
  /** When it was last known to have been whole. */
  readonly wholeAt: Instant | undefined;
  /** The tables of a damaged database of which rows are missing. */
  readonly tornTables: readonly string[];
  /** The time of its newest row, after which everything may be missing. Undefined where any row may be. */
  readonly readUntil: Instant | undefined;
  /** Moves that were open, of which nothing more is sent. */
  readonly heldMoves: number;
  /** Moves that were entered since the journals or the venue had them. */
  readonly enteredMoves: number;
  /** Entries of the address book that cool anew, and until when. */
  readonly coolingEntries: number;
  readonly coolingUntil: Instant | undefined;
  /** The version of the policy that is in force. Undefined where there is none. */
  readonly policyVersion: number | undefined;
  /** The hash of the policy that was in force and is lost. Undefined where one is kept. */
  readonly lostPolicy: string | undefined;
  /** The newest row of the audit log that was found. */
  readonly auditRow: number | undefined;
  /** Interfaces that could not be compared, since no account is named there. */
  readonly unread: readonly string[];
}

/**
 * Rebuilds the database of the treasury from what is left of it, the journals of its accounts and what the venue still shows. Undefined when
 * it is whole. Rejects with `journal-incomplete` where a journal has to be recovered first, and with `daemon-running` while a treasury runs.
 */
export async function recoverTreasury(options: RecoverTreasuryOptions): Promise<RecoveredTreasury | undefined> {
  const { settings, state, accounts, clock } = options;
  stateDirectory(state);
  accountsDirectory(accounts);
  const place: TreasuryPlace = { ...treasuryPlace(state, settings), accounts, account: accountOf(settings), clock };
  if (await isWhole(place)) return undefined;
  return rebuildTreasury(
    place,
    (old) => bringInStep(old, shownPlace(place), options),
    (wholeAt) => waitUntilSettled(wholeAt, place, options.onProgress),
  );
}

/** Rejects when something other than the state of the database is in the way, such as that there was never one. */
async function isWhole(place: TreasuryPlace): Promise<boolean> {
  const { path, server, account, clock } = place;
  try {
    if (!(await isTreasuryThere(place))) throw noTreasury(shownPlace(place));
    await (await openTreasuryStore({ path, server, account, clock, seal: treasurySeal(place) })).close();
    return true;
  } catch (error) {
    if (isFault(error, 'journal-incomplete') || isDamage(error)) return false;
    throw error;
  }
}

async function bringInStep(old: OldTreasury, database: string, options: RecoverTreasuryOptions): Promise<RecoveredTreasury> {
  const { store, kept, isEmpty, wholeAt, salvaged = [] } = old;
  const { settings, clock, onProgress, sinceMs } = options;
  const account = configuredAccount(settings);
  if (account === undefined) throw new Fault('configuration', 'no venue is named');
  const hasPolicy = (await store.policies.versions()).length > 0;
  const tornTables = salvaged.filter((table) => !table.isWhole).map(({ table }) => table);
  const newest = await store.latestAuditAt();
  const readUntil = tornTables.length > 0 ? undefined : await store.latestWorkAt();
  const before = await store.auditHead();
  const now = clock.now();
  const coolingMs = await coolingOf(store, now);
  const from = Math.max(now, newest ?? now);
  const evidence = `${isEmpty ? 'nothing of it was left' : kept === undefined ? 'what the server has of it is kept' : `its files are kept as ${kept}`}; it was last whole: ${wholeAt === undefined ? 'nobody knows when' : isoOf(wholeAt)}`;
  const marked = await store.markRecovered(from, { wholeAt, coolingMs, evidence });
  const side = await openTreasuryVenue({ ...options, tell: onProgress }, account);
  try {
    // Newer rows may be of a machine that has gone on with it after it was set back.
    const since = Math.min(now - (readUntil === undefined ? sinceMs : 0), readUntil ?? now, wholeAt ?? now) - SKEW_MS;
    const random = seededRandom(`treasury recover:${now}:${process.pid}`);
    const { names, unread } = await interfacesOf(options);
    const what = `reading the journals and what the venue shows since ${isoOf(since)}`;
    const enteredMoves = await tellWork(what, clock, onProgress, async () => {
      await side.transfers.round();
      return enterLostMoves({ store, side, names, clock, since, random });
    });
    return {
      database,
      kept,
      isEmpty,
      wholeAt,
      tornTables,
      readUntil,
      heldMoves: marked.moves,
      enteredMoves,
      coolingEntries: marked.entries,
      coolingUntil: marked.entries === 0 ? undefined : from + coolingMs,
      policyVersion: versionInForce(await store.policies.versions(), now)?.version,
      lostPolicy: hasPolicy ? undefined : old.policy,
      auditRow: before?.seq,
      unread,
    };
  } finally {
    await side.close();
  }
}

/** An account without a journal has sent nothing from here. One that is not named can't be asked. */
async function interfacesOf({ env, accounts, state, settings: { server }, clock }: RecoverTreasuryOptions) {
  const databases = paymentDatabases(env, { accounts, state, server });
  const names: InterfaceName[] = ['exchange'];
  for (const { interface: name, database: path } of databases) if (await isStoreThere({ path, server }, clock)) names.push(name);
  return { names, unread: PAYMENT_INTERFACES.filter((name) => !databases.some((one) => one.interface === name)) };
}

/** As long as the policy has a new address wait. Where none can be read, a day. */
async function coolingOf(store: TreasuryStore, at: Instant): Promise<number> {
  const version = versionInForce(await store.policies.versions(), at);
  if (version === undefined) return DAY_MS;
  try {
    return parsePolicy(version.text, `policy version ${version.version}`).policy.book.coolingMs;
  } catch (error) {
    if (!isFault(error) || error.code === 'internal') throw error;
    return DAY_MS;
  }
}

function noTreasury(path: string): Fault {
  return new Fault('not-found', `there is no treasury in ${path}, and none was registered there`, {
    suggestion: 'name its state directory with --state DIR',
  });
}
