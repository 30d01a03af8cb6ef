import { isUtf8 } from 'node:buffer';

/** One HTTP request, from a socket or as a `Request` in this process. */
export interface HttpCall {
  readonly method: string;
  /** Scheme and host by which the caller reached the simulator, for links to its pages. */
  readonly origin: string;
  /** The path as it was sent. Nothing is decoded, since the signature covers it as it stands. */
  readonly path: string;
  /** The query as it was sent, without the question mark. Empty when there is none. */
  readonly query: string;
  /** The value of a header, by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The bytes as they came, at most `MAX_BODY_BYTES`. A GET may have some, too: the signature of 000 covers them. */
  readonly body: Uint8Array;
}

/** The answer to a call. */
export interface HttpAnswer {
  readonly status: number;
  /** Names are in lower case. The length of the body is not among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty when there is no body. */
  readonly body: string;
}

/** Rejects or throws `ConnectionDropped` when there is to be no answer. */
export type HttpHandler = (call: HttpCall) => HttpAnswer | Promise<HttpAnswer>;

/** A longer body is refused with 413 before anybody looks at it. */
export const MAX_BODY_BYTES = 1024 * 1024;

export const BODY_TOO_LONG: HttpAnswer = { status: 413, headers: { connection: 'close' }, body: '' };

export function bodyText({ body }: HttpCall): string {
  return body.length === 0 ? '' : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
}

/** Whether the body is UTF-8, as JSON must be. The text of any other has characters that nobody sent. */
export function isBodyText({ body }: HttpCall): boolean {
  return isUtf8(body);
}

/** The path and query of a target (`/v1/x?y`) or of a whole URL, as they were sent. */
export function partsOf(target: string): { origin: string; path: string; query: string } {
  const start = target.startsWith('/') ? 0 : Math.max(0, target.indexOf('/', target.indexOf('://') + 3));
  const mark = target.indexOf('?', start);
  const origin = target.slice(0, start);
  return mark < 0
    ? { origin, path: target.slice(start), query: '' }
    : { origin, path: target.slice(start, mark), query: target.slice(mark + 1) };
}
