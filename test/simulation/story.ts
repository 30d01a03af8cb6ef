const MOST_TOLD = 400;
const FIRST = 0x811c9dc5;
const SECOND = 0x9747b28c;

/** What happens in a world, line by line: its end can be read, and all of it has one hash. */
export class Story {
  readonly #nowMs: () => number;
  readonly #tell: ((line: string) => void) | undefined;
  readonly #lines: string[] = [];
  #first = FIRST;
  #second = SECOND;

  constructor(nowMs: () => number, tell?: (line: string) => void) {
    this.#nowMs = nowMs;
    this.#tell = tell;
  }

  add(who: string, what: string): void {
    const line = `${(this.#nowMs() / 1000).toFixed(3).padStart(10)} ${who.padEnd(8)} ${what}`;
    this.#tell?.(line);
    this.#lines.push(line);
    if (this.#lines.length > 2 * MOST_TOLD) this.#lines.splice(0, MOST_TOLD);
    for (let i = 0; i < line.length; i++) {
      const code = line.charCodeAt(i);
      this.#first = Math.imul(this.#first ^ code, 0x01000193);
      this.#second = Math.imul(this.#second ^ code, 0x85ebca6b) ^ (this.#second >>> 13);
    }
  }

  /** The last that happened. */
  get end(): readonly string[] {
    return this.#lines.slice(-MOST_TOLD);
  }

  /** The same for the same story, on every machine. */
  get hash(): string {
    return [this.#first, this.#second].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
  }
}
