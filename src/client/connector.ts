import { connect as connectTcp, isIP, type OnReadOpts, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { Clock } from '../base/clock.ts';
import { isLoopbackAddress } from '../base/loopback.ts';

/** Where an origin is. */
export interface Address {
  readonly isTls: boolean;
  readonly hostname: string;
  readonly port: number;
  /** As the `host` header has it. */
  readonly host: string;
}

export interface ConnectorOptions {
  /** Name, socket and TLS handshake together. */
  readonly timeoutMs: number;
  /** Authorities to trust beside those of the system, in PEM. */
  readonly ca: string | undefined;
  readonly clock: Clock;
}

/** Hears of a line what is not asked for. */
export interface LineListener {
  /** The bytes are overwritten afterwards. */
  receive(bytes: Buffer): void;
  /** The other side says no more. */
  onEnd(): void;
  /** The line broke, or is closed, by whichever side. */
  onBroken(error: Error): void;
}

/** A socket that is ready to be written to. */
export interface Line {
  readonly socket: Socket;
  /** While there is none, whatever comes closes the socket. */
  listener: LineListener | undefined;
}

/** A line, or why there is none. */
type Settled = (line: Line | Error) => void;

/** All sockets are read through this, one after the other: a buffer for each read costs more than a copy of what is kept. */
const READ_BUFFER = Buffer.alloc(64 * 1024);

/** Opens connections, for HTTP/1.1 only: one request on a connection at a time is what makes a failure's meaning clear. */
export class Connector {
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  readonly #secureContext: SecureContext | undefined;
  /** The last TLS session of each host: taking it up again saves a good part of the handshake. */
  readonly #sessions = new Map<string, Buffer>();
  readonly #opening = new Set<(error: Error) => void>();
  #isClosed = false;

  constructor({ timeoutMs, ca, clock }: ConnectorOptions) {
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
    this.#secureContext = ca === undefined ? undefined : createSecureContext({ ca: [...getCACertificates('default'), ca] });
  }

  /** Calls back once. */
  connect(address: Address, settled: Settled): void {
    if (this.#isClosed) {
      settled(new Error('the transport is closed'));
      return;
    }
    const line = address.isTls ? this.#tls(address) : lineTo(address, connectTcp);
    const { socket } = line;
    const settle = (error?: Error): void => {
      if (!this.#opening.delete(settle)) return;
      cancelTimer();
      if (error !== undefined) socket.destroy();
      settled(error ?? line);
    };
    this.#opening.add(settle);
    const cancelTimer = this.#clock.setTimer(this.#timeoutMs, () =>
      settle(new Error(`no connection to ${address.host} within ${this.#timeoutMs} ms`)),
    );
    const onConnected = (): void => {
      // A name that should mean this machine may be resolved to another one.
      const isSafe = address.isTls || isLoopbackAddress(socket.remoteAddress);
      settle(isSafe ? undefined : new Error(`${address.host} is another machine, and http:// is for this machine only`));
    };
    const onBroken = (error: Error): void => {
      if (line.listener === undefined) settle(error);
      else line.listener.onBroken(error);
    };
    socket
      .on(address.isTls ? 'secureConnect' : 'connect', onConnected)
      .on('end', () => line.listener?.onEnd())
      // Errors are heard until the socket is gone: one that nobody hears would end the program.
      .on('error', onBroken)
      .on('close', () => {
        // Nobody hears of a connection that we have closed ourselves, and to make an error takes longer than a request.
        if (line.listener !== undefined || this.#opening.has(settle)) onBroken(new Error('the connection was closed'));
      });
  }

  /** Gives up what is being opened, and opens nothing more. */
  close(): void {
    this.#isClosed = true;
    for (const settle of this.#opening) settle(new Error('the transport was closed'));
  }

  #tls(address: Address): Line {
    const { hostname, host } = address;
    const session = this.#sessions.get(host);
    const options = {
      ALPNProtocols: ['http/1.1'],
      // Said here, it can't be switched off by NODE_TLS_REJECT_UNAUTHORIZED.
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2' as const,
      ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
      ...(this.#secureContext === undefined ? {} : { secureContext: this.#secureContext }),
      ...(session === undefined ? {} : { session }),
    };
    const line = lineTo(address, (tcp) => connectTls({ ...tcp, ...options }));
    line.socket.on('session', (made: Buffer) => this.#sessions.set(host, made));
    return line;
  }
}

/** An origin taken apart. */
export function addressOf(origin: string): Address {
  const { protocol, hostname, port, host } = new URL(origin);
  const isTls = protocol === 'https:';
  return { isTls, hostname: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? (isTls ? 443 : 80) : Number(port), host };
}

interface TcpOptions {
  readonly host: string;
  readonly port: number;
  readonly noDelay: true;
  readonly onread: OnReadOpts;
}

function lineTo({ hostname, port }: Address, connect: (options: TcpOptions) => Socket): Line {
  const onread: OnReadOpts = {
    buffer: READ_BUFFER,
    callback: (length) => {
      if (line.listener === undefined) line.socket.destroy();
      else line.listener.receive(READ_BUFFER.subarray(0, length));
      return true;
    },
  };
  const line: Line = { socket: connect({ host: hostname, port, noDelay: true, onread }), listener: undefined };
  return line;
}
