import type { Random } from '../../src/base/random.ts';
import { type JsonTree, jsonTreeOf, sizeOf } from './jsonTree.ts';
import { mutateBytes, mutateCharacters, oneOf } from './mutateText.ts';
import { ODD_KEYS, ODD_VALUES } from './oddValues.ts';
import { type Mutate, utf8Input } from './target.ts';

/** Mutations of the structure of a JSON text, sometimes of its characters too. What is not JSON is mutated as text. */
export const mutateJson: Mutate = (input, random, other) => {
  const tree = jsonTreeOf(input);
  if (tree === undefined || random.int(8) === 0) return mutateCharacters(input, random, other);
  const text = new Writer(tree, random).text();
  return random.int(6) === 0 ? mutateCharacters(text, random, other) : text;
};

/** The same for targets that take bytes. */
export const mutateJsonBytes: Mutate = (input, random, other) => {
  const tree = jsonTreeOf(input);
  if (tree === undefined || random.int(8) === 0) return mutateBytes(input, random, other);
  const text = utf8Input(new Writer(tree, random).text());
  return random.int(6) === 0 ? mutateBytes(text, random, other) : text;
};

/** Writes a tree with some of its parts changed. */
class Writer {
  readonly #tree: JsonTree;
  readonly #random: Random;
  /** The parts to change, by their number in the order in which they are written. */
  readonly #changed = new Set<number>();
  /** Parts that were written, to be put where they do not belong. */
  readonly #written: string[] = [];
  readonly #isBlank: boolean;
  #at = 0;

  constructor(tree: JsonTree, random: Random) {
    this.#tree = tree;
    this.#random = random;
    const size = sizeOf(tree);
    for (let left = 1 + random.int(3); left > 0; left--) this.#changed.add(random.int(size));
    this.#isBlank = random.int(8) === 0;
  }

  text(): string {
    return this.#write(this.#tree);
  }

  #write(tree: JsonTree): string {
    const isChanged = this.#changed.has(this.#at++);
    const text = this.#inside(tree, isChanged && this.#random.int(3) > 0);
    if (this.#written.length < 50) this.#written.push(text);
    return isChanged && (tree.kind === 'text' || this.#random.int(3) === 0) ? this.#instead(text) : text;
  }

  #inside(tree: JsonTree, isChanged: boolean): string {
    if (tree.kind === 'text') return tree.text;
    if (tree.kind === 'array') {
      const items = tree.items.map((item) => this.#write(item));
      return this.#joined('[', isChanged ? this.#changedItems(items) : items, ']');
    }
    const members = tree.members.map(([key, value]) => [key, this.#write(value)] as const);
    const texts = (isChanged ? this.#changedMembers(members) : members).map(
      ([key, value]) => `${key}${this.#blank()}:${this.#blank()}${value}`,
    );
    return this.#joined('{', texts, '}');
  }

  #instead(text: string): string {
    const random = this.#random;
    switch (random.int(12)) {
      case 0:
        return text.startsWith('"') ? text.slice(1, -1) : JSON.stringify(text);
      case 1:
        return `[${text}]`;
      case 2:
        return `{"a":${text}}`;
      case 3:
        return oneOf(random, this.#written.length === 0 ? [text] : this.#written);
      case 4:
        return this.#nested(text);
      case 5:
        return /^-?\d/.test(text) ? this.#otherNumber(text) : this.#otherText(text);
      default:
        return oneOf(random, ODD_VALUES);
    }
  }

  #nested(text: string): string {
    const depth = oneOf(this.#random, [2, 20, 511, 512, 513, 2000, 20_000]);
    return this.#random.int(2) === 0
      ? `${'['.repeat(depth)}${text}${']'.repeat(depth)}`
      : `${'{"a":'.repeat(depth)}${text}${'}'.repeat(depth)}`;
  }

  #otherNumber(text: string): string {
    const zeros = '0'.repeat(this.#random.int(70));
    const changes = [`-${text}`, `${text}${zeros}`, `0${text}`, `${text}.${zeros}`, `${text}${zeros}1`, `${text}e${this.#random.int(500)}`];
    return oneOf(this.#random, [
      ...changes,
      `${text}E-${this.#random.int(500)}`,
      `${text}.0${zeros}1`,
      text.replace('.', ''),
      text.replace('.', ','),
    ]);
  }

  #otherText(text: string): string {
    if (!text.startsWith('"')) return oneOf(this.#random, ODD_VALUES);
    const inner = text.slice(1, -1);
    const at = this.#random.int(inner.length + 1);
    const odd = oneOf(this.#random, ['\\u0000', '\\ud83d', '\u0001', '\\', '"', 'é', '\\n', ' ', '/', '\\u202e', 'x'.repeat(1000)]);
    return `"${inner.slice(0, at)}${odd}${inner.slice(at + this.#random.int(2))}"`;
  }

  #changedItems(items: readonly string[]): readonly string[] {
    const random = this.#random;
    const at = random.int(items.length + 1);
    const one = items[at] ?? oneOf(random, ODD_VALUES);
    const times = oneOf(random, [1, 2, 300]);
    switch (random.int(4)) {
      case 0:
        return items.toSpliced(at, 1);
      case 1:
        return items.toSpliced(at, 0, ...Array.from({ length: one.length > 200 ? 1 : times }, () => one));
      case 2:
        return items.toReversed();
      default:
        return items.toSpliced(at, 0, oneOf(random, ODD_VALUES));
    }
  }

  #changedMembers(members: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
    const random = this.#random;
    const at = random.int(members.length + 1);
    const [key, value] = members[at] ?? ['"a"', '1'];
    const odd = oneOf(random, ODD_VALUES);
    switch (random.int(6)) {
      case 0:
        return members.toSpliced(at, 1);
      case 1:
        return members.toSpliced(random.int(members.length + 1), 0, [key, random.int(2) === 0 ? value : odd]);
      case 2:
        return members.toSpliced(at, 0, [JSON.stringify(oneOf(random, ODD_KEYS)), odd]);
      case 3:
        return members.toSpliced(at, 1, [JSON.stringify(oneOf(random, ODD_KEYS)), value]);
      case 4:
        return members.toReversed();
      default:
        return members.toSpliced(at, 1, [key, oneOf(random, members)?.[1] ?? odd]);
    }
  }

  #joined(open: string, parts: readonly string[], close: string): string {
    return `${open}${this.#blank()}${parts.join(`${this.#blank()},${this.#blank()}`)}${this.#blank()}${close}`;
  }

  #blank(): string {
    return this.#isBlank ? oneOf(this.#random, ['', ' ', '\n', '\t', '\r\n']) : '';
  }
}
