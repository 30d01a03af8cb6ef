/** A final request, signed and serialised, ready for the wire. */
export interface TransportRequest {
  readonly method: string;
  /** Absolute, with the query string, percent-encoded as it is to be sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  /** Whether it needs a connection of its own, as requests do whose fate must be known (`never` in the contract table). */
  readonly fresh: boolean;
  /** The time for the whole exchange: connecting, writing, waiting, reading the body. */
  readonly timeoutMs: number;
  /** When the first byte can't be written within this time (a slow connect), the request is dropped as `not-sent`. */
  readonly writeWithinMs?: number | undefined;
  /**
   * Called right before the first byte is given to the network. When it throws, nothing is sent and the request rejects with its
   * error.
   */
  readonly onFirstByte?: (() => void) | undefined;
  /** A longer body is an error. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface TransportResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * The network as a port. A redirect is a response like any other: it is never followed. Nothing is ever sent twice.
 *
 * Rejects with a `Fault` (`network`, `timeout`, `canceled`, or `unreadable-reply` for a body that is too long). Its `outcome` is
 * `not-sent` when no byte of the request can have left (name not found, connection refused, TLS refused, connect timed out), and
 * `unknown` in every other case.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  close(): Promise<void>;
}
