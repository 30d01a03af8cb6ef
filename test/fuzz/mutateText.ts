import type { Random } from '../../src/base/random.ts';
import { ODD_TEXTS } from './oddValues.ts';
import { inputOf, type Mutate } from './target.ts';

export function oneOf<T>(random: Random, items: readonly T[]): T {
  return items[random.int(items.length)]!;
}

/** Some mutations of characters one after the other. For targets of bytes, only characters up to 255 come in. */
export const mutateCharacters: Mutate = (input, random, other) => {
  let text = input;
  for (let left = 1 + random.int(4); left > 0; left--) text = oneOf(random, CHANGES)(text, random, other);
  return text;
};

/** The same for bytes. */
export const mutateBytes: Mutate = (input, random, other) => {
  const text = mutateCharacters(input, random, other);
  // Only what came in from the odd texts can be above.
  return /[\u0100-\uffff]/.test(text) ? inputOf(Buffer.from(text, 'utf8')) : text;
};

const CHANGES: readonly Mutate[] = [
  // A bit is flipped.
  (text, random) => at(text, random, (from) => [from, from + 1, String.fromCharCode((text.charCodeAt(from) || 0) ^ (1 << random.int(8)))]),
  // A character is another one.
  (text, random) => at(text, random, (from) => [from, from + 1, String.fromCharCode(random.int(256))]),
  (text, random) => at(text, random, (from) => [from, from + random.int(2), oneOf(random, ODD_TEXTS)]),
  (text, random) => at(text, random, (from) => [from, from, oneOf(random, ODD_TEXTS)]),
  // A digit is another one.
  (text, random) => at(text, random, (from) => digitFrom(text, from, String(random.int(10)))),
  // Something is missing.
  (text, random) => at(text, random, (from) => [from, from + 1 + random.int(4), '']),
  (text, random) => at(text, random, (from) => [from, from + random.int(text.length), '']),
  (text, random) => text.slice(0, random.int(text.length + 1)),
  (text, random) => text.slice(random.int(text.length + 1)),
  // Something stands twice, or very often.
  (text, random) => at(text, random, (from) => [from, from, text.slice(from, from + 1 + random.int(40))]),
  (text, random) => at(text, random, (from) => [from, from, text.slice(from, from + 1 + random.int(3)).repeat(1 + random.int(2000))]),
  // Bytes that are lengths or counts become very small or very large.
  (text, random) => at(text, random, (from) => [from, from + 4, oneOf(random, LIMITS)]),
  // Two inputs are joined.
  (text, random, other) => text.slice(0, random.int(text.length + 1)) + other.slice(random.int(other.length + 1)),
  // Two parts change places.
  (text, random) => {
    const [a, b, c] = [random.int(text.length + 1), random.int(text.length + 1), random.int(text.length + 1)].sort((x, y) => x - y);
    return text.slice(0, a) + text.slice(b, c) + text.slice(a, b) + text.slice(c);
  },
];

function digitFrom(text: string, from: number, digit: string): readonly [number, number, string] {
  const found = text.slice(from, from + 500).search(/\d/);
  return found < 0 ? [from, from, digit] : [from + found, from + found + 1, digit];
}

const LIMITS = [
  '\0\0\0\0',
  '\u00ff\u00ff\u00ff\u00ff',
  '\u00ff\u00ff\u00ff\u007f',
  '\u0001\0\0\0',
  '\0\0\0\u0001',
  '\u0080\u0080\u0080\u0080',
];

function at(text: string, random: Random, change: (from: number) => readonly [from: number, to: number, text: string]): string {
  const [from, to, inserted] = change(random.int(text.length + 1));
  return text.slice(0, from) + inserted + text.slice(to);
}

/** Mutations of whole lines, and of characters in them. */
export const mutateLines: Mutate = (input, random, other) => {
  const lines = input.split('\n');
  for (let left = random.int(3); left > 0; left--) {
    const from = random.int(lines.length);
    const line = lines[from]!;
    switch (random.int(6)) {
      case 0:
        lines.splice(from, 1);
        break;
      case 1:
        lines.splice(random.int(lines.length + 1), 0, line);
        break;
      case 2:
        lines[from] = `${' '.repeat(random.int(5))}${line.trimStart()}`;
        break;
      case 3:
        lines[from] = line.replace(/(?<=[:=,]\s*)[^:=,\s][^:=,]*$/, () => oneOf(random, ODD_TEXTS));
        break;
      case 4:
        lines.splice(from, 0, oneOf(random, other.split('\n')));
        break;
      default:
        lines.splice(from, 1 + random.int(3));
    }
    if (lines.length === 0) lines.push('');
  }
  const text = lines.join('\n');
  return random.int(3) === 0 ? text : mutateCharacters(text, random, other);
};
