import { visibleText } from '../../base/plainText.ts';

/** What a canonical text says, for people to read before they sign it: nothing is left out, and no two texts are shown alike. */
export interface ShownContent {
  /** Its members by name, in their order. Those of an inner object have a path: `destination.address`. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The members of each of its rows, empty where a row has none. What no row has is left out here and named in `notGiven`. */
  readonly rows: readonly (readonly (readonly [name: string, value: string])[])[];
  readonly notGiven: readonly string[];
}

type Leaves = readonly (readonly [name: string, value: string | undefined])[];

/** Reads nothing but the canonical text itself: what is shown is what is signed. */
export function shownContent(canonical: string): ShownContent {
  const { rows = [], ...members } = JSON.parse(canonical) as { readonly rows?: readonly unknown[] };
  const facts = leavesOf('', members);
  const rowLeaves = rows.map((row) => leavesOf('', row));
  const names = [...new Set(rowLeaves.flatMap((row) => row.map(([name]) => name)))];
  const isGiven = (name: string): boolean => rowLeaves.some((row) => row.some(([other, value]) => other === name && value !== undefined));
  const given = names.filter(isGiven);
  const isMissing = (name: string): boolean => !given.some((other) => other === name || other.startsWith(`${name}.`));
  return {
    facts: facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    rows: rowLeaves.map((row) => given.map((name) => [name, row.find(([other]) => other === name)?.[1] ?? ''] as const)),
    notGiven: [...facts.filter(([, value]) => value === undefined).map(([name]) => name), ...names.filter(isMissing)],
  };
}

function leavesOf(path: string, value: unknown): Leaves {
  if (value === null) return [[path, undefined]];
  if (typeof value === 'string') return [[path, exactLine(value)]];
  if (typeof value !== 'object') return [[path, JSON.stringify(value)]];
  const inside = Object.entries(value).flatMap(([name, inner]) => leavesOf(path === '' ? name : `${path}.${name}`, inner));
  return inside.length === 0 ? [[path, undefined]] : inside;
}

/** A text that is given and empty. No other one is shown so: a backslash of its own is doubled. */
const EMPTY = '\\empty';

/** On one line, and so that two different texts stay different: what can't be seen is written out. */
function exactLine(text: string): string {
  if (text === '') return EMPTY;
  const lines = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
  return visibleText(lines);
}
