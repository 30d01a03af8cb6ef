import { editDistance } from '../base/didYouMean.ts';

const REFERENCE = /\$\{(?:env|file):[^}\s]*\}/y;
const NAMED_VALUE = /([A-Za-z_][\w-]*)["']?\s*[:=]\s*/g;
/** What stands before the last `@` of an address. A name with a reference to its password, as examples have it, holds no secret. */
const USER_INFO = /(?<=\/\/)(?!(?:[A-Za-z_][\w-]{0,31}:)?\$\{(?:env|file):[^}\s/@]+\}@[^\s/@]*(?:[\s/]|$))[^\s/]+(?=@)/g;
/** What a slip has left of a secret is one too. */
const TOKEN = /[A-Za-z0-9+/=_-]{12,}/g;
const HEX_TOKEN = /^[0-9a-fA-F-]{32,}$/;

/** Names of settings that resemble a secret's name but hold no secret. */
const PLAIN_NAMES = new Set(['socket']);

/** From (inclusive) and to (exclusive), in characters. */
export type Span = readonly [from: number, to: number];

/** Whether a key of this name, or a misspelling of one, holds something that must not be shown. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[-_\s]/g, '');
  if (PLAIN_NAMES.has(plain)) return false;
  if (/secret|token|passw|passphrase|credential|private/.test(plain) || plain.endsWith('key')) return true;
  return plain.length >= 3 && (editDistance(plain, 'secret') <= 2 || editDistance(plain, 'key') <= 1);
}

/** Masks whatever looks like a key or a secret in free text. */
export function maskText(text: string): string {
  return maskSpans(text, tokenSpans(text)).text;
}

/**
 * Masks a source line: the given spans, every value whose key names a secret, and whatever looks like one. `column` (from 0)
 * moves with the text, so that a caret still points at the right place.
 */
export function maskLine(line: string, spans: readonly Span[], column: number): { text: string; column: number } {
  return maskSpans(line, [...spans, ...namedSpans(line), ...tokenSpans(line)], column);
}

function namedSpans(line: string): Span[] {
  const spans: Span[] = [];
  for (const match of line.matchAll(NAMED_VALUE)) {
    const from = match.index + match[0].length;
    if (!isSecretName(match[1]!) || from >= line.length) continue;
    REFERENCE.lastIndex = from + (/["']/.test(line[from]!) ? 1 : 0);
    // Nobody knows where a literal secret ends (quotes may be missing), so nothing after it is shown.
    if (!REFERENCE.test(line)) spans.push([from, line.length]);
  }
  return spans;
}

function tokenSpans(text: string): Span[] {
  const tokens = [...text.matchAll(TOKEN)].filter(([token]) => looksRandom(token));
  return [...tokens, ...text.matchAll(USER_INFO)].map((match): Span => [match.index, match.index + match[0].length]);
}

function looksRandom(token: string): boolean {
  return HEX_TOKEN.test(token) || (/[a-z]/.test(token) && /[A-Z]/.test(token) && /\d/.test(token));
}

function maskSpans(line: string, spans: readonly Span[], column = 0): { text: string; column: number } {
  let text = '';
  let done = 0;
  let moved = column;
  for (const [from, to] of joined(spans)) {
    text += line.slice(done, from);
    if (column >= to) moved += 3 - (to - from);
    else if (column >= from) moved = text.length;
    text += '***';
    done = to;
  }
  return { text: text + line.slice(done), column: moved };
}

/** The spans in order, with those that touch or overlap joined. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], to)];
    else result.push([from, to]);
  }
  return result;
}
