import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { isSecretName, type Span } from './mask.ts';
import type { Path, Problem } from './problem.ts';
import { syntaxProblems } from './syntaxProblems.ts';

/** What a file holds. Numbers and other plain values are their source text, so that no digit is lost. */
export type TreeValue = string | boolean | null | readonly TreeValue[] | { readonly [key: string]: TreeValue };

/** A configuration file as read, with the way back from each value to its place in the text. */
export interface YamlTree {
  readonly value: TreeValue;
  readonly problems: readonly Problem[];
  /** False when the syntax must be mended before the values can be judged. */
  readonly readable: boolean;
  /** Where to show a problem with this path: at the value, else at its key, else at the nearest ancestor that exists. */
  offsetOf(path: Path): number;
  /** Where the last key of this path stands. */
  keyOffsetOf(path: Path): number;
  /** Texts that may be secrets, as offsets. */
  readonly secretSpans: readonly Span[];
  /** Line and column, both from 1. */
  positionOf(offset: number): { line: number; column: number };
}

const MAX_NODES = 10_000;
const MAX_DEPTH = 20;
/** Each has to be looked up, and each key compared with all that are known: a file with more is none of a person. */
const MAX_ALIASES = 100;
const MAX_KEYS = 500;
const MAX_KEY = 500;
const REFUSED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads YAML 1.2. It never throws; what is wrong stands in `problems`. */
export function readYaml(source: string): YamlTree {
  const lines = new LineCounter();
  const tooDeep = openBracketOf(source);
  // What is open so often would keep the parser busy for seconds. The lines up to there are read, so that the place can be shown.
  const document = parseDocument(tooDeep === undefined ? hideBraces(source) : source.slice(0, tooDeep).replaceAll(/[^\n]/g, '#'), {
    version: '1.2',
    schema: 'core',
    lineCounter: lines,
    prettyErrors: false,
    // Duplicate keys are found below, where the message can say where the first one stands.
    uniqueKeys: false,
    logLevel: 'error',
    // Without these two tags, a plain number stays a plain text.
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !/:(?:int|float)$/.test(tag.tag)),
  });
  const reader = new Reader(lines);
  const syntax = tooDeep === undefined ? syntaxProblems(document) : { problems: [tooDeepAt(tooDeep)], readable: false };
  const value = document.contents === null ? null : reader.read(document.contents, []);
  return {
    value,
    problems: [...syntax.problems, ...(syntax.readable ? reader.problems : [])],
    readable: syntax.readable,
    secretSpans: reader.secretSpans,
    offsetOf: (path) => reader.offsetOf(path),
    keyOffsetOf: (path) => reader.keys.get(placeOf(path)) ?? reader.offsetOf(path),
    positionOf(offset) {
      const { line, col } = lines.linePos(offset);
      return { line: Math.max(1, line), column: Math.max(1, col) };
    },
  };
}

/** Where so many brackets are open at once that no configuration can mean it. In texts and comments they count too. */
function openBracketOf(source: string): number | undefined {
  let open = 0;
  for (let at = 0; at < source.length; at++) {
    const character = source[at]!;
    if (character === '{' || character === '[') open++;
    else if (character === '}' || character === ']') open = Math.max(0, open - 1);
    if (open > MAX_OPEN) return at;
  }
  return undefined;
}

const MAX_OPEN = 5 * MAX_DEPTH;

function tooDeepAt(offset: number): Problem {
  return { path: [], offset, message: TOO_DEEP };
}

const TOO_DEEP = `is nested more than ${MAX_DEPTH} levels deep`;

class Reader {
  readonly problems: Problem[] = [];
  readonly secretSpans: Span[] = [];
  readonly keys = new Map<string, number>();
  readonly #values = new Map<string, number>();
  /** The nodes that have an anchor, by its name: the last one counts. */
  readonly #anchors = new Map<string, unknown>();
  readonly #lines: LineCounter;
  #nodes = 0;
  #aliases = 0;
  #refused = false;

  constructor(lines: LineCounter) {
    this.#lines = lines;
  }

  read(node: unknown, path: Path): TreeValue {
    this.#nodes++;
    if (this.#nodes > MAX_NODES) return this.#refuse(path, `holds more than ${MAX_NODES} values (aliases count each time)`);
    if (path.length > MAX_DEPTH) return this.#refuse(path, TOO_DEEP);
    if (isAlias(node)) {
      if (++this.#aliases > MAX_ALIASES) return this.#refuse(path, `holds more than ${MAX_ALIASES} aliases`);
      const target = this.#anchors.get(node.source);
      if (target !== undefined) return this.read(target, path);
      const message = 'this alias (*name) has no anchor (&name) before it; a text that starts with * needs quotes';
      this.problems.push({ path, offset: startOf(node), message });
      return null;
    }
    this.#noteAnchor(node);
    if (isMap(node)) return this.#readMap(node.items, path);
    if (isSeq(node)) return node.items.map((item, index) => this.#readItem(isPair(item) ? null : item, [...path, index]));
    return this.#readScalar(node, path);
  }

  #noteAnchor(node: unknown): void {
    const { anchor } = (node ?? {}) as { readonly anchor?: string };
    if (anchor !== undefined) this.#anchors.set(anchor, node);
  }

  offsetOf(path: Path): number {
    for (let length = path.length; length > 0; length--) {
      const place = placeOf(path.slice(0, length));
      const found = (length === path.length ? this.#values.get(place) : undefined) ?? this.keys.get(place);
      if (found !== undefined) return found;
    }
    return 0;
  }

  /** What a map in a list lacks is shown where the map begins. */
  #readItem(item: unknown, path: Path): TreeValue {
    const start = isMap(item) ? startOf(item) : undefined;
    if (start !== undefined) this.keys.set(placeOf(path), start);
    return this.read(item, path);
  }

  #readMap(items: readonly { key: unknown; value: unknown }[], path: Path): TreeValue {
    if (items.length > MAX_KEYS) return this.#refuse(path, `holds more than ${MAX_KEYS} keys`);
    const map: Record<string, TreeValue> = {};
    for (const { key, value } of items) {
      const name = isScalar(key) ? keyName(key.value) : undefined;
      const offset = startOf(key) ?? 0;
      this.#noteAnchor(key);
      if (name === undefined || REFUSED_KEYS.has(name)) {
        this.problems.push({ path, offset, message: 'this key is not a plain name' });
        continue;
      }
      if (name.length > MAX_KEY) {
        this.problems.push({ path, offset, message: `this key is longer than ${MAX_KEY} characters` });
        continue;
      }
      const place = [...path, name];
      const earlier = this.keys.get(placeOf(place));
      if (Object.hasOwn(map, name) && earlier !== undefined) {
        const { line } = this.#lines.linePos(earlier);
        this.problems.push({ path: place, offset, message: `is given twice; the first stands on line ${line}` });
        this.#noteSecret(name, value, path);
        continue;
      }
      this.keys.set(placeOf(place), offset);
      this.#noteSecret(name, value, path);
      map[name] = this.read(value, place);
    }
    return map;
  }

  #readScalar(node: unknown, path: Path): TreeValue {
    const value = isScalar(node) ? node.value : null;
    const start = startOf(node);
    if (start !== undefined && value !== null) this.#values.set(placeOf(path), start);
    if (typeof value === 'string') return showBraces(value);
    return typeof value === 'boolean' ? value : null;
  }

  /** Among credentials an unknown key may be a misspelt one, so its value counts as secret too. */
  #noteSecret(name: string, value: unknown, parent: Path): void {
    const amongCredentials = parent.join('.') === 'venue.exchange' && !['url', 'balancesPath'].includes(name);
    if (!amongCredentials && !isSecretName(name)) return;
    if (isScalar(value) && typeof value.value === 'string' && isReference(showBraces(value.value))) return;
    const range = (value as Node | null)?.range;
    if (range) this.secretSpans.push([range[0], range[2]]);
  }

  /** Reports it once, at a place that a person can find. */
  #refuse(path: Path, message: string): null {
    const place = path.slice(0, 2);
    if (!this.#refused) this.problems.push({ path: place, offset: this.offsetOf(place), message });
    this.#refused = true;
    return null;
  }
}

/** `${env:NAME}` or `${file:PATH}`, and nothing else. */
export function isReference(text: string): boolean {
  return /^\$\{(?:env|file):[^}\s]+\}$/.test(text);
}

// A reference may stand unquoted in `{ key: ${env:NAME} }`, where YAML would take its brace for the map's. So the braces of
// references are replaced by stand-ins of the same length before parsing and put back afterwards. No offset moves.
export function hideBraces(source: string): string {
  return source.replace(/\$\{((?:env|file):[^{}\s]*)\}/g, '$\uE000$1\uE001');
}

function showBraces(text: string): string {
  return text.replace(/\$\uE000((?:env|file):[^\uE000\uE001]*)\uE001/g, '${$1}');
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0];
}

function keyName(value: unknown): string | undefined {
  if (typeof value === 'string') return showBraces(value);
  return typeof value === 'boolean' ? String(value) : undefined;
}

function placeOf(path: Path): string {
  return path.join('\0');
}
