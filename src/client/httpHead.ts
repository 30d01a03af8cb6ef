/** The part of an answer before its body (RFC 9112, 4 and 5). */
export interface HttpHead {
  readonly minorVersion: number;
  readonly status: number;
  /** By lower-case name. Headers that come more than once are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** In bytes, including the empty line at the end. */
  readonly length: number;
}

const CR = 0x0d;
const LF = 0x0a;

/**
 * Reads the head at the beginning of `bytes`. Returns undefined when its end has not arrived yet, and throws an `Error` when it
 * can't be read.
 *
 * A venue's answers mostly repeat the same lines, so known lines are recognised by their bytes and text is made only of new ones.
 */
export function readHead(bytes: Uint8Array): HttpHead | undefined {
  const headers = Object.create(null) as Record<string, string>;
  let first: StatusLine | undefined;
  let from = 0;
  let hash = 0;
  let before = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte !== LF || before !== CR) {
      hash = (Math.imul(hash, 31) + byte) | 0;
      before = byte;
      continue;
    }
    const to = at - 1;
    if (first === undefined) first = STATUS_LINES.read(bytes, from, to, hash);
    else if (to === from) return { minorVersion: first.minorVersion, status: first.status, headers, length: at + 1 };
    else add(headers, HEADER_LINES.read(bytes, from, to, hash));
    from = at + 1;
    hash = 0;
    before = 0;
  }
  return undefined;
}

interface StatusLine {
  readonly minorVersion: number;
  readonly status: number;
}

interface HeaderLine {
  readonly name: string;
  readonly value: string;
}

function add(headers: Record<string, string>, { name, value }: HeaderLine): void {
  const known = headers[name];
  headers[name] = known === undefined ? value : `${known}, ${value}`;
}

function statusLineOf(text: string): StatusLine {
  const [, minor, status] = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/.exec(text) ?? [];
  if (status === undefined) throw new Error('the answer is not HTTP/1');
  return { minorVersion: Number(minor), status: Number(status) };
}

function headerLineOf(text: string): HeaderLine {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon)).toLowerCase();
  if (!TOKEN.test(name)) throw new Error('a header can not be read');
  return { name, value: text.slice(colon + 1).trim() };
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

/**
 * Lines that were read before, with what they say. A new line replaces an older one with the same hash, so there are never many.
 */
class KnownLines<T> {
  readonly #parse: (text: string) => T;
  readonly #slots: ({ readonly bytes: Uint8Array; readonly line: T } | undefined)[] = Array.from({ length: 256 }, () => undefined);

  constructor(parse: (text: string) => T) {
    this.#parse = parse;
  }

  /** The line from `from` up to `to` (exclusive), whose bytes have this hash. */
  read(bytes: Uint8Array, from: number, to: number, hash: number): T {
    const slot = (hash ^ (hash >>> 8) ^ (hash >>> 16)) & 0xff;
    const known = this.#slots[slot];
    if (known !== undefined && isEqual(known.bytes, bytes, from, to)) return known.line;
    // In memory of its own: a copy from the pool would keep all that was read beside it.
    const copy = Buffer.allocUnsafeSlow(to - from);
    copy.set(bytes.subarray(from, to));
    const line = this.#parse(copy.toString('latin1'));
    if (copy.length <= MOST_KNOWN_BYTES) this.#slots[slot] = { bytes: copy, line };
    return line;
  }
}

const MOST_KNOWN_BYTES = 256;

function isEqual(known: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[from + i]) return false;
  return true;
}

const STATUS_LINES = new KnownLines(statusLineOf);
const HEADER_LINES = new KnownLines(headerLineOf);
