import type { Msg } from '@nats-io/transport-node';
import type { Nats } from './openNats.ts';

/** What a server gives on: held until somebody wants it, and handed over at once from there on, up to what was thrown or could not be given. */
export class LiveMessages {
  #held: Msg[] = [];
  #onMessage = (message: Msg): void => void this.#held.push(message);
  #fail: (error: unknown) => void = () => undefined;
  readonly #failed = new Promise<never>((_, reject) => (this.#fail = reject));

  private constructor() {
    this.#failed.catch(() => undefined);
  }

  /** Resolves as soon as nothing is missed any more. Rejects where the server gives nothing on. */
  static async from(nats: Nats, subject: string): Promise<LiveMessages> {
    const live = new LiveMessages();
    await nats.listen(subject, live.#take);
    return Promise.race([live.#failed, Promise.resolve(live)]);
  }

  /** Gives what was held and what comes. Rejects when the server gives nothing on any more, or with what was thrown. */
  release(onMessage: (message: Msg) => void): Promise<never> {
    const held = this.#held;
    this.#held = [];
    this.#onMessage = onMessage;
    for (const message of held) this.#take(null, message);
    return this.#failed;
  }

  readonly #take = (error: Error | null, message: Msg): void => {
    if (error !== null) return this.#end(error);
    try {
      this.#onMessage(message);
    } catch (thrown) {
      this.#end(thrown);
    }
  };

  #end(error: unknown): void {
    this.#onMessage = () => undefined;
    this.#fail(error);
  }
}
