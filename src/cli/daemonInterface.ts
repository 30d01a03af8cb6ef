import type { ControlClient } from '../control/controlClient.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { fingerprintOf, interfaceAccount, type PaymentInterface } from '../daemon/interfaceAccount.ts';
import { settingsOf } from './configFile.ts';
import { controlOf, daemonOf } from './daemonWay.ts';
import { isRemoteUrl } from './interfaceAccess.ts';
import { say, type Shell } from './shell.ts';

/** An interface of the venue, reached through the running daemon. */
export interface DaemonInterface {
  readonly control: ControlClient;
  /** Whether the venue's address is not on this machine. */
  readonly isRemote: boolean;
}

/** The daemon of the state directory, if it runs and uses the same account at the interface as the command would. */
export async function daemonInterface(shell: Shell, name: InterfaceName): Promise<DaemonInterface | undefined> {
  const settings = await settingsOf(shell);
  if (name !== 'exchange') return paymentsOf(shell, name, await controlOf(shell, settings));
  const control = await daemonOf(shell, settings);
  if (control === undefined) return undefined;
  const { venue } = await control.call('status', {});
  return { control, isRemote: isRemoteUrl(`http://${venue.host}`) };
}

async function paymentsOf(shell: Shell, name: PaymentInterface, control: ControlClient | undefined): Promise<DaemonInterface | undefined> {
  if (control === undefined) return undefined;
  const account = interfaceAccount(name, shell.env);
  const accounts = await control.call('accounts', {});
  if (accounts[name] !== fingerprintOf(account)) return undefined;
  say(shell, `${new URL(account.url).host}, through the running daemon`);
  return { control, isRemote: isRemoteUrl(account.url) };
}
