/**
 * Messages written by hand from the specification, never by our own code. Where they and the contract table disagree, the table
 * is wrong.
 */
export interface WireMessages {
  /** The row of the contract table. */
  readonly operation: string;
  readonly section: string;
  readonly requests: readonly WireRequest[];
  readonly replies: readonly WireReply[];
  /** Replies that every client must refuse. */
  readonly unreadable?: readonly string[];
  /** Requests that break a rule of the specification: parameters as JSON, and the field at fault. */
  readonly wrong?: readonly { readonly where: 'query' | 'body'; readonly json: string; readonly field: string }[];
}

export interface WireRequest {
  /** Method and path as sent, without the query string. */
  readonly line: string;
  /** Without the question mark, in the order of the specification. */
  readonly query?: string;
  readonly body?: string;
  /** Path, query and body parameters as the program names them; money and ids as text, times as Unix milliseconds. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface WireReply {
  readonly about: string;
  readonly status: number;
  readonly body: string;
  /** The content: money and ids as text, times as Unix milliseconds, absent members left out. */
  readonly says: unknown;
}
