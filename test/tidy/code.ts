/**
 * The code of a TypeScript text. Comments, strings, templates and regular expressions are blanked out, so that a check finds a
 * word only where it is code. All offsets and lines stay as they are.
 */
export function codeOf(text: string): string {
  const found = known.get(text) ?? blanked(text);
  known.set(text, found);
  return found;
}

/** Every check reads the same files. */
const known = new Map<string, string>();

function blanked(text: string): string {
  const out = text.split('');
  const blank = (from: number, to: number): void => {
    for (let at = from; at < Math.min(to, out.length); at++) if (out[at] !== '\n') out[at] = ' ';
  };
  /** The depths of `{` at which a `}` returns into a template. */
  const templates: number[] = [];
  let depth = 0;
  let at = 0;
  const template = (): void => {
    const { end, code } = endOfTemplate(text, at);
    blank(at, code ? end - 2 : end - 1);
    if (code) templates.push(depth);
    at = end;
  };
  while (at < text.length) {
    const char = text[at]!;
    const end = endOfToken(text, at);
    if (end !== undefined) {
      const quoted = char !== '/';
      blank(quoted ? at + 1 : at, quoted ? end - 1 : end);
      at = end;
    } else if (char === '`' || (char === '}' && templates.at(-1) === depth)) {
      if (char === '}') templates.pop();
      at++;
      template();
    } else {
      if (char === '{') depth++;
      if (char === '}') depth--;
      at++;
    }
  }
  return out.join('');
}

/** Where the comment, string or regular expression at this place ends. Undefined when none begins here. */
function endOfToken(text: string, at: number): number | undefined {
  const char = text[at]!;
  if (char === "'" || char === '"') return endOfQuoted(text, at + 1, char);
  if (char !== '/') return undefined;
  if (text[at + 1] === '/') return indexOrEnd(text, '\n', at);
  if (text[at + 1] === '*') return indexOrEnd(text, '*/', at + 2) + 2;
  return mayBeginExpression(text, at) ? endOfRegularExpression(text, at + 1) : undefined;
}

function endOfQuoted(text: string, from: number, quote: string): number {
  let at = from;
  while (at < text.length && text[at] !== quote && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** The end of a template's text: behind the closing backquote, or behind the `${` where code begins. */
function endOfTemplate(text: string, from: number): { end: number; code: boolean } {
  let at = from;
  while (at < text.length) {
    if (text[at] === '`') return { end: at + 1, code: false };
    if (text.startsWith('${', at)) return { end: at + 2, code: true };
    at += text[at] === '\\' ? 2 : 1;
  }
  return { end: text.length, code: false };
}

function endOfRegularExpression(text: string, from: number): number | undefined {
  let inClass = false;
  for (let at = from; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '[') inClass = true;
    else if (text[at] === ']') inClass = false;
    else if (text[at] === '/' && !inClass) return at + 1;
  }
  return undefined;
}

/** A slash divides after a value, and begins a regular expression after an operator, a bracket or a keyword. */
function mayBeginExpression(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at).trimEnd();
  return before === '' || /[(,=:[!&|?{};+\-*%<>~^]$|\b(?:return|typeof|case|in|of|void|throw|else|yield|await)$/.test(before);
}

function indexOrEnd(text: string, what: string, from: number): number {
  const index = text.indexOf(what, from);
  return index < 0 ? text.length : index;
}
