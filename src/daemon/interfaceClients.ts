import type { Clock } from '../base/clock.ts';
import { Fault, isFault } from '../base/fault.ts';
import type { InterfaceName } from '../contract/operation.ts';
import type { Environment } from '../settings/secrets.ts';
import type { Transfers } from '../treasury/transfers.ts';
import {
  type AnyCalls,
  fingerprintOf,
  interfaceAccount,
  interfaceClient,
  type PaymentInterface,
  type VenueWays,
} from './interfaceAccount.ts';
import { type ApiReply, type ApiRequest, sendApiRequest } from './sendApiRequest.ts';

export interface InterfaceClientsOptions {
  /** The client with which the daemon trades. Whoever made it also closes it. */
  readonly exchange: unknown;
  readonly env: Environment;
  readonly clock: Clock;
  /** Aborted when the daemon ends. What has not been sent by then is never sent. */
  readonly ending: AbortSignal;
  readonly venue: VenueWays;
  readonly transfersOf: (name: InterfaceName) => Promise<Transfers>;
}

/** The caller waits a minute for the answer, and the request itself may take some twenty seconds of it. */
const TURN_WITHIN_MS = 30_000;

/** Sends people's requests through the one client of each interface, within its rate budget. */
export class InterfaceClients {
  readonly #options: InterfaceClientsOptions;
  readonly #clients: Partial<Record<InterfaceName, AnyCalls>>;
  readonly #closes: (() => Promise<void>)[] = [];
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(options: InterfaceClientsOptions) {
    this.#options = options;
    this.#clients = { exchange: options.exchange as AnyCalls };
  }

  /** The fingerprints of the accounts under which requests to the payment interfaces are sent. Null where none is named. */
  accounts(): Readonly<Record<PaymentInterface, string | null>> {
    const fingerprint = (name: PaymentInterface): string | null => {
      try {
        return fingerprintOf(interfaceAccount(name, this.#options.env));
      } catch (error) {
        if (isFault(error, 'configuration')) return null;
        throw error;
      }
    };
    return { processing: fingerprint('processing'), hostedPage: fingerprint('hostedPage') };
  }

  /**
   * Sends a request once. It waits for its turn for half a minute, but not longer than the daemon runs and somebody waits for the
   * answer (`gone`). What `onFirstByte` throws right before its first byte keeps it back, and after that nothing calls it back. Rejects with the
   * client's own `Fault`.
   */
  async call(request: ApiRequest, gone: AbortSignal, onFirstByte?: () => void): Promise<ApiReply> {
    const { clock, ending, transfersOf } = this.#options;
    const turn = new AbortController();
    const giveUp = (why: string): void => turn.abort(new Fault('canceled', why, { outcome: 'not-sent' }));
    const onGone = (): void => giveUp('nobody waits for the answer any more');
    const onEnding = (): void => giveUp('the daemon is shutting down');
    const cancelTimer = clock.setTimer(TURN_WITHIN_MS, () => giveUp('the rate budget left no turn for it within 30 s'));
    gone.addEventListener('abort', onGone);
    ending.addEventListener('abort', onEnding);
    const stopWaiting = (): void => {
      cancelTimer();
      gone.removeEventListener('abort', onGone);
      ending.removeEventListener('abort', onEnding);
    };
    if (gone.aborted) onGone();
    if (ending.aborted) onEnding();
    const beforeSend = (): Promise<void> => {
      stopWaiting();
      return Promise.resolve();
    };
    try {
      const options = { signal: turn.signal, beforeSend, onFirstByte };
      return await this.#tracked(sendApiRequest(request, this.of(request.interface), transfersOf, options));
    } catch (error) {
      // The rate limiter only says that the wait was given up; the signal knows why.
      throw turn.signal.aborted && isFault(error, 'canceled') ? turn.signal.reason : error;
    } finally {
      stopWaiting();
    }
  }

  /** What was sent is given up, and is written down as such before this resolves. */
  async close(): Promise<void> {
    await Promise.all(this.#closes.map((close) => close()));
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  /** The client of an interface. Throws a `Fault` `configuration` where no account is named. */
  of(name: InterfaceName): AnyCalls {
    const known = this.#clients[name];
    if (known !== undefined || name === 'exchange') return known!;
    const { env, clock, venue } = this.#options;
    const client = interfaceClient(name, interfaceAccount(name, env), clock, venue);
    this.#closes.push(() => client.close());
    this.#clients[name] = client.calls;
    return client.calls;
  }

  #tracked<T>(call: Promise<T>): Promise<T> {
    const done = call.finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
    return done;
  }
}
