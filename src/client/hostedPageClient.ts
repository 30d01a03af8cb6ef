import type { Secret } from '../base/secret.ts';
import { hostedPage, type HostedPageOperations } from '../contract/hostedPage.ts';
import { createBearerSigner } from './bearerSigner.ts';
import { createInterfaceClient, type InterfaceCalls, type InterfaceClientOptions } from './interfaceClient.ts';
import type { TableMethods } from './tableTypes.ts';

/** A key of the contract table, such as `payments.initiate`. */
export type HostedPageOperation = keyof HostedPageOperations;

export interface HostedPageClientOptions extends InterfaceClientOptions<HostedPageOperation> {
  /** The merchant's API user (002 Authentication). */
  readonly userUuid: string;
  readonly secret: Secret;
}

/** The hosted page's interface, with a method for every row: `client.payments.initiate(params, options)`. */
export interface HostedPageClient extends TableMethods<HostedPageOperations>, InterfaceCalls<HostedPageOperations> {}

/** Throws a `Fault` `configuration` when address, user or secret can't be used. Whoever made the transport also closes it. */
export function createHostedPageClient({ userUuid, secret, ...options }: HostedPageClientOptions): HostedPageClient {
  const signer = createBearerSigner({ userUuid, secret, ...(options.clock === undefined ? {} : { clock: options.clock }) });
  return createInterfaceClient({ operations: hostedPage, signer, datePath: hostedPage['payments.initiate'].path }, options);
}
