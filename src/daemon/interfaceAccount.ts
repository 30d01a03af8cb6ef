import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { isLoopback, keepsSecrets } from '../base/loopback.ts';
import { Secret } from '../base/secret.ts';
import { createHostedPageClient } from '../client/hostedPageClient.ts';
import { createHttpTransport } from '../client/httpTransport.ts';
import type { InterfaceCalls } from '../client/interfaceClient.ts';
import { provenCodes, SIMULATOR_REFUSALS } from '../client/provenRefusals.ts';
import { createProcessingClient } from '../client/processingClient.ts';
import type { InterfaceName, Operation } from '../contract/operation.ts';
import { TIMESTAMP_WINDOW_MS } from '../client/signer.ts';
import type { Settings } from '../settings/loadSettings.ts';
import type { Environment } from '../settings/secrets.ts';
import { backdateOf } from './backdateOf.ts';

/** The interfaces whose account is in the environment. That of the exchange is in the settings. */
export type PaymentInterface = Exclude<InterfaceName, 'exchange'>;

export const PAYMENT_INTERFACES = ['processing', 'hostedPage'] as const satisfies readonly PaymentInterface[];

/** The operations of any interface, by their key in its table. */
export type AnyCalls = InterfaceCalls<Readonly<Record<string, Operation>>>;

/** The account at an interface, as the environment names it. */
export interface InterfaceAccount {
  readonly url: string;
  /** The key or id under which requests are sent. It is not a secret, but must not be shown whole. */
  readonly key: string;
  readonly prefix: 'PROC' | 'ALT';
  readonly secret: Secret;
}

/** Throws a `Fault` `configuration` that says which variables are missing. */
export function interfaceAccount(name: PaymentInterface, env: Environment): InterfaceAccount {
  const stem = name === 'processing' ? 'SLUICE_PROCESSING' : 'SLUICE_HOSTED';
  const names = [`${stem}_URL`, name === 'processing' ? `${stem}_KEY` : `${stem}_USER`, `${stem}_SECRET`];
  const missing = names.filter((variable) => !env[variable]);
  if (missing.length > 0) {
    throw new Fault('configuration', `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set`, {
      suggestion: '`sluice simulator` prints them for its own interfaces',
    });
  }
  const [url, key, secret] = names.map((variable) => env[variable]!) as [string, string, string];
  // Neither value is shown, since a secret may be in the wrong variable.
  if (!isAddress(url)) throw new Fault('configuration', `${names[0]} is no address: expected one like https://api.example.com`);
  if (!keepsSecrets(new URL(url))) {
    throw new Fault('configuration', `${names[0]} is the address of another machine and begins with http://`, {
      suggestion: 'use https://; http:// is for this machine only',
    });
  }
  return { url, key, prefix: prefixOf(env['SLUICE_PROCESSING_PREFIX']), secret: new Secret(secret) };
}

/** What the settings say of the venue's ways, as far as they concern the payment interfaces. */
export interface VenueWays extends Pick<Settings['venue'], 'backdate'> {
  readonly knows: Pick<Settings['venue']['knows'], 'refusals'>;
}

/** Lets two processes tell whether they mean the same account, without revealing its secret. */
export function fingerprintOf({ url, key, prefix, secret }: InterfaceAccount): string {
  return createHash('sha256').update([url, key, prefix, secret.reveal()].join('\n')).digest('hex');
}

/** A client of an interface over HTTP. On this machine, the refusals by which our own simulator proves that nothing was done count, too. */
export function interfaceClient(
  name: PaymentInterface,
  { url, key, prefix, secret }: InterfaceAccount,
  clock: Clock,
  venue: VenueWays,
): { readonly calls: AnyCalls; close(): Promise<void> } {
  const transport = createHttpTransport();
  const ownCodes = isLoopback(new URL(url).hostname) ? SIMULATOR_REFUSALS : [];
  const shared = { url, secret, transport, clock, provenRefusals: [...ownCodes, ...provenCodes(venue.knows.refusals ?? [])] };
  const calls: unknown =
    name === 'processing'
      ? createProcessingClient({ ...shared, key, prefix, backdateMs: backdateOf(venue, TIMESTAMP_WINDOW_MS) })
      : createHostedPageClient({ ...shared, userUuid: key });
  return {
    calls: calls as AnyCalls,
    close: () => {
      (calls as AnyCalls).limiter.close();
      return transport.close();
    },
  };
}

function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !/[?#]/.test(text);
}

function prefixOf(text: string | undefined): 'PROC' | 'ALT' {
  if (text === undefined || text === '' || text === 'PROC') return 'PROC';
  if (text === 'ALT') return 'ALT';
  throw new Fault('configuration', 'SLUICE_PROCESSING_PREFIX is neither PROC nor ALT');
}
