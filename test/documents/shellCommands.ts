/**
 * The commands of a script, each as its words, with those within `$( )` and `<( )` after the one that they stand in. Enough of a
 * shell for documents: quotes, comments, pipes, redirections, texts up to a mark. Variables stay as they are written.
 */
export function shellCommands(script: string): string[][] {
  return new ShellReader(script).commands();
}

const KEYWORDS: ReadonlySet<string> = new Set(['until', 'while', 'do', 'done', 'if', 'then', 'else', 'fi', '!']);
const ENDS = ';|&(){}';

class ShellReader {
  readonly #text: string;
  #at = 0;
  #found: string[][] = [];
  #words: string[] = [];
  #inner: string[][] = [];
  #marks: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  commands(): string[][] {
    while (this.#at < this.#text.length) this.#step();
    this.#end();
    return this.#found;
  }

  #step(): void {
    const next = this.#text[this.#at]!;
    if (next === '\n') {
      this.#at++;
      this.#end();
      for (const mark of this.#marks.splice(0)) this.#skipTo(mark);
    } else if (next === ' ') this.#at++;
    else if (this.#text.startsWith('\\\n', this.#at)) this.#at += 2;
    else if (next === '#') this.#at = this.#indexOf('\n');
    else if (this.#redirects()) return;
    else if (ENDS.includes(next)) {
      this.#at++;
      this.#end();
    } else this.#words.push(this.#word());
  }

  /** `>file`, `2>> file`, `< file`, `<<END`: none of it is a word of the command. */
  #redirects(): boolean {
    const [sign] = /^\d*(?:<<|>>|>|<(?!\())&?/.exec(this.#text.slice(this.#at)) ?? [];
    if (sign === undefined) return false;
    this.#at += sign.length;
    while (this.#text[this.#at] === ' ') this.#at++;
    const target = this.#word();
    if (sign === '<<') this.#marks.push(target);
    return true;
  }

  #word(): string {
    let word = '';
    while (this.#at < this.#text.length) {
      const next = this.#text[this.#at]!;
      if (this.#text.startsWith('$(', this.#at) || this.#text.startsWith('<(', this.#at)) word += this.#substitution();
      else if (next === "'") word += this.#upTo("'");
      else if (next === '"') word += this.#doubleQuoted();
      else if (this.#text.startsWith('${', this.#at)) word += this.#braced();
      else if (/\s/.test(next) || ENDS.includes(next) || next === '<' || next === '>') break;
      else if (next === '\\') {
        word += this.#text[this.#at + 1] ?? '';
        this.#at += 2;
      } else {
        word += next;
        this.#at++;
      }
    }
    return word;
  }

  /** `${name}`, as it is written. */
  #braced(): string {
    this.#at++;
    return `\${${this.#upTo('}')}}`;
  }

  #doubleQuoted(): string {
    let word = '';
    this.#at++;
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"') {
      if (this.#text.startsWith('$(', this.#at)) word += this.#substitution();
      else word += this.#text[this.#at++]!;
    }
    this.#at++;
    return word;
  }

  /** Reads what stands in brackets as a script of its own, and leaves a word in its place. */
  #substitution(): string {
    const from = this.#at + 2;
    let depth = 1;
    this.#at = from;
    while (this.#at < this.#text.length && depth > 0) {
      const next = this.#text[this.#at++]!;
      if (next === "'") this.#at = this.#indexOf("'") + 1;
      else if (next === '(') depth++;
      else if (next === ')') depth--;
    }
    this.#inner.push(...shellCommands(this.#text.slice(from, this.#at - 1)));
    return '$0';
  }

  /** The text between here and the end mark, past which it goes. */
  #upTo(mark: string): string {
    const from = this.#at + 1;
    this.#at = from;
    const to = this.#indexOf(mark);
    this.#at = to + 1;
    return this.#text.slice(from, to);
  }

  #indexOf(mark: string): number {
    const at = this.#text.indexOf(mark, this.#at);
    return at < 0 ? this.#text.length : at;
  }

  #skipTo(mark: string): void {
    const end = new RegExp(`^${mark}$`, 'm').exec(this.#text.slice(this.#at));
    this.#at = end === null ? this.#text.length : this.#at + end.index + mark.length;
  }

  #end(): void {
    const words = this.#words.splice(0);
    while (words.length > 0 && (KEYWORDS.has(words[0]!) || /^\w+=/.test(words[0]!))) words.shift();
    if (words.length > 0) this.#found.push(words);
    this.#found.push(...this.#inner.splice(0));
  }
}
