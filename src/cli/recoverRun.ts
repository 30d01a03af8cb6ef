import { Fault } from '../base/fault.ts';
import { durationText } from '../base/instant.ts';
import { systemClock } from '../base/systemClock.ts';
import { openOwnedStore } from '../daemon/openOwnedStore.ts';
import type { PaymentInterface } from '../daemon/interfaceAccount.ts';
import type { Rebuilt } from '../daemon/rebuildAccount.ts';
import { type Recovery, recoverAccount } from '../daemon/recoverAccount.ts';
import { type RecoverPaymentsOptions, recoverPayments } from '../daemon/recoverPayments.ts';
import type { RecoveredTransfers } from '../daemon/recoverTransfers.ts';
import { statePaths } from '../daemon/statePaths.ts';
import { holdMoves } from '../daemon/treasury/holdMoves.ts';
import { treasuryPlace } from '../daemon/treasury/treasuryPaths.ts';
import { configuredAccount, venueAccess } from '../daemon/venueAccess.ts';
import { leaveOwnerless, ownerlessTrades } from '../gateway/ownerlessTrades.ts';
import { recoveredSymbols, releaseRecovered } from '../gateway/recoveredLanes.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { tradedAccount } from '../store/accountDatabase.ts';
import type { Column } from './column.ts';
import { interfaceAccess } from './interfaceAccess.ts';
import { settingsOf } from './configFile.ts';
import { printRecord } from './print.ts';
import { note, say, type Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';

/** Rebuilds the journal of the account in the settings. Undefined when it is whole. */
export async function recoverJournal(shell: Shell, sinceMs: number): Promise<Recovery | undefined> {
  const settings = await settingsOf(shell);
  const account = tradedAccount(settings);
  const access = configuredAccount(settings);
  if (account === undefined || access === undefined) throw noAccount();
  const venue = venueAccess(settings, access, systemClock);
  const onProgress = (message: string): void => say(shell, message);
  try {
    const state = stateToRebuild(shell, settings);
    return await recoverAccount({
      account,
      settings,
      state,
      holdMoves: (name, evidence) => holdMoves(treasuryPlace(state, settings), systemClock, name, evidence),
      accounts: shell.options.accounts,
      clock: systemClock,
      venue,
      sinceMs,
      onProgress,
      onTrouble: (message) => note(shell, message),
    });
  } finally {
    await venue.close();
  }
}

/** A register that can't be read does not say where the journal is. */
function stateToRebuild(shell: Shell, settings: Settings): string {
  try {
    return stateOf(shell, settings);
  } catch {
    return shell.options.state;
  }
}

/**
 * Opens a pair that a recovery has frozen, and leaves what it has booked there without a strategy as it is. Rejects with `not-found` where there
 * is neither.
 */
export async function releasePair(shell: Shell, symbol: string): Promise<void> {
  const settings = await settingsOf(shell);
  if (tradedAccount(settings) === undefined) throw noAccount();
  const paths = statePaths(stateOf(shell, settings), settings);
  const store = await openOwnedStore({ settings, paths, accounts: shell.options.accounts, clock: systemClock });
  try {
    const shut = await recoveredSymbols(store.state);
    const told = [...new Set([...shut, ...(await ownerlessTrades(store)).map((one) => one.symbol)])];
    if (!told.includes(symbol)) {
      throw new Fault('not-found', `no recovery has shut ${symbol}, or booked there what belongs to no strategy`, {
        suggestion: told.length === 0 ? undefined : `there are ${told.join(', ')}`,
      });
    }
    await releaseRecovered(store.state, symbol);
    await leaveOwnerless(store.state, symbol);
  } finally {
    await store.close();
  }
}

/** Rebuilds the journal of the account at a payment interface. Undefined when it is whole. */
export async function recoverPaymentJournal(shell: Shell, name: PaymentInterface, sinceMs: number): Promise<RebuiltPayments | undefined> {
  const access = await interfaceAccess(shell, name);
  const { accounts } = shell.options;
  const settings = await settingsOf(shell);
  const onProgress = (message: string): void => say(shell, message);
  try {
    const state = stateToRebuild(shell, settings);
    const hold: RecoverPaymentsOptions['holdMoves'] = (one, evidence) =>
      holdMoves(treasuryPlace(state, settings), systemClock, one, evidence);
    const place = { accounts, state, server: settings.server, env: shell.env, holdMoves: hold };
    return await recoverPayments({ ...place, interface: name, calls: access.calls, clock: systemClock, sinceMs, onProgress });
  } finally {
    await access.close();
  }
}

export function printRecovery(shell: Shell, recovery: Recovery, sinceMs: number): void {
  printRecord<Recovery>(shell, [...journalColumns, ...columns, ...transferColumns], recovery);
  for (const { id, symbol } of recovery.unknownOrders) {
    say(shell, `${symbol} is shut: whose the open order ${id} is can't be told. Cancel it with \`sluice orders cancel ${id} --yes\`,`);
    say(shell, `  give it to a strategy with \`sluice orders adopt ${id} --strategy NAME --yes\`,`);
    say(shell, `  or leave it to whoever placed it with \`sluice recover --release ${symbol} --yes\``);
  }
  printUncertain(shell, recovery, sinceMs);
  printOwnerless(shell, recovery);
  say(
    shell,
    'trading is HALTED, since a stop that was set in the part that is lost is not known any more: `sluice resume --all` when you have looked',
  );
}

/** A strategy would go on from a position that lacks what it did in the part that is lost. */
function printOwnerless(shell: Shell, { ownerless, converted }: Recovery): void {
  for (const { symbol, found, commands } of ownerless) {
    note(shell, `${symbol}: ${found}. Before you resume, type`);
    for (const line of commands) say(shell, `  ${line}`);
    say(shell, '  or give the orders to their strategies one by one with `sluice orders adopt ID --strategy NAME --yes`;');
    say(shell, `  where nobody here has placed them, \`sluice recover --release ${symbol} --yes\` says so`);
  }
  const changes = Object.entries(converted).map(([currency, amount]) => `${amount.toFixed()} ${currency}`);
  if (changes.length > 0) note(shell, `conversions that belong to no strategy have changed the balances by ${changes.join(', ')}`);
  if (ownerless.length > 0) note(shell, 'what was lost there counts in no limit on losses, also not after `position adjust`');
}

export function printRebuilt(shell: Shell, rebuilt: RebuiltPayments, sinceMs: number): void {
  printRecord<RebuiltPayments>(shell, [...journalColumns, ...transferColumns], rebuilt);
  printUncertain(shell, rebuilt, sinceMs);
}

function printUncertain(shell: Shell, { isEmpty, uncertainPlaces, heldMoves }: RebuiltPayments, sinceMs: number): void {
  for (const { id, place, why } of uncertainPlaces) {
    say(shell, `nothing more goes to ${place}: ${why}. When it was sent from here, or you have seen to it otherwise:`);
    say(shell, `  \`sluice orders resolve ${id} --adopt ID --yes\` with an id of the venue; when it was somebody else: \`--not-placed\``);
  }
  if (heldMoves > 0) say(shell, `nothing more is sent of ${heldMoves} moves of the treasury: see \`sluice treasury list\``);
  if (isEmpty) say(shell, `nothing was left of the journal: the last ${durationText(sinceMs)} were read from the venue`);
}

type RebuiltPayments = Rebuilt & RecoveredTransfers;

const journalColumns: readonly Column<Rebuilt>[] = [
  { key: 'journal', value: ({ journal }) => journal },
  { key: 'kept', value: ({ kept }) => kept },
  { key: 'fromNothing', value: ({ isEmpty }) => (isEmpty ? 'yes' : 'no') },
];

const columns: readonly Column<Recovery>[] = [
  { key: 'executions', kind: 'number', value: ({ executions }) => executions },
  { key: 'conversions', kind: 'number', value: ({ conversions }) => conversions },
  { key: 'unresolved', kind: 'number', value: ({ unresolved }) => unresolved },
  { key: 'unknownOrders', value: ({ unknownOrders }) => unknownOrders.map(({ id }) => id).join(' ') },
  { key: 'ownerless', value: ({ ownerless }) => ownerless.map(({ symbol }) => symbol).join(' ') },
  // Trading is halted after every recovery of this account.
  { key: 'halted', value: () => true },
];

const transferColumns: readonly Column<RecoveredTransfers>[] = [
  { key: 'uncertainPlaces', kind: 'number', value: ({ uncertainPlaces }) => uncertainPlaces.length },
  { key: 'heldMoves', kind: 'number', value: ({ heldMoves }) => heldMoves },
];

function noAccount(): Fault {
  return new Fault('configuration', 'no account is named: only an account at a venue has a journal that can be rebuilt', {
    suggestion: 'name a configuration with -c FILE, or set SLUICE_EXCHANGE_URL, SLUICE_EXCHANGE_KEY and SLUICE_EXCHANGE_SECRET',
  });
}
