import type { ControlArgs } from '../control/contract/controlRequests.ts';
import type { ControlClient } from '../control/controlClient.ts';
import type { ExecuteAsk } from '../daemon/beginExecution.ts';
import type { OperatorResult } from '../daemon/askOperator.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { say, type Shell } from './shell.ts';

/** An operator's request as it crosses the control socket, with money as text. Whoever executes it assigns the id. */
export type AskText = Readonly<Record<string, unknown>> & {
  readonly type: 'place' | 'replace' | 'cancel' | 'convert' | 'trade' | 'accept' | 'execute';
};

/**
 * Has an operator's order executed: by the running daemon, else by this process with the same journal, checks and client. At a
 * venue that is not on this machine, it needs `--live`. `follows`: this process tells how far a worked order is while it works it.
 */
export async function operate(shell: Shell, ask: AskText, symbols: readonly string[], follows = false): Promise<OperatorResult> {
  const { reachDaemon } = await import('./daemonWay.ts');
  const { settings, control } = await reachDaemon(shell);
  if (control !== undefined) return throughDaemon(control, ask);
  if (ask.type === 'cancel' && !/^\d+$/.test(String(ask.orderId))) return cancelKept(shell, settings, String(ask.orderId));
  if (ask.type === 'execute') return execute(shell, settings, ask, { symbol: symbols[0]!, follows });
  return direct(shell, settings, ask, symbols);
}

async function throughDaemon(control: ControlClient, ask: AskText): Promise<OperatorResult> {
  const { readResult } = await import('../control/controlMessages.ts');
  return readResult(await control.call('ask', ask as ControlArgs<'ask'>));
}

async function direct(shell: Shell, settings: Settings, ask: AskText, symbols: readonly string[]): Promise<OperatorResult> {
  const { withLocalAccount } = await import('./localAccount.ts');
  const { oneShot } = await import('../daemon/oneShot.ts');
  const { readAsk } = await import('../control/controlMessages.ts');
  return withLocalAccount(shell, settings, true, (options) => oneShot((newId) => readAsk(ask, newId()), symbols, options));
}

async function cancelKept(shell: Shell, settings: Settings, orderId: string): Promise<OperatorResult> {
  const { withLocalAccount } = await import('./localAccount.ts');
  const { cancelKeptAlone } = await import('../daemon/executeAlone.ts');
  return withLocalAccount(shell, settings, false, (options) => cancelKeptAlone(orderId, options));
}

/** Without a daemon the command itself works the order, until it is done or the command is ended. */
async function execute(
  shell: Shell,
  settings: Settings,
  ask: AskText,
  { symbol, follows }: { readonly symbol: string; readonly follows: boolean },
): Promise<OperatorResult> {
  const { withLocalAccount } = await import('./localAccount.ts');
  const { executeAlone } = await import('../daemon/executeAlone.ts');
  const { readAsk } = await import('../control/controlMessages.ts');
  const signal = shell.stopSignal();
  const tell = (message: string): void => say(shell, message);
  return withLocalAccount(shell, settings, true, (options) =>
    executeAlone((newId) => readAsk(ask, newId()) as ExecuteAsk, symbol, { ...options, signal, say: tell, follows }),
  );
}
