const MOST_MESSAGES = 1000;
const MOST_CHARACTERS = 2_000_000;

/** The last changes under their numbers, for pages that were cut off. A number of another life of the daemon is not one of ours. */
export class ReplayRing {
  readonly #life: string;
  #messages: string[] = [];
  /** The number of the last message, whether or not it is still kept. */
  #last = 0;
  #characters = 0;

  /** `life` tells one life of the daemon from another. */
  constructor(life: string) {
    this.#life = life;
  }

  get last(): string {
    return `${this.#life}.${this.#last}`;
  }

  /** Keeps a change and returns it as a message. */
  add(event: string, data: string): string {
    this.#last++;
    const text = `id: ${this.last}\nevent: ${event}\ndata: ${data}\n\n`;
    this.#messages.push(text);
    this.#characters += text.length;
    while (this.#messages.length > MOST_MESSAGES || this.#characters > MOST_CHARACTERS) this.#characters -= this.#messages.shift()!.length;
    return text;
  }

  /** What came after a number. Undefined when it is unknown or no longer kept. */
  after(seen: string | undefined): readonly string[] | undefined {
    const [life, number = ''] = (seen ?? '').split('.');
    if (life !== this.#life || !/^\d{1,15}$/.test(number)) return undefined;
    const missed = this.#last - Number(number);
    if (missed < 0 || missed > this.#messages.length) return undefined;
    return missed === 0 ? [] : this.#messages.slice(-missed);
  }

  /** Forgets everything: what happens from now on is not kept, so nobody can go on from before. */
  clear(): void {
    this.#last++;
    this.#messages = [];
    this.#characters = 0;
  }
}
