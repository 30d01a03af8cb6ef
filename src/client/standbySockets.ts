import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { Clock } from '../base/clock.ts';

type Connector = buildConnector.connector;

interface Standby {
  readonly socket: Socket;
  readonly sinceMs: number;
  readonly drop: () => void;
}

/** A venue may close a connection that says nothing; well before that it is not used any more. */
const MAX_IDLE_MS = 4000;

/**
 * Connections that stand ready and have carried nothing. A request for money gets one of its own; having it ready takes the
 * handshake out of the time between decision and order.
 *
 * One at most for each origin, opened after a request has used one. A socket on which anything happens while it waits is
 * thrown away.
 */
export class StandbySockets {
  readonly #connect: Connector;
  readonly #clock: Clock;
  readonly #ready = new Map<string, Standby>();
  readonly #opening = new Set<string>();
  #closed = false;

  constructor(connect: Connector, clock: Clock) {
    this.#connect = connect;
    this.#clock = clock;
  }

  /** The socket that stands ready, if there is one. It is the caller's from here on. */
  take(origin: string): Socket | undefined {
    const standby = this.#ready.get(origin);
    if (standby === undefined) return undefined;
    this.#ready.delete(origin);
    const { socket, sinceMs, drop } = standby;
    if (socket.destroyed || this.#clock.monotonicMs() - sinceMs > MAX_IDLE_MS) {
      socket.destroy();
      return undefined;
    }
    socket.off('readable', drop).off('close', drop).off('error', drop);
    return socket.ref();
  }

  /** Opens a socket for the next request. Whether that works is not known before it is needed. */
  prepare(origin: string): void {
    if (this.#closed || this.#ready.has(origin) || this.#opening.has(origin)) return;
    this.#opening.add(origin);
    this.#connect(addressOf(origin), (error, socket) => {
      this.#opening.delete(origin);
      if (error === null) this.#keep(origin, socket);
    });
  }

  close(): void {
    this.#closed = true;
    for (const { socket } of this.#ready.values()) socket.destroy();
    this.#ready.clear();
  }

  #keep(origin: string, socket: Socket): void {
    if (this.#closed) {
      socket.destroy();
      return;
    }
    const drop = (): void => {
      if (this.#ready.get(origin)?.socket === socket) this.#ready.delete(origin);
      socket.destroy();
    };
    // Data, or the end of it, before a request makes the socket unfit.
    socket.once('readable', drop).once('close', drop).on('error', drop);
    // A program that has nothing else to do may end.
    socket.unref();
    this.#ready.set(origin, { socket, sinceMs: this.#clock.monotonicMs(), drop });
  }
}

/** An origin as the connector takes it. */
export function addressOf(origin: string): { protocol: string; hostname: string; port: string; host: string } {
  const { protocol, hostname, port, host } = new URL(origin);
  return { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, host };
}
