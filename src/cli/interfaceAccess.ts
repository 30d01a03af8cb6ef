import { Fault } from '../base/fault.ts';
import { keyTail } from '../base/secret.ts';
import { systemClock } from '../base/systemClock.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { type AnyCalls, interfaceAccount, interfaceClient, type PaymentInterface } from '../daemon/interfaceAccount.ts';
import { isLoopback } from '../base/loopback.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';

/** A client of any interface, with operations by their key in the table. */
export interface InterfaceAccess {
  readonly calls: AnyCalls;
  readonly url: string;
  /** The names of the signing headers, with the part of their values that may be shown. */
  readonly shownHeaders: Readonly<Record<string, string>>;
  /** Whether the address is not on this machine. */
  readonly isRemote: boolean;
  close(): Promise<void>;
}

/**
 * The interface, with credentials from the configuration or the environment. Throws a `Fault` `configuration` that says what is
 * missing.
 */
export async function interfaceAccess(shell: Shell, name: InterfaceName): Promise<InterfaceAccess> {
  return name === 'exchange' ? exchangeAccess(shell) : paymentAccess(shell, name);
}

async function paymentAccess(shell: Shell, name: PaymentInterface): Promise<InterfaceAccess> {
  const account = interfaceAccount(name, shell.env);
  const { venue } = await settingsOf(shell);
  const client = interfaceClient(name, account, systemClock, venue);
  const headers = name === 'processing' ? signedHeaders(account.prefix, account.key) : { authorization: 'Bearer ***' };
  return access(client.calls, account.url, headers, () => client.close());
}

async function exchangeAccess(shell: Shell): Promise<InterfaceAccess> {
  const { configuredAccount, venueAccess } = await import('../daemon/venueAccess.ts');
  const settings = await settingsOf(shell);
  const account = configuredAccount(settings);
  if (account === undefined) {
    throw new Fault('configuration', 'no venue is named', {
      suggestion: 'name a configuration with -c FILE, or set SLUICE_EXCHANGE_URL, SLUICE_EXCHANGE_KEY and SLUICE_EXCHANGE_SECRET',
    });
  }
  const venue = venueAccess(settings, account, systemClock);
  return access(venue.client, account.url, signedHeaders('SVC', account.key.reveal()), () => venue.close());
}

function access(calls: unknown, url: string, shownHeaders: Readonly<Record<string, string>>, close: () => Promise<void>): InterfaceAccess {
  return { calls: calls as AnyCalls, url, shownHeaders, isRemote: isRemoteUrl(url), close };
}

/** Whether an address is not on this machine. */
export function isRemoteUrl(url: string): boolean {
  return !isLoopback(new URL(url).hostname);
}

/** The headers of a signed request as they are shown to people. */
export function signedHeaders(prefix: string, key: string | undefined): Record<string, string> {
  return {
    [`${prefix}-API-KEY`]: key === undefined ? '***' : keyTail(key),
    [`${prefix}-API-SIGN`]: '***',
    [`${prefix}-API-TIMESTAMP`]: String(systemClock.now()),
  };
}
