import type { Random } from '../../src/base/random.ts';

/** Makes from a good input what a broken or hostile sender might send. `other` is another good input of the same target. */
export type Mutate = (input: string, random: Random, other: string) => string;

/** A reader of something that comes from outside, and what it promises for any input. */
export interface Target {
  readonly name: string;
  /** How many of the executions are its own, relative to the others: of a million in all, about so many thousand. */
  readonly weight: number;
  /** Good inputs. Text is text; bytes are the characters from 0 to 255. */
  readonly seeds: readonly string[];
  readonly mutate: Mutate;
  /** Throws, or rejects, when a promise is broken. */
  check(input: string): void | Promise<void>;
}

export function bytesOf(input: string): Buffer {
  return Buffer.from(input, 'latin1');
}

export function inputOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** For targets that take bytes: the text as UTF-8. */
export function utf8Input(text: string): string {
  return inputOf(Buffer.from(text, 'utf8'));
}
