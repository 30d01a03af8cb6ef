import { rememberCredential } from './redacted.ts';

/** A text that must not be shown: no output shows it (`redacted`), and it prints, serialises and inspects as `***`. Only `reveal` gives it out. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    rememberCredential(text);
  }

  /** Only for the code that signs. Its callers are few and easy to find by this name. */
  reveal(): string {
    return this.#text;
  }

  /** Whether both hold the same text, without giving it out. */
  isSameAs(other: Secret): boolean {
    return this.#text === other.#text;
  }

  toString(): string {
    return '***';
  }

  toJSON(): string {
    return '***';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '***';
  }
}

/** The end of a key, enough to tell two apart: `…4f2a`. */
export function keyTail(key: string): string {
  return key.length <= 8 ? '…' : `…${key.slice(-4)}`;
}
