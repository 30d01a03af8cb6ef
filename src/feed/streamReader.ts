import type { ConsumerMessages, JsMsg, OrderedConsumerOptions } from '@nats-io/jetstream';
import { type Clock, sleep } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { FeedServer } from '../settings/feedServer.ts';
import { natsFault } from './natsFault.ts';
import { type Nats, openNats, streamOf } from './openNats.ts';
import { HELLO } from './topic.ts';

/** A message as it came, with the part of its subject that says what it is about. */
export interface Incoming {
  readonly topic: string;
  readonly body: Uint8Array;
}

export interface StreamReaderOptions {
  readonly server: FeedServer;
  readonly clock: Clock;
  /** Called in the order of the stream. A message may come a second time. */
  readonly onMessage: (message: Incoming) => void;
  /** The stream can't be read now. It is tried again by itself. */
  readonly onTrouble: (fault: Fault) => void;
  readonly onRecovered: () => void;
}

export interface ReaderStatus {
  /** How often the server was lost. */
  readonly reconnects: number;
  readonly isReading: boolean;
}

/** Where a reader stands. */
interface Cursor {
  readonly sequence: number;
  /** By the server's clock. */
  readonly at: Instant;
  /** When the stream was made that the sequence is of. */
  readonly created: string;
}

const FIRST_WAIT_MS = 250;
const MOST_WAIT_MS = 5000;
/** A publisher says something every five seconds. After so long without a word the reader looks for itself. */
const SILENT_MS = 12_000;
/** So many messages are asked for at the most, and more of them once so many are left: each question is a write. */
const MOST_ASKED = 2000;
const ASK_AGAIN_AT = 500;
/** The server forgets a reader after so long. */
const FORGOTTEN_MS = 60_000;

/**
 * Reads a stream for as long as it runs: at first the newest message of each subject, then each that comes. After a cut it goes on behind
 * the last one that it has seen. A stream that was made anew meanwhile is read from that time on.
 */
export class StreamReader {
  readonly #options: StreamReaderOptions;
  readonly #ending = new AbortController();
  #cursor: Cursor | undefined;
  #heardMs = 0;
  #reconnects = 0;
  #isReading = false;
  #isTroubled = false;

  constructor(options: StreamReaderOptions) {
    this.#options = options;
  }

  start(): void {
    void this.#run();
  }

  status(): ReaderStatus {
    return { reconnects: this.#reconnects, isReading: this.#isReading };
  }

  end(): void {
    this.#ending.abort();
  }

  async #run(): Promise<void> {
    const { clock, server, onTrouble } = this.#options;
    const { signal } = this.#ending;
    let waitMs = FIRST_WAIT_MS;
    while (!signal.aborted) {
      let wasReading = false;
      try {
        await this.#read();
      } catch (error) {
        wasReading = this.#isReading;
        if (!signal.aborted) {
          this.#isTroubled = true;
          onTrouble(natsFault(server, error));
        }
      }
      this.#isReading = false;
      if (wasReading) {
        this.#reconnects++;
        waitMs = FIRST_WAIT_MS;
      }
      await sleep(clock, waitMs, signal).catch(() => undefined);
      waitMs = Math.min(2 * waitMs, MOST_WAIT_MS);
    }
  }

  /** Until the connection is lost, or nothing comes any more. */
  async #read(): Promise<void> {
    const { server, clock } = this.#options;
    const nats = await openNats(server, 'sluice reader');
    const over = new AbortController();
    const onEnd = (): void => over.abort(this.#ending.signal.reason as Error);
    this.#ending.signal.addEventListener('abort', onEnd, { once: true });
    let messages: ConsumerMessages | undefined;
    try {
      const info = await streamOf(nats);
      if (info === undefined) throw notPublished(server);
      const from = this.#from(info.created, info.state.last_seq);
      if (this.#cursor === undefined) await this.#hearPublisher(nats);
      const consumer = await nats.jetstream.consumers.get(server.stream, {
        ...from,
        filter_subjects: `${server.stream}.>`,
        inactive_threshold: FORGOTTEN_MS,
      } as Partial<OrderedConsumerOptions>);
      this.#heardMs = clock.monotonicMs();
      messages = await consumer.consume({
        max_messages: MOST_ASKED,
        threshold_messages: ASK_AGAIN_AT,
        callback: (message) => this.#take(message, info.created),
      });
      this.#isReading = true;
      if (this.#isTroubled) this.#options.onRecovered();
      this.#isTroubled = false;
      await Promise.race([endOf(nats), this.#silence(over.signal), abortOf(over.signal)]);
    } finally {
      this.#ending.signal.removeEventListener('abort', onEnd);
      over.abort();
      messages?.stop();
      await nats.close();
    }
  }

  /** The newest books come in the order of the stream, so that the hello by which they are known may stand behind them. */
  async #hearPublisher({ streams, server }: Nats): Promise<void> {
    const hello = await streams.getMessage(server.stream, { last_by_subj: `${server.stream}.${HELLO}` });
    if (hello !== null) this.#options.onMessage({ topic: HELLO, body: hello.data });
  }

  #take(message: JsMsg, created: string): void {
    if (this.#ending.signal.aborted) return;
    const { server, clock, onMessage } = this.#options;
    this.#heardMs = clock.monotonicMs();
    const { seq, subject, data } = message;
    this.#cursor = { sequence: seq, at: Math.floor(message.info.timestampNanos / 1e6), created };
    onMessage({ topic: subject.slice(server.stream.length + 1), body: data });
  }

  /** What is asked of the server. */
  #from(created: string, lastSequence: number): Partial<Record<keyof OrderedConsumerOptions, unknown>> {
    const cursor = this.#cursor;
    if (cursor === undefined) return { deliver_policy: 'last_per_subject' };
    // A server that has lost what it had begins to count anew, and its places mean something else.
    if (cursor.created === created && cursor.sequence <= lastSequence) {
      return { deliver_policy: 'by_start_sequence', opt_start_seq: cursor.sequence + 1 };
    }
    return { deliver_policy: 'by_start_time', opt_start_time: new Date(cursor.at).toISOString() };
  }

  /** Rejects when nothing has come for too long. */
  async #silence(signal: AbortSignal): Promise<never> {
    const { clock, server } = this.#options;
    for (;;) {
      await sleep(clock, 1000, signal);
      if (clock.monotonicMs() - this.#heardMs <= SILENT_MS) continue;
      throw new Fault('network', `nothing comes from the stream ${server.stream} of ${server.shown} (${server.setting}) any more`, {
        suggestion: 'see whether the sluice that publishes to it runs, and what it says',
      });
    }
  }
}

function notPublished({ stream, shown, setting }: FeedServer): Fault {
  return new Fault('not-found', `there is no stream ${stream} at ${shown} (${setting}) yet`, {
    suggestion: 'start the sluice whose record.publish names it',
  });
}

async function endOf({ ended, server }: Nats): Promise<never> {
  throw (await ended) ?? new Fault('network', `the NATS at ${server.shown} (${server.setting}) has closed the connection`);
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
