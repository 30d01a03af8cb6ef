/** A message that waits for the server's word that it has it. */
export interface Outgoing {
  readonly topic: string;
  readonly id: string;
  readonly body: Uint8Array;
  /** How many books or rows of statistics it holds. */
  readonly rows: number;
  /** When it was put in, by the monotonic clock. */
  readonly sinceMs: number;
}

/** What each message costs beside its body. */
const OVERHEAD_BYTES = 200;
/** The front of the list is cut off when it has grown so long. */
const LONG = 1024;

/** Messages in the order in which they are published. They stay until the server has said that it has them. */
export class PublishQueue {
  readonly #mostBytes: number;
  #messages: Outgoing[] = [];
  readonly #taken = new Set<Outgoing>();
  #first = 0;
  /** The next one to send. */
  #next = 0;
  #bytes = 0;
  #isFull = false;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get length(): number {
    return this.#messages.length - this.#first;
  }

  /** Undefined when none waits. */
  get oldest(): Outgoing | undefined {
    return this.#messages[this.#first];
  }

  /** Once it is full it takes nothing until half of it is gone, so that there is one gap and not many. */
  get isTaking(): boolean {
    this.#isFull = this.#bytes > (this.#isFull ? this.#mostBytes / 2 : this.#mostBytes);
    return !this.#isFull;
  }

  push(message: Outgoing): void {
    this.#messages.push(message);
    this.#bytes += sizeOf(message);
  }

  /** The next one to send. */
  take(): Outgoing | undefined {
    const message = this.#messages[this.#next];
    if (message !== undefined) this.#next++;
    return message;
  }

  /** The server has it. */
  taken(message: Outgoing): void {
    this.#taken.add(message);
    for (let first = this.oldest; first !== undefined && this.#taken.delete(first); first = this.oldest) {
      this.#bytes -= sizeOf(first);
      this.#first++;
    }
    if (this.#first >= LONG || this.length === 0) this.#cut();
  }

  /** Everything that the server has not confirmed is sent again. */
  again(): void {
    this.#cut();
    this.#messages = this.#messages.filter((message) => !this.#taken.has(message));
    this.#taken.clear();
    this.#bytes = this.#messages.reduce((sum, message) => sum + sizeOf(message), 0);
    this.#next = 0;
  }

  clear(): void {
    this.#messages = [];
    this.#taken.clear();
    this.#first = 0;
    this.#next = 0;
    this.#bytes = 0;
  }

  #cut(): void {
    this.#messages.splice(0, this.#first);
    this.#next -= this.#first;
    this.#first = 0;
  }
}

function sizeOf({ body }: Outgoing): number {
  return body.length + OVERHEAD_BYTES;
}
