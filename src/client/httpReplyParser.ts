import { type HttpHead, readHead } from './httpHead.ts';

/** Receives the parts of one answer in order. */
export interface ReplyListener {
  /**
   * The status line and all headers have arrived. Names are in lower case; headers that come more than once are joined by commas.
   */
  start(status: number, headers: Readonly<Record<string, string>>): void;
  /** The bytes are overwritten after the call. */
  data(chunk: Buffer): void;
  /** The answer is complete. */
  end(): void;
}

/** The most bytes of the status line and all headers. */
const MOST_HEAD_BYTES = 64 * 1024;
/** The most bytes of a chunk's size line, and of a trailer. */
const MOST_LINE_BYTES = 4096;
const LF = 0x0a;
const CR = 0x0d;

type State = 'head' | 'length' | 'until-close' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers' | 'done';

/**
 * Reads the answer to one request from the bytes of a connection (RFC 9112). It is strict: anything with two readings (two
 * lengths, a length beside chunks, a folded header) is refused, since the venue might mean the other one.
 */
export class HttpReplyParser {
  readonly #listener: ReplyListener;
  #state: State = 'head';
  /** The beginning of a head or a line whose end has not arrived. */
  #held: Buffer | undefined;
  /** How many bytes of the body or chunk have not arrived. */
  #missing = 0;
  #keepAliveMs = 0;

  constructor(listener: ReplyListener) {
    this.#listener = listener;
  }

  get isDone(): boolean {
    return this.#state === 'done';
  }

  /**
   * How long the other side keeps the connection open for another request after this answer: 0 when it closes it, infinite when
   * it does not say.
   */
  get keepAliveMs(): number {
    return this.#keepAliveMs;
  }

  /**
   * Takes the next bytes and keeps no reference to them. Throws an `Error` that says what is wrong; the parser can't be used
   * after that.
   */
  push(chunk: Buffer): void {
    let rest = this.#held === undefined ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = undefined;
    while (rest.length > 0 && this.#held === undefined) {
      if (this.#state === 'done') throw new Error('there is more than one answer');
      rest = this.#step(rest);
    }
  }

  /** The other side has closed the connection. Throws an `Error` when something is missing. */
  close(): void {
    if (this.#state === 'until-close') this.#end();
    if (this.#state !== 'done') throw new Error('the connection was closed before the answer was complete');
  }

  /** Handles what it can at the beginning of `bytes` and returns the rest. */
  #step(bytes: Buffer): Buffer {
    switch (this.#state) {
      case 'head':
        return this.#head(bytes);
      case 'length':
      case 'chunk':
        return this.#body(bytes);
      case 'until-close':
        this.#listener.data(bytes);
        return EMPTY;
      case 'chunk-size':
      case 'chunk-end':
      case 'trailers':
        return this.#line(bytes);
      case 'done':
        return bytes;
    }
  }

  #head(bytes: Buffer): Buffer {
    const head = readHead(bytes);
    if ((head?.length ?? bytes.length) > MOST_HEAD_BYTES) throw new Error(`the headers are longer than ${MOST_HEAD_BYTES} bytes`);
    if (head === undefined) return this.#hold(bytes);
    if (head.status >= 200) this.#open(head);
    else if (head.status === 101) throw new Error('the other side wants another protocol');
    return bytes.subarray(head.length);
  }

  #open({ minorVersion, status, headers }: HttpHead): void {
    this.#state = bodyOf(status, headers);
    this.#keepAliveMs = this.#state === 'until-close' ? 0 : keepAliveMsOf(minorVersion, headers);
    if (this.#state === 'length') this.#missing = Number(headers['content-length']);
    this.#listener.start(status, headers);
    if (this.#state === 'done' || (this.#state === 'length' && this.#missing === 0)) this.#end();
  }

  #body(bytes: Buffer): Buffer {
    const part = bytes.length > this.#missing ? bytes.subarray(0, this.#missing) : bytes;
    this.#missing -= part.length;
    this.#listener.data(part);
    if (this.#missing > 0) return EMPTY;
    if (this.#state === 'length') this.#end();
    else this.#state = 'chunk-end';
    return bytes.length === part.length ? EMPTY : bytes.subarray(part.length);
  }

  #line(bytes: Buffer): Buffer {
    const feed = bytes.indexOf(LF);
    if (feed < 0 || feed > MOST_LINE_BYTES) {
      if (bytes.length > MOST_LINE_BYTES) throw new Error('a line of the chunked body is too long');
      return this.#hold(bytes);
    }
    if (feed === 0 || bytes[feed - 1] !== CR) throw new Error('a line of the chunked body does not end in CRLF');
    this.#chunkLine(bytes.toString('latin1', 0, feed - 1));
    return bytes.subarray(feed + 1);
  }

  #chunkLine(line: string): void {
    if (this.#state === 'chunk-size') {
      const [, size] = /^([0-9a-fA-F]{1,8})[ \t]*(?:;.*)?$/.exec(line) ?? [];
      if (size === undefined) throw new Error('a chunk has no readable size');
      this.#missing = Number.parseInt(size, 16);
      this.#state = this.#missing === 0 ? 'trailers' : 'chunk';
    } else if (this.#state === 'chunk-end') {
      if (line !== '') throw new Error('a chunk is longer than its size says');
      this.#state = 'chunk-size';
    } else if (line === '') this.#end();
  }

  #hold(bytes: Buffer): Buffer {
    this.#held = Buffer.from(bytes);
    return this.#held;
  }

  #end(): void {
    this.#state = 'done';
    this.#listener.end();
  }
}

const EMPTY = Buffer.alloc(0);

/** How the body ends (RFC 9112, 6.3). */
function bodyOf(status: number, headers: Readonly<Record<string, string>>): State {
  const { 'transfer-encoding': encoding, 'content-length': length } = headers;
  if (encoding !== undefined) {
    if (encoding.toLowerCase() !== 'chunked') throw new Error(`the transfer encoding of the body is unknown: ${encoding.slice(0, 100)}`);
    if (length !== undefined) throw new Error('the answer states its length in two ways');
  } else if (length !== undefined && !/^\d{1,15}$/.test(length)) throw new Error('the length of the answer can not be read');
  if (status === 204 || status === 304) return 'done';
  if (encoding !== undefined) return 'chunk-size';
  return length === undefined ? 'until-close' : 'length';
}

/**
 * HTTP/1.1 keeps a connection unless an answer says otherwise (RFC 9112, 9.3); `Keep-Alive` adds a time by custom. HTTP/1.0 is
 * not trusted to keep it.
 */
function keepAliveMsOf(minorVersion: number, headers: Readonly<Record<string, string>>): number {
  const { connection = '', 'keep-alive': hint = '' } = headers;
  if (minorVersion === 0) return 0;
  if (connection !== lastKeep.connection || hint !== lastKeep.hint) {
    const [, seconds] = /(?:^|[,\s])timeout=(\d{1,6})(?:[,\s]|$)/i.exec(hint) ?? [];
    const ms = /\bclose\b/i.test(connection) ? 0 : seconds === undefined ? Infinity : Number(seconds) * 1000;
    lastKeep = { connection, hint, ms };
  }
  return lastKeep.ms;
}

/** The last result, since nearly all answers say the same. */
let lastKeep = { connection: '', hint: '', ms: Infinity };
