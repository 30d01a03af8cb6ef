/** Deeper than anything a venue sends, and shallow enough for any stack. */
export const MAX_JSON_DEPTH = 512;

/** A parsed JSON text in which a number is whatever the caller makes from its digits. */
export type Json<N> = null | boolean | string | N | Json<N>[] | { [key: string]: Json<N> };

/**
 * Reads a JSON text strictly (RFC 8259) and passes the digits of every number to `numberOf`.
 *
 * Unlike `JSON.parse`, it refuses a key that stands twice in one object, since two readers could then read two different amounts.
 * Throws `SyntaxError` with the position for anything else that is not JSON, and for nesting beyond `MAX_JSON_DEPTH`.
 */
export function readJson<N>(text: string, numberOf: (digits: string) => N): Json<N> {
  return new JsonReader(text, numberOf).document();
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

class JsonReader<N> {
  readonly #text: string;
  readonly #numberOf: (digits: string) => N;
  #at = 0;
  #depth = 0;

  constructor(text: string, numberOf: (digits: string) => N) {
    this.#text = text;
    this.#numberOf = numberOf;
  }

  document(): Json<N> {
    this.#blanks();
    const value = this.#value();
    if (this.#blanks() < this.#text.length) throw this.#unexpected('the end');
    return value;
  }

  /** Reads the value that begins at the cursor. */
  #value(): Json<N> {
    const char = this.#text.charCodeAt(this.#at);
    switch (char) {
      case QUOTE:
        return this.#string();
      case OPEN_OBJECT:
        return this.#object();
      case OPEN_ARRAY:
        return this.#array();
      case 0x74:
        return this.#word('true', true);
      case 0x66:
        return this.#word('false', false);
      case 0x6e:
        return this.#word('null', null);
      default:
        if (char === MINUS || isDigit(char)) return this.#number();
        throw this.#unexpected('a value');
    }
  }

  #object(): { [key: string]: Json<N> } {
    const object: { [key: string]: Json<N> } = {};
    this.#enter();
    this.#blanks();
    if (this.#take(CLOSE_OBJECT)) return this.#leave(object);
    for (;;) {
      if (this.#text.charCodeAt(this.#at) !== QUOTE) throw this.#unexpected('a key in double quotes');
      const start = this.#at;
      const key = this.#string();
      this.#blanks();
      if (!this.#take(COLON)) throw this.#unexpected('":"');
      this.#blanks();
      // No value is undefined, so the first test finds every key that was seen before. It also finds a few inherited names, which
      // the second test excludes.
      if (object[key] !== undefined && Object.hasOwn(object, key)) throw this.#error(`the key ${shown(key)} stands twice`, start);
      const value = this.#value();
      if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
      else object[key] = value;
      this.#blanks();
      if (this.#take(CLOSE_OBJECT)) return this.#leave(object);
      if (!this.#take(COMMA)) throw this.#unexpected('"," or "}"');
      this.#blanks();
    }
  }

  #array(): Json<N>[] {
    const array: Json<N>[] = [];
    this.#enter();
    this.#blanks();
    if (this.#take(CLOSE_ARRAY)) return this.#leave(array);
    for (;;) {
      array.push(this.#value());
      this.#blanks();
      if (this.#take(CLOSE_ARRAY)) return this.#leave(array);
      if (!this.#take(COMMA)) throw this.#unexpected('"," or "]"');
      this.#blanks();
    }
  }

  #string(): string {
    const start = this.#at + 1;
    let at = start;
    for (;;) {
      const char = this.#text.charCodeAt(at);
      if (char === QUOTE) break;
      if (char === BACKSLASH) return this.#escapedString(start, at);
      // Behind the end of the text the code is NaN, and `>=` is false for it too.
      if (!(char >= 0x20)) throw this.#unexpected('the end of the string', at);
      at++;
    }
    this.#at = at + 1;
    return ownCopy(this.#text.slice(start, at));
  }

  /** The rest of a string from its first escape on. */
  #escapedString(start: number, firstEscape: number): string {
    let result = this.#text.slice(start, firstEscape);
    let at = firstEscape;
    for (;;) {
      const char = this.#text.charCodeAt(at);
      if (char === QUOTE) break;
      if (!(char >= 0x20)) throw this.#unexpected('the end of the string', at);
      if (char !== BACKSLASH) {
        result += this.#text[at++]!;
      } else if (this.#text[at + 1] === 'u') {
        const hex = this.#text.slice(at + 2, at + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(hex)) throw this.#unexpected('four hexadecimal digits', at + 2);
        result += String.fromCharCode(Number.parseInt(hex, 16));
        at += 6;
      } else {
        const escaped = ESCAPES[this.#text[at + 1] ?? ''];
        if (escaped === undefined) throw this.#unexpected('an escape that JSON knows', at + 1);
        result += escaped;
        at += 2;
      }
    }
    this.#at = at + 1;
    return result;
  }

  #number(): N {
    const start = this.#at;
    let at = start;
    if (this.#text.charCodeAt(at) === MINUS) at++;
    at = this.#text.charCodeAt(at) === ZERO ? at + 1 : this.#digits(at);
    if (this.#text.charCodeAt(at) === DOT) at = this.#digits(at + 1);
    // `| 0x20` turns E into e.
    if ((this.#text.charCodeAt(at) | 0x20) === 0x65) {
      const sign = this.#text[at + 1];
      at = this.#digits(sign === '+' || sign === '-' ? at + 2 : at + 1);
    }
    this.#at = at;
    return this.#numberOf(ownCopy(this.#text.slice(start, at)));
  }

  /** Where one or more digits end. */
  #digits(from: number): number {
    let at = from;
    while (isDigit(this.#text.charCodeAt(at))) at++;
    if (at === from) throw this.#unexpected('a digit', at);
    return at;
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw this.#unexpected('a value');
    this.#at += word.length;
    return value;
  }

  #enter(): void {
    if (++this.#depth > MAX_JSON_DEPTH) throw this.#error(`nested more than ${MAX_JSON_DEPTH} deep`, this.#at);
    this.#at++;
  }

  #leave<T>(value: T): T {
    this.#depth--;
    return value;
  }

  #take(char: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== char) return false;
    this.#at++;
    return true;
  }

  /** Skips blanks and returns the position after them. */
  #blanks(): number {
    let at = this.#at;
    for (;;) {
      const char = this.#text.charCodeAt(at);
      if (char !== 0x20 && char !== 0x0a && char !== 0x0d && char !== 0x09) break;
      at++;
    }
    this.#at = at;
    return at;
  }

  #unexpected(wanted: string, at = this.#at): SyntaxError {
    const found = at < this.#text.length ? shown(String.fromCodePoint(this.#text.codePointAt(at)!)) : 'the end of the text';
    return this.#error(`expected ${wanted}, found ${found}`, at);
  }

  #error(what: string, at: number): SyntaxError {
    return new SyntaxError(`not JSON at character ${at + 1}: ${what}`);
  }
}

function isDigit(char: number): boolean {
  return char >= ZERO && char <= NINE;
}

/** In quotes, short, and without control characters. */
function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

/** V8 keeps a slice of 13 characters or more as a view of the whole text: one kept id would keep its whole message. */
function ownCopy(slice: string): string {
  return slice.length < 13 ? slice : ` ${slice}`.slice(1);
}
