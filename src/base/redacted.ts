import { foldedText } from './foldedText.ts';

/** So many characters in a row of a key or a signature give it away; a shorter text is no key. */
const WINDOW = 12;
/** More than any process signs with, and more signatures than can come back in answers that are still read. */
const MOST_TEXTS = 64;

/** What must not be shown. Its windows are made when somebody asks, since most signatures are forgotten before that. */
class HiddenTexts {
  /** Oldest first. */
  readonly #texts = new Map<string, { readonly serial: number; windows: readonly string[] }>();
  readonly #serials = new Map<string, number>();
  #areNew: string[] = [];

  remember(text: string, serial: number): void {
    this.#forget(text);
    this.#texts.set(text, { serial, windows: [] });
    this.#areNew.push(text);
    if (this.#texts.size > MOST_TEXTS) this.#forget(this.#texts.keys().next().value!);
    if (this.#areNew.length > MOST_TEXTS) this.#areNew = this.#areNew.slice(-MOST_TEXTS);
  }

  hides(window: string, since: number): boolean {
    if (this.#areNew.length > 0) this.#learn();
    const serial = this.#serials.get(window);
    return serial !== undefined && serial > since;
  }

  #learn(): void {
    for (const text of this.#areNew) {
      const known = this.#texts.get(text);
      if (known === undefined) continue;
      known.windows = formsOf(text).flatMap(windowsOf);
      for (const window of known.windows) this.#serials.set(window, known.serial);
    }
    this.#areNew = [];
  }

  #forget(text: string): void {
    const known = this.#texts.get(text);
    this.#texts.delete(text);
    for (const window of known?.windows ?? []) if (this.#serials.get(window) === known!.serial) this.#serials.delete(window);
  }
}

const credentials = new HiddenTexts();
const signatures = new HiddenTexts();
let remembered = 0;

/** From now on no output shows this key or secret. Each `Secret` is remembered by itself. */
export function rememberCredential(text: string): void {
  credentials.remember(text, ++remembered);
}

/** From now on, and for as long as answers may repeat it, no output shows this signature. */
export function rememberSignature(text: string): void {
  signatures.remember(text, ++remembered);
}

/** A moment, for `redacted`: what is remembered from then on. */
export function hiddenSoFar(): number {
  return remembered;
}

/**
 * The text without keys, secrets and signatures, and without any longer part of them, however somebody has written them: in base64
 * or hex, escaped for a URL, JSON or HTML, in another case, or with blanks, quotes and line breaks in between. What stands between
 * the parts stays, so that JSON stays JSON.
 */
export function redacted(text: string, since = 0): string {
  if (remembered === since || text.length < WINDOW) return text;
  const folded = foldedText(text);
  let shown = '';
  let done = 0;
  let hiddenTo = 0;
  for (let i = 0; i + WINDOW <= folded.text.length; i++) {
    const window = folded.text.slice(i, i + WINDOW);
    if (!credentials.hides(window, since) && !signatures.hides(window, since)) continue;
    for (let at = Math.max(i, hiddenTo); at < i + WINDOW; at++) {
      shown += text.slice(done, folded.from[at]) + (at > i || hiddenTo === i ? '' : '***');
      done = folded.to[at]!;
    }
    hiddenTo = i + WINDOW;
  }
  return shown + text.slice(done);
}

function windowsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - WINDOW + 1) }, (_, i) => text.slice(i, i + WINDOW));
}

/** The text itself, in hex, and as it would stand in the base64 of a longer text: there are three, by where it begins. */
function formsOf(text: string): string[] {
  const bytes = Array.from(new TextEncoder().encode(text));
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  // What depends on the neighbours is left out.
  const inBase64 = [0, 1, 2].map((before) =>
    btoa(String.fromCharCode(...new Array<number>(before).fill(0), ...bytes))
      .replace(/=+$/, '')
      .slice(Math.ceil((before * 4) / 3), -1),
  );
  return [text, hex, ...inBase64].map((form) => foldedText(form).text);
}
