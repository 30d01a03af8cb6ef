import { Fault } from '../base/fault.ts';
import type { ControlClient } from '../control/controlClient.ts';
import type { OperatorResult } from '../daemon/operatorDesk.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';

/** An operator's request as it crosses the control socket, with money as text. Whoever executes it assigns the id. */
export type AskText = Readonly<Record<string, unknown>> & {
  readonly type: 'place' | 'replace' | 'cancel' | 'convert' | 'trade' | 'accept';
};

/**
 * Has an operator's order executed: by the running daemon, else by this process with the same journal, checks and client. At a
 * venue that is not on this machine, it needs `--live`.
 */
export async function operate(shell: Shell, ask: AskText, symbols: readonly string[]): Promise<OperatorResult> {
  const settings = await settingsOf(shell);
  const { daemonOf } = await import('./daemonWay.ts');
  const control = await daemonOf(shell, settings);
  if (control !== undefined) return throughDaemon(control, ask);
  if (ask.type === 'cancel' && !/^\d+$/.test(String(ask.orderId))) {
    throw new Fault('daemon-not-running', `${String(ask.orderId)} is kept by the desk of a daemon, and none runs`);
  }
  return direct(shell, settings, ask, symbols);
}

async function throughDaemon(control: ControlClient, ask: AskText): Promise<OperatorResult> {
  const { readResult } = await import('../control/controlMessages.ts');
  return readResult(await control.ask(ask));
}

async function direct(shell: Shell, settings: Settings, ask: AskText, symbols: readonly string[]): Promise<OperatorResult> {
  const { withLocalAccount } = await import('./localAccount.ts');
  const { oneShot } = await import('../daemon/oneShot.ts');
  const { readAsk } = await import('../control/controlMessages.ts');
  return withLocalAccount(shell, settings, true, (options) => oneShot((newId) => readAsk(ask, newId()), symbols, options));
}
