import type { Secret } from '../base/secret.ts';
import { processing, type ProcessingOperations } from '../contract/processing.ts';
import { createInterfaceClient, type InterfaceCalls, type InterfaceClientOptions } from './interfaceClient.ts';
import { createSigner, TIMESTAMP_WINDOW_MS } from './signer.ts';
import type { TableMethods } from './tableTypes.ts';

/** A key of the contract table, such as `paymentIntents.create`. */
export type ProcessingOperation = keyof ProcessingOperations;

export interface ProcessingClientOptions extends InterfaceClientOptions<ProcessingOperation> {
  readonly key: string;
  readonly secret: Secret;
  /** The prefix of the header names: `PROC` (the default), or `ALT` for the alternate deployment (001 Authentication). */
  readonly prefix?: 'PROC' | 'ALT';
}

/** The payment-processing interface, with a method for every row: `client.paymentIntents.create(params, options)`. */
export interface ProcessingClient extends TableMethods<ProcessingOperations>, InterfaceCalls<ProcessingOperations> {}

/** Throws a `Fault` `configuration` when address, key or secret can't be used. Whoever made the transport also closes it. */
export function createProcessingClient({ key, secret, prefix = 'PROC', ...options }: ProcessingClientOptions): ProcessingClient {
  const signer = createSigner({ key, secret, prefix: `${prefix}-` });
  const definition = { operations: processing, signer, windowMs: TIMESTAMP_WINDOW_MS, datePath: processing['coins.list'].path };
  return createInterfaceClient(definition, options);
}
