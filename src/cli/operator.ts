import { Fault } from '../base/fault.ts';
import { keyTail } from '../base/secret.ts';
import type { ControlClient } from '../control/controlClient.ts';
import type { OperatorResult } from '../daemon/operatorDesk.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { settingsOf } from './configFile.ts';
import { say, type Shell } from './shell.ts';

/** An operator's request as it crosses the control socket, with money as text. Whoever executes it assigns the id. */
export type AskText = Readonly<Record<string, unknown>> & { readonly type: 'place' | 'replace' | 'cancel' | 'convert' | 'accept' };

/**
 * Has an operator's order executed: by the running daemon, else by this process with the same journal, checks and client. At a
 * venue that is not on this machine, it needs `--live`.
 */
export async function operate(shell: Shell, ask: AskText, symbols: readonly string[]): Promise<OperatorResult> {
  const settings = await settingsOf(shell);
  const { daemonOf } = await import('./daemonWay.ts');
  const control = await daemonOf(shell, settings);
  return control === undefined ? direct(shell, settings, ask, symbols) : throughDaemon(control, ask);
}

async function throughDaemon(control: ControlClient, ask: AskText): Promise<OperatorResult> {
  const { readResult } = await import('../control/controlMessages.ts');
  return readResult(await control.ask(ask));
}

async function direct(shell: Shell, settings: Settings, ask: AskText, symbols: readonly string[]): Promise<OperatorResult> {
  const { configuredAccount, venueAccess } = await import('../daemon/venueAccess.ts');
  const account = configuredAccount(settings);
  if (account === undefined) {
    throw new Fault('daemon-not-running', 'no venue is named and no daemon runs', {
      suggestion:
        'start the demo with `sluice run`, name a configuration with -c FILE, or set SLUICE_EXCHANGE_URL, SLUICE_EXCHANGE_KEY and SLUICE_EXCHANGE_SECRET',
    });
  }
  const { worldOf } = await import('../settings/loadSettings.ts');
  const world = worldOf(settings);
  if (world === 'LIVE' && !shell.options.live) {
    throw new Fault('confirmation-needed', 'this would move real money', { suggestion: 'add --live when that is what you want' });
  }
  const { systemClock } = await import('../base/systemClock.ts');
  const { oneShot } = await import('../daemon/oneShot.ts');
  const { stateOf } = await import('./stateOf.ts');
  const { readAsk } = await import('../control/controlMessages.ts');
  const venue = venueAccess(settings, account, systemClock);
  say(shell, `${world} ${venue.host} key ${keyTail(venue.key)}`);
  try {
    return await oneShot((newId) => readAsk(ask, newId()), symbols, {
      settings,
      state: stateOf(shell, settings),
      accounts: shell.options.accounts,
      clock: systemClock,
      venue,
      onTrouble: (message) => say(shell, `note: ${message}`),
    });
  } finally {
    await venue.close();
  }
}
