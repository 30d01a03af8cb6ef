import type { Secret } from '../base/secret.ts';
import { exchange, type ExchangeOperations } from '../contract/exchange.ts';
import type { ExchangeMethods, ExchangeOperation } from './exchangeTypes.ts';
import { createInterfaceClient, type InterfaceCalls, type InterfaceClientOptions } from './interfaceClient.ts';
import { createSigner, TIMESTAMP_WINDOW_MS } from './signer.ts';

export interface ExchangeClientOptions extends InterfaceClientOptions<ExchangeOperation> {
  readonly key: string;
  readonly secret: Secret;
  /** From what age on the venue refuses a timestamp. Default: as the specification says, 60,000. */
  readonly windowMs?: number | undefined;
}

/** The exchange-account interface, with a method for every row of the contract: `client.orders.place(params, options)`. */
export interface ExchangeClient extends ExchangeMethods, InterfaceCalls<ExchangeOperations> {}

/** Throws a `Fault` `configuration` when address, key or secret can't be used. Whoever made the transport also closes it. */
export function createExchangeClient({ key, secret, windowMs = TIMESTAMP_WINDOW_MS, ...options }: ExchangeClientOptions): ExchangeClient {
  const definition = {
    operations: exchange,
    signer: createSigner({ key, secret }),
    windowMs,
    datePath: exchange['currencies.list'].path,
  };
  return createInterfaceClient(definition, options);
}
