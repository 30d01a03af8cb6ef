import { systemClock } from '../base/systemClock.ts';
import type { TreasuryCalls } from '../daemon/treasury/treasury.ts';
import type { TreasuryReads } from '../daemon/treasury/treasuryReads.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { interfaceAccount } from '../daemon/interfaceAccount.ts';
import { settingsOf } from './configFile.ts';
import { isRemoteUrl } from './interfaceAccess.ts';
import { note, say, type Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';
import { Fault } from '../base/fault.ts';

/** Runs `use` with the treasury: the one that runs, through its socket, or one of this process for as long as that takes. */
export async function withTreasury<T>(shell: Shell, use: (calls: TreasuryCalls) => Promise<T>): Promise<T> {
  const running = await runningTreasury(shell);
  if (running !== undefined) {
    say(shell, 'through the treasury that runs');
    return use(running);
  }
  const { openTreasury } = await import('../daemon/treasury/openTreasury.ts');
  const settings = await settingsOf(shell);
  const state = stateOf(shell, settings);
  const { inTurn } = await import('../daemon/inTurn.ts');
  const options = { settings, env: shell.env, state, accounts: shell.options.accounts, clock: systemClock };
  const open = await inTurn(systemClock, () => openTreasury({ ...options, tell: (message) => note(shell, message) }));
  try {
    return await use(open.calls);
  } finally {
    await open.close();
  }
}

/**
 * Runs `use` with what the treasury's store answers: through the treasury that runs, else from its store, which is opened to read it, so that it
 * works beside a daemon that trades with the same key, and where it was restored or has lost its end, which is told. Rejects with `not-found` where
 * there is none.
 */
export async function readingTreasury<T>(shell: Shell, use: (reads: TreasuryReads) => Promise<T>): Promise<T> {
  const running = await runningTreasury(shell);
  if (running !== undefined) {
    say(shell, 'through the treasury that runs');
    return use(running);
  }
  const { treasuryReads } = await import('../daemon/treasury/treasuryReads.ts');
  const { readAsItIs } = await import('./treasuryStore.ts');
  return readAsItIs(shell, (store) => use(treasuryReads(store, systemClock)));
}

/** The treasury that `treasury serve` runs on the state folder. Undefined when none does. */
export async function runningTreasury(shell: Shell): Promise<TreasuryCalls | undefined> {
  const { treasurySocket } = await import('../daemon/treasury/treasuryPaths.ts');
  const { socketClient } = await import('../control/socketClient.ts');
  const control = await socketClient(treasurySocket(stateOf(shell, await settingsOf(shell))), '/status');
  if (control === undefined) return undefined;
  const { treasuryClient } = await import('../control/treasuryClient.ts');
  return treasuryClient(control);
}

/** A venue that is not on this machine is moved only with `--live`. Each of its interfaces has an address of its own. */
export async function assertLive(shell: Shell, name: InterfaceName = 'exchange'): Promise<void> {
  const { exchange } = (await settingsOf(shell)).venue;
  const url = name === 'exchange' ? exchange?.url : interfaceAccount(name, shell.env).url;
  if (url === undefined || !isRemoteUrl(url) || shell.options.live) return;
  throw new Fault('confirmation-needed', 'this would move money at a venue that is not on this machine', {
    suggestion: 'add --live when that is what you want, or --dry-run to see what would come of it',
  });
}
