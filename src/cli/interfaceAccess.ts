import { Fault } from '../base/fault.ts';
import { keyTail, Secret } from '../base/secret.ts';
import { systemClock } from '../base/systemClock.ts';
import { createHostedPageClient } from '../client/hostedPageClient.ts';
import type { InterfaceCalls } from '../client/interfaceClient.ts';
import { createProcessingClient } from '../client/processingClient.ts';
import { createHttpTransport } from '../client/httpTransport.ts';
import type { InterfaceName, Operation } from '../contract/operation.ts';
import { isLoopback } from '../daemon/settings/crossChecks.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';

/** A client of one interface, whichever it is: operations by their key in the table. */
export interface InterfaceAccess {
  readonly calls: InterfaceCalls<Readonly<Record<string, Operation>>>;
  readonly url: string;
  /** Names of the headers that sign, with what may be shown of their values. */
  readonly shownHeaders: Readonly<Record<string, string>>;
  /** The address is not on this machine. */
  readonly isRemote: boolean;
  close(): Promise<void>;
}

/** The interface with the credentials of the configuration or the environment. Throws a `Fault` `configuration` that says what is missing. */
export async function interfaceAccess(shell: Shell, name: InterfaceName): Promise<InterfaceAccess> {
  switch (name) {
    case 'exchange':
      return exchangeAccess(shell);
    case 'processing': {
      const [url, key, secret] = required(shell, 'SLUICE_PROCESSING_URL', 'SLUICE_PROCESSING_KEY', 'SLUICE_PROCESSING_SECRET');
      const prefix = prefixOf(shell.env['SLUICE_PROCESSING_PREFIX']);
      const transport = createHttpTransport();
      const calls = createProcessingClient({ url, key, secret: new Secret(secret), prefix, transport, clock: systemClock });
      return access(calls, url, signedHeaders(prefix, key), () => transport.close());
    }
    case 'hostedPage': {
      const [url, userUuid, secret] = required(shell, 'SLUICE_HOSTED_URL', 'SLUICE_HOSTED_USER', 'SLUICE_HOSTED_SECRET');
      const transport = createHttpTransport();
      const calls = createHostedPageClient({ url, userUuid, secret: new Secret(secret), transport, clock: systemClock });
      return access(calls, url, { authorization: 'Bearer ***' }, () => transport.close());
    }
  }
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
  return { calls: calls as InterfaceAccess['calls'], url, shownHeaders, isRemote: !isLoopback(new URL(url).hostname), close };
}

function signedHeaders(prefix: string, key: string): Record<string, string> {
  return { [`${prefix}-API-KEY`]: keyTail(key), [`${prefix}-API-SIGN`]: '***', [`${prefix}-API-TIMESTAMP`]: String(systemClock.now()) };
}

function required(shell: Shell, ...names: readonly [string, string, string]): [string, string, string] {
  const missing = names.filter((name) => !shell.env[name]);
  if (missing.length > 0) {
    throw new Fault('configuration', `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set`, {
      suggestion: '`sluice simulator` prints them for its own interfaces',
    });
  }
  return names.map((name) => shell.env[name]!) as [string, string, string];
}

function prefixOf(text: string | undefined): 'PROC' | 'ALT' {
  if (text === undefined || text === '' || text === 'PROC') return 'PROC';
  if (text === 'ALT') return 'ALT';
  throw new Fault('configuration', `SLUICE_PROCESSING_PREFIX is ${JSON.stringify(text)}; expected PROC or ALT`);
}
