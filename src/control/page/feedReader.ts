/** How a reader comes to an end. */
export interface FeedEnds {
  /** Whether its session still holds. */
  readonly mayStay: () => boolean;
  /** Cuts its connection: it does not take what is written. */
  readonly cut: () => void;
  /** Is called once. */
  readonly onEnd: () => void;
}

/** One page that listens. What it has not taken yet is kept up to a bound; beyond that it is let go of, and may come back. */
export class FeedReader {
  readonly stream: ReadableStream<Uint8Array>;
  readonly mayStay: () => boolean;
  readonly #ends: FeedEnds;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #isOver = false;

  /** What it is told `first` has no bound, or a page of much would never be shown; then it may be so many bytes behind. */
  constructor(first: string, mostBehind: number, ends: FeedEnds) {
    this.mayStay = ends.mayStay;
    this.#ends = ends;
    const bytes = Buffer.from(first);
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
          controller.enqueue(bytes);
        },
        cancel: () => this.#over(),
      },
      { highWaterMark: bytes.length + mostBehind, size: (chunk) => chunk.length },
    );
  }

  write(text: string): void {
    if (this.#isOver) return;
    this.#controller.enqueue(Buffer.from(text));
    if ((this.#controller.desiredSize ?? 0) >= 0) return;
    this.#over();
    this.#ends.cut();
  }

  /** Ends the stream once what is written has been taken. */
  end(): void {
    if (this.#isOver) return;
    this.#controller.close();
    this.#over();
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ends.onEnd();
  }
}
