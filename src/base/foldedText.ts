/** A text without all that could be put between the characters of a key, and where each character that is left stood. */
export interface FoldedText {
  /** Lower case. `-` and `_` count as `+` and `/`. */
  readonly text: string;
  /** For each character its first place in the original, and the first place after it. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

const HEX = '[0-9a-fA-F]';
/** What stands for another character: in JSON, in a URL (encoded once or more often) and in HTML. */
const ESCAPED = new RegExp(`\\\\+(?:u(${HEX}{4})|x(${HEX}{2})|[nrtbf]|(.?))|%(?:25)*(${HEX}{2})|&#(?:x(${HEX}{1,6})|(\\d{1,7}));`, 'sy');

/** Folds a text: escapes are read, and whatever is no letter, digit, `+` or `/` is left out. */
export function foldedText(original: string): FoldedText {
  let text = '';
  const from: number[] = [];
  const to: number[] = [];
  const add = (code: number, at: number, end: number): void => {
    const folded = foldedCode(code);
    if (folded === 0) return;
    text += String.fromCharCode(folded);
    from.push(at);
    to.push(end);
  };
  for (let at = 0; at < original.length; at++) {
    const code = original.charCodeAt(at);
    if (code !== 0x5c && code !== 0x25 && code !== 0x26) {
      add(code, at, at + 1);
      continue;
    }
    ESCAPED.lastIndex = at;
    const match = ESCAPED.exec(original);
    if (match === null) continue;
    const [whole, unicode, byte, plain, percent, hex, decimal] = match;
    const digits = unicode ?? byte ?? percent ?? hex;
    const meant =
      digits !== undefined ? Number.parseInt(digits, 16) : decimal !== undefined ? Number(decimal) : (plain ?? '').charCodeAt(0);
    add(meant, at, at + whole.length);
    at += whole.length - 1;
  }
  return { text, from, to };
}

/** The character that it counts as; 0 for none. */
function foldedCode(code: number): number {
  if ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2f) return code;
  if (code >= 0x41 && code <= 0x5a) return code + 0x20;
  return code === 0x2d ? 0x2b : code === 0x5f ? 0x2f : 0;
}
