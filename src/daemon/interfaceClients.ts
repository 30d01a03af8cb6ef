import type { Clock } from '../base/clock.ts';
import { Fault, isFault } from '../base/fault.ts';
import type { SendOptions } from '../client/call.ts';
import type { RawMethod } from '../client/interfaceClient.ts';
import { contract } from '../contract/contract.ts';
import type { InterfaceName } from '../contract/operation.ts';
import { paramsFromText } from '../contract/paramsFromText.ts';
import type { Environment } from '../settings/secrets.ts';
import { type AnyCalls, fingerprintOf, interfaceAccount, interfaceClient, type PaymentInterface } from './interfaceAccount.ts';

/** A request that a person wants to send as it is: an operation of the contract with its parameters as text, or any other. */
export type ApiRequest =
  | { readonly interface: InterfaceName; readonly operation: string; readonly params: Readonly<Record<string, string>> }
  | { readonly interface: InterfaceName; readonly method: RawMethod; readonly target: string; readonly body: string | undefined };

/** The venue's answer, unchanged. */
export interface ApiReply {
  readonly status: number;
  readonly bytes: Uint8Array;
}

/** The caller waits a minute for the answer, and the request itself may take some twenty seconds of it. */
const TURN_WITHIN_MS = 30_000;

/** Sends people's requests through the one client of each interface, within its rate budget. */
export class InterfaceClients {
  readonly #env: Environment;
  readonly #clock: Clock;
  /** Aborted when the daemon ends. What has not been sent by then is never sent. */
  readonly #ending: AbortSignal;
  readonly #clients: Partial<Record<InterfaceName, AnyCalls>>;
  readonly #closes: (() => Promise<void>)[] = [];

  /** `exchange` is the client with which the daemon trades. Whoever made it also closes it. */
  constructor(exchange: unknown, env: Environment, clock: Clock, ending: AbortSignal) {
    this.#clients = { exchange: exchange as AnyCalls };
    this.#env = env;
    this.#clock = clock;
    this.#ending = ending;
  }

  /** The fingerprints of the accounts under which requests to the payment interfaces are sent. Null where none is named. */
  accounts(): Readonly<Record<PaymentInterface, string | null>> {
    const fingerprint = (name: PaymentInterface): string | null => {
      try {
        return fingerprintOf(interfaceAccount(name, this.#env));
      } catch (error) {
        if (isFault(error, 'configuration')) return null;
        throw error;
      }
    };
    return { processing: fingerprint('processing'), hostedPage: fingerprint('hostedPage') };
  }

  /**
   * Sends a request once. It waits for its turn for half a minute, but not longer than the daemon runs and somebody waits for the
   * answer (`gone`). After its first byte nothing calls it back. Rejects with the client's own `Fault`.
   */
  async call(request: ApiRequest, gone: AbortSignal): Promise<ApiReply> {
    const turn = new AbortController();
    const giveUp = (why: string): void => turn.abort(new Fault('canceled', why, { outcome: 'not-sent' }));
    const onGone = (): void => giveUp('nobody waits for the answer any more');
    const onEnding = (): void => giveUp('the daemon is shutting down');
    const cancelTimer = this.#clock.setTimer(TURN_WITHIN_MS, () => giveUp('the rate budget left no turn for it within 30 s'));
    gone.addEventListener('abort', onGone);
    this.#ending.addEventListener('abort', onEnding);
    const stopWaiting = (): void => {
      cancelTimer();
      gone.removeEventListener('abort', onGone);
      this.#ending.removeEventListener('abort', onEnding);
    };
    if (gone.aborted) onGone();
    if (this.#ending.aborted) onEnding();
    const beforeSend = (): Promise<void> => {
      stopWaiting();
      return Promise.resolve();
    };
    try {
      return await this.#send(request, { signal: turn.signal, beforeSend });
    } catch (error) {
      // The rate limiter only says that the wait was given up; the signal knows why.
      throw turn.signal.aborted && isFault(error, 'canceled') ? turn.signal.reason : error;
    } finally {
      stopWaiting();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#closes.map((close) => close()));
  }

  async #send(request: ApiRequest, options: SendOptions): Promise<ApiReply> {
    const calls = this.#callsOf(request.interface);
    if ('operation' in request) {
      const { operation } = request;
      const rows = contract[request.interface];
      if (!Object.hasOwn(rows, operation)) throw new Fault('usage', `the contract has no operation ${request.interface}.${operation}`);
      const { bytes, status } = await calls.send(
        calls.prepare(operation, paramsFromText(operation, rows[operation]!, request.params)),
        options,
      );
      return { bytes, status };
    }
    const { body, status } = await calls.raw(request.method, request.target, request.body, options);
    return { bytes: body, status };
  }

  #callsOf(name: InterfaceName): AnyCalls {
    const known = this.#clients[name];
    if (known !== undefined || name === 'exchange') return known!;
    const client = interfaceClient(name, interfaceAccount(name, this.#env), this.#clock);
    this.#closes.push(() => client.close());
    this.#clients[name] = client.calls;
    return client.calls;
  }
}
