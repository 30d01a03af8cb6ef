import { assert } from '../../base/assert.ts';
import type { Command } from '../command.ts';
import { globalOptions, GROUPS } from '../program.ts';

/** A word that may follow, with a short description. */
export interface Word {
  readonly text: string;
  readonly about: string;
}

/** What follows an option: nothing, a file name, one of a few words, or anything. */
export type ValueKind = 'none' | 'file' | 'any' | readonly string[];

export interface OptionEntry {
  /** The long form and, where there is one, the short form: `--output`, `-o`. */
  readonly flags: readonly string[];
  readonly about: string;
  readonly value: ValueKind;
}

/** What may follow a command, or the beginning of one. */
export interface CompletionEntry {
  /** The words before it: empty, `orders`, `orders place`, `api exchange.orders.place`. */
  readonly path: string;
  /** The commands that begin with this path, or the values of the first argument. */
  readonly words: readonly Word[];
  /** Whether its first argument is a file name. */
  readonly takesFile: boolean;
  readonly options: readonly OptionEntry[];
}

/** Every command, every group and the beginning of a line, with the options that all commands share. */
export function completionEntries(commands: readonly Command[]): {
  readonly common: readonly OptionEntry[];
  readonly entries: CompletionEntry[];
} {
  const common = globalOptions().map(({ flags, description, argChoices }) =>
    optionEntry({ flags, about: description, choices: argChoices }),
  );
  const paths = new Set(['', ...commands.flatMap(({ name }) => prefixesOf(name))]);
  const entries = [...paths].map((path) => entryOf(path, commands));
  return { common: [...common, { flags: ['--help', '-h'], about: 'help', value: 'none' }], entries };
}

function entryOf(path: string, commands: readonly Command[]): CompletionEntry {
  const spec = commands.find(({ name }) => name === path);
  const first = Object.values(spec?.args ?? {})[0];
  const choices = (first?.choices ?? []).map((text) => ({ text, about: '' }));
  return {
    path,
    words: [...nextWords(path, commands), ...choices],
    takesFile: first !== undefined && isFile(first.flags),
    options: Object.values(spec?.options ?? {}).map(optionEntry),
  };
}

/** The words that come next in the names of commands, each once. */
function nextWords(path: string, commands: readonly Command[]): Word[] {
  const words = new Map<string, string>();
  const start = path === '' ? '' : `${path} `;
  for (const { name, about } of commands) {
    if (!name.startsWith(start)) continue;
    const [text = '', ...rest] = name.slice(start.length).split(' ');
    if (!words.has(text)) words.set(text, rest.length === 0 ? about : (GROUPS[start + text] ?? ''));
  }
  words.delete('');
  return [...words].map(([text, about]) => ({ text, about: short(about) }));
}

/** For instance `orders` and `orders place`. */
function prefixesOf(name: string): string[] {
  const words = name.split(' ');
  return words.map((_, i) => words.slice(0, i + 1).join(' '));
}

interface Described {
  readonly flags: string;
  readonly about: string;
  readonly choices?: readonly string[] | undefined;
}

function optionEntry({ flags, about, choices }: Described): OptionEntry {
  const names = flags.match(/(?<![\w-])--?[A-Za-z][\w-]*/g) ?? [];
  assert(names.length > 0, `${flags} names no option`);
  return { flags: names.toSorted((a, b) => b.length - a.length), about: short(about), value: valueOf(flags, choices) };
}

function valueOf(flags: string, choices: readonly string[] | undefined): ValueKind {
  if (choices !== undefined) return choices;
  if (!flags.includes('<')) return 'none';
  return isFile(flags) ? 'file' : 'any';
}

function isFile(flags: string): boolean {
  return /[<[](?:file|config|dir|folder)[>\]]/.test(flags);
}

/** One line without characters that would confuse a shell or its menu. */
function short(about: string): string {
  const text = about.replaceAll(/[`'"\\$[\]:]/g, '').replaceAll(/\s+/g, ' ');
  return text.length > 70 ? `${text.slice(0, 69)}…` : text;
}
