import { foldedText } from './foldedText.ts';

/** So many characters in a row of a key or a signature give it away; a shorter text is no key. */
const WINDOW = 12;
/** More than any process signs with, and more signatures than can come back in answers that are still read. */
const MOST_TEXTS = 64;

/** One gram in so many of a text is looked up. */
const STEP = 6;
/** Any window of a text holds a whole gram that begins at a multiple of the step. */
const GRAM = WINDOW - STEP + 1;

/** The beginning of an address on this machine, up to its path. The dashboard's begins like that, too, and it gives no secret away. */
const HERE = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?(?:\/|(?=[?#])|$)/i;

interface Form {
  readonly text: string;
  /** So many characters at its beginning are no secret by themselves: of an address on this machine, what others share with it. */
  readonly open: number;
}

/** Where a gram stands in what must not be shown. */
interface Place {
  readonly form: Form;
  readonly at: number;
  readonly serial: number;
}

interface HiddenText {
  readonly serial: number;
  forms: readonly Form[];
}

/** What must not be shown. Its grams are made when somebody asks, since most signatures are forgotten before that. */
class HiddenTexts {
  /** Oldest first. */
  readonly #texts = new Map<string, HiddenText>();
  readonly #places = new Map<string, Place[]>();
  #areNew: string[] = [];

  remember(text: string, serial: number): void {
    this.#forget(text);
    this.#texts.set(text, { serial, forms: [] });
    this.#areNew.push(text);
    if (this.#texts.size > MOST_TEXTS) this.#forget(this.#texts.keys().next().value!);
    if (this.#areNew.length > MOST_TEXTS) this.#areNew = this.#areNew.slice(-MOST_TEXTS);
  }

  /** Marks each character of a folded text that belongs to a window of what is remembered since then. */
  mark(text: string, since: number, isHidden: Uint8Array): void {
    if (this.#areNew.length > 0) this.#learn();
    if (this.#places.size === 0) return;
    for (let i = 0; i + GRAM <= text.length; i++) {
      for (const place of this.#places.get(text.slice(i, i + GRAM)) ?? []) if (place.serial > since) markAround(text, i, place, isHidden);
    }
  }

  #learn(): void {
    for (const text of this.#areNew) {
      const known = this.#texts.get(text);
      if (known === undefined || known.forms.length > 0) continue;
      const { serial } = known;
      // What is shorter than a window hides nothing.
      known.forms = formsOf(text).filter((form) => form.text.length >= WINDOW);
      for (const form of known.forms) {
        for (let at = 0; at + GRAM <= form.text.length; at += STEP) {
          const gram = form.text.slice(at, at + GRAM);
          const places = this.#places.get(gram);
          if (places === undefined) this.#places.set(gram, [{ form, at, serial }]);
          else places.push({ form, at, serial });
        }
      }
    }
    this.#areNew = [];
  }

  #forget(text: string): void {
    const known = this.#texts.get(text);
    this.#texts.delete(text);
    for (const form of known?.forms ?? []) {
      for (let at = 0; at + GRAM <= form.text.length; at += STEP) {
        const gram = form.text.slice(at, at + GRAM);
        const others = (this.#places.get(gram) ?? []).filter(({ serial }) => serial !== known!.serial);
        if (others.length === 0) this.#places.delete(gram);
        else this.#places.set(gram, others);
      }
    }
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
  const isHidden = new Uint8Array(folded.text.length);
  credentials.mark(folded.text, since, isHidden);
  signatures.mark(folded.text, since, isHidden);
  let shown = '';
  let done = 0;
  for (let at = isHidden.indexOf(1); at !== -1; at = isHidden.indexOf(1, at + 1)) {
    shown += text.slice(done, folded.from[at]) + (isHidden[at - 1] === 1 ? '' : '***');
    done = folded.to[at]!;
  }
  return shown + text.slice(done);
}

/** A gram is the same in both: whatever else is the same around it is hidden, where it is at least a window. */
function markAround(text: string, i: number, { form: { text: form, open }, at }: Place, isHidden: Uint8Array): void {
  let before = 0;
  while (i > before && at > before && text[i - before - 1] === form[at - before - 1]) before++;
  let after = GRAM;
  while (i + after < text.length && at + after < form.length && text[i + after] === form[at + after]) after++;
  if (before + after >= WINDOW && at + after > open) isHidden.fill(1, i - before, i + after);
}

/** The text itself, in hex, and as it would stand in the base64 of a longer text: there are three, by where it begins. */
function formsOf(text: string): Form[] {
  const bytes = Array.from(new TextEncoder().encode(text));
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  // What depends on the neighbours is left out.
  const inBase64 = [0, 1, 2].map((before) =>
    btoa(String.fromCharCode(...new Array<number>(before).fill(0), ...bytes))
      .replace(/=+$/, '')
      .slice(Math.ceil((before * 4) / 3), -1),
  );
  const open = foldedText(HERE.exec(text)?.[0] ?? '').text.length;
  return [text, hex, ...inBase64].map((form, i) => ({ text: foldedText(form).text, open: i === 0 ? open : 0 }));
}
