import { Decimal } from '../base/decimal.ts';
import { instantOf } from '../base/instant.ts';
import { smallDecimal } from '../base/smallDecimal.ts';
import type { FastCheck, FastField, FastShape } from './fastShape.ts';

/**
 * Reads a JSON text straight into the values of a shape. Returns undefined when anything is out of the ordinary: white space, an
 * escape, an exponent, a repeated key, a value that does not fit, a failed check. The caller then uses the exact parser and the
 * schema, which decide. So this reader may refuse anything, but must never read a different value.
 */
export function fastRead(shape: FastShape, text: string): unknown {
  try {
    return new FastReader(text).document(shape);
  } catch (error) {
    if (error === OUT_OF_THE_ORDINARY) return undefined;
    throw error;
  }
}

/** Thrown and caught in this file only. There is one for all cases, because making an error costs more than reading a reply. */
const OUT_OF_THE_ORDINARY = new Error('out of the ordinary');

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

class FastReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(shape: FastShape): unknown {
    const value = this.#value(shape);
    if (this.#at !== this.#text.length) throw OUT_OF_THE_ORDINARY;
    return value;
  }

  #value(shape: FastShape): unknown {
    switch (shape.kind) {
      case 'decimal':
        return passed(shape.checks, this.#decimal());
      case 'id':
        return passed(shape.checks, this.#integer(40));
      case 'int':
        return passed(shape.checks, Number(this.#integer(9)));
      case 'dateTime':
        return passed(shape.checks, this.#dateTime());
      case 'text':
        return passed(shape.checks, this.#string());
      case 'boolean':
        return passed(shape.checks, this.#boolean());
      case 'enum': {
        const value = this.#string();
        if (!shape.values.has(value)) throw OUT_OF_THE_ORDINARY;
        return value;
      }
      case 'array':
        return this.#array(shape.element);
      case 'object':
        return passed(shape.checks, this.#object(shape.fields));
    }
  }

  #object(fields: readonly FastField[]): Record<string, unknown> {
    this.#expect(OPEN_OBJECT);
    const value: Record<string, unknown> = {};
    const unknown: string[] = [];
    let seen = 0;
    let next = 0;
    let code: number;
    do {
      const index = this.#key(fields, next, unknown);
      if (index === -1) {
        this.#skipScalar();
      } else {
        const field = fields[index]!;
        const bit = 1 << index;
        if ((seen & bit) !== 0) throw OUT_OF_THE_ORDINARY;
        seen |= bit;
        value[field.name] = field.optional && this.#skip('null') ? undefined : this.#value(field.shape);
        next = index + 1;
      }
      code = this.#text.charCodeAt(this.#at++);
    } while (code === COMMA);
    if (code !== CLOSE_OBJECT) throw OUT_OF_THE_ORDINARY;
    for (let i = 0; i < fields.length; i++) {
      if ((seen & (1 << i)) === 0 && !fields[i]!.optional) throw OUT_OF_THE_ORDINARY;
    }
    return value;
  }

  /** Skips a key and its colon. Returns the index of its field, or -1 for a key that the row does not name. */
  #key(fields: readonly FastField[], next: number, unknown: string[]): number {
    // Keys nearly always come in the order of the row, with some left out.
    for (let i = next; i < fields.length; i++) if (this.#skip(fields[i]!.token)) return i;
    for (let i = 0; i < next; i++) if (this.#skip(fields[i]!.token)) return i;
    const name = this.#string();
    if (unknown.length > 20 || unknown.includes(name)) throw OUT_OF_THE_ORDINARY;
    unknown.push(name);
    this.#expect(COLON);
    return -1;
  }

  #array(element: FastShape): unknown[] {
    this.#expect(OPEN_ARRAY);
    const values: unknown[] = [];
    if (this.#text.charCodeAt(this.#at) === CLOSE_ARRAY) {
      this.#at++;
      return values;
    }
    let at: number;
    do {
      values.push(this.#value(element));
      at = this.#text.charCodeAt(this.#at++);
    } while (at === COMMA);
    if (at !== CLOSE_ARRAY) throw OUT_OF_THE_ORDINARY;
    return values;
  }

  #string(): string {
    this.#expect(QUOTE);
    const text = this.#text;
    const from = this.#at;
    let at = from;
    for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(++at)) {
      // Behind the end of the text the code is NaN, and `>=` is false for it too.
      if (code === BACKSLASH || !(code >= 0x20)) throw OUT_OF_THE_ORDINARY;
    }
    this.#at = at + 1;
    return text.slice(from, at);
  }

  /** The digits of a whole number without a sign, since ids and counts have none. */
  #integer(mostDigits: number): string {
    const from = this.#at;
    this.#digits();
    const next = this.#text.charCodeAt(this.#at);
    if (this.#at - from > mostDigits || next === DOT || (next | 0x20) === 0x65) throw OUT_OF_THE_ORDINARY;
    return this.#text.slice(from, this.#at);
  }

  #decimal(): Decimal {
    const text = this.#text;
    const from = this.#at;
    const negative = text.charCodeAt(from) === MINUS;
    if (negative) this.#at++;
    const whole = this.#digits();
    const wholeDigits = this.#at - from;
    let fraction = 0;
    let places = 0;
    if (text.charCodeAt(this.#at) === DOT) {
      const dot = this.#at++;
      for (let digit = text.charCodeAt(this.#at) - ZERO; digit >= 0 && digit <= 9; digit = text.charCodeAt(++this.#at) - ZERO) {
        fraction = fraction * 10 + digit;
      }
      places = this.#at - dot - 1;
      if (places === 0) throw OUT_OF_THE_ORDINARY;
    }
    if ((text.charCodeAt(this.#at) | 0x20) === 0x65 || this.#at - from > 60) throw OUT_OF_THE_ORDINARY;
    if (negative || wholeDigits > 14 || places > 14) return new Decimal(text.slice(from, this.#at));
    return smallDecimal(whole, fraction, places);
  }

  /** Skips digits as JSON allows them, without a superfluous leading zero. Returns their value, exact up to 15 digits. */
  #digits(): number {
    const text = this.#text;
    const from = this.#at;
    let value = 0;
    let at = from;
    for (let digit = text.charCodeAt(at) - ZERO; digit >= 0 && digit <= 9; digit = text.charCodeAt(++at) - ZERO) value = value * 10 + digit;
    if (at === from || (at - from > 1 && text.charCodeAt(from) === ZERO)) throw OUT_OF_THE_ORDINARY;
    this.#at = at;
    return value;
  }

  #dateTime(): number {
    const at = canonicalInstant(this.#text, this.#at);
    if (at !== undefined) {
      this.#at += CANONICAL_LENGTH;
      return at;
    }
    const read = instantOf(this.#string());
    if (read === undefined) throw OUT_OF_THE_ORDINARY;
    return read;
  }

  #boolean(): boolean {
    if (this.#skip('true')) return true;
    if (this.#skip('false')) return false;
    throw OUT_OF_THE_ORDINARY;
  }

  /** Skips a value whose key the row does not name. */
  #skipScalar(): void {
    const code = this.#text.charCodeAt(this.#at);
    if (code === QUOTE) this.#string();
    else if (code === MINUS || (code >= ZERO && code <= ZERO + 9)) this.#decimal();
    else if (!this.#skip('null')) this.#boolean();
  }

  #skip(word: string): boolean {
    const text = this.#text;
    const from = this.#at;
    for (let i = 0; i < word.length; i++) if (text.charCodeAt(from + i) !== word.charCodeAt(i)) return false;
    this.#at = from + word.length;
    return true;
  }

  #expect(code: number): void {
    if (this.#text.charCodeAt(this.#at++) !== code) throw OUT_OF_THE_ORDINARY;
  }
}

function passed<T>(checks: readonly FastCheck[], value: T): T {
  for (const check of checks) if (!check(value)) throw OUT_OF_THE_ORDINARY;
  return value;
}

/** The length of `"2026-11-20T10:00:00.000Z"`, quotes included. */
const CANONICAL_LENGTH = 26;

/** The time at this place when it has the usual form. Undefined for any other form, and for the last days of months. */
function canonicalInstant(text: string, at: number): number | undefined {
  const year = twoDigits(text, at + 1) * 100 + twoDigits(text, at + 3);
  const month = twoDigits(text, at + 6);
  const day = twoDigits(text, at + 9);
  const hour = twoDigits(text, at + 12);
  const minute = twoDigits(text, at + 15);
  const second = twoDigits(text, at + 18);
  const millisecond = twoDigits(text, at + 21) * 10 + (twoDigits(text, at + 22) % 10);
  for (let i = 0; i < MARKS.length; i++) if (text.charCodeAt(at + MARKS_AT[i]!) !== MARKS.charCodeAt(i)) return undefined;
  // What is not made of digits is NaN, which lies in no range.
  const isDate = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
  const isTime = hour <= 23 && minute <= 59 && second <= 59 && millisecond <= 999;
  if (!isDate || !isTime) return undefined;
  return ((daysUntil(year, month, day) * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + millisecond;
}

/** Days since 1 January 1970. Years begin in March here, so that the leap day is the last day of a year. */
function daysUntil(year: number, month: number, day: number): number {
  const years = month > 2 ? year : year - 1;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return years * 365 + leapDays + Math.floor((((month + 9) % 12) * 153 + 2) / 5) + day - 719_469;
}

const MARKS = '"--T::.Z"';
const MARKS_AT = [0, 5, 8, 11, 14, 17, 20, 24, 25];

/** NaN when these are not digits, and NaN is in no range. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}
