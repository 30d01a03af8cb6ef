import type { ConsumerMessages, JsMsg, OrderedConsumerOptions, StreamInfo } from '@nats-io/jetstream';
import type { Msg } from '@nats-io/transport-node';
import { type Clock, sleep } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { FeedServer } from '../settings/feedServer.ts';
import { LiveMessages } from './liveMessages.ts';
import { natsFault } from './natsFault.ts';
import { type Nats, openNats, streamOf } from './openNats.ts';
import { streamSequenceOf } from './placedBody.ts';
import { HELLO, liveSubject } from './topic.ts';

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

/** The last message that was taken. */
interface Cursor {
  readonly sequence: number;
  /** When it was taken, by the monotonic clock. */
  readonly takenMs: number;
  /** When the stream was made that the sequence is of. */
  readonly created: string;
}

const FIRST_WAIT_MS = 250;
const MOST_WAIT_MS = 5000;
/** A publisher says something every five seconds. After so long without a word the reader looks for itself. */
const SILENT_MS = 12_000;
/** So many stored messages are asked for at the most, and more of them once so many are left: each question is a write. */
const MOST_ASKED = 2000;
const ASK_AGAIN_AT = 500;
/** With more stored messages than this before it a reader does not listen yet, since all that it hears has to be held until it has read them. */
const MOST_BEHIND = 2000;
/** The server forgets a reader of stored messages after so long. */
const FORGOTTEN_MS = 60_000;
/** In it the server says where a message stands that it gives on. */
const SEQUENCE_HEADER = 'Nats-Sequence';
/** This machine's clock and the server's are no further apart than this. */
const CLOCKS_APART_MS = 60_000;

/**
 * Reads a stream for as long as it runs: at first the newest message of each subject, then each that comes. What the stream has stored it
 * asks for, until it has all; from there on it listens to what the server gives on, which costs the server far less for each reader. After
 * a cut it goes on behind the last one that it has seen. A stream that was made anew meanwhile is read from that time on.
 */
export class StreamReader {
  readonly #options: StreamReaderOptions;
  readonly #ending = new AbortController();
  #cursor: Cursor | undefined;
  #heardMs = 0;
  #reconnects = 0;
  #isReading = false;
  /** Since when it reads, or did last. */
  #beganMs = 0;
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
      if (wasReading) this.#reconnects++;
      // What ends each time soon after it began would be begun again without end, as where somebody else writes what the server gives on.
      if (wasReading && clock.monotonicMs() - this.#beganMs >= MOST_WAIT_MS) waitMs = FIRST_WAIT_MS;
      await sleep(clock, waitMs, signal).catch(() => undefined);
      waitMs = Math.min(2 * waitMs, MOST_WAIT_MS);
    }
  }

  /** Until the connection is lost, or nothing comes any more. */
  async #read(): Promise<void> {
    const nats = await openNats(this.#options.server, 'sluice reader');
    const over = new AbortController();
    const onEnd = (): void => over.abort(this.#ending.signal.reason as Error);
    this.#ending.signal.addEventListener('abort', onEnd, { once: true });
    try {
      this.#heardMs = this.#options.clock.monotonicMs();
      await Promise.race([endOf(nats), this.#silence(over.signal), abortOf(over.signal), this.#follow(nats, over.signal)]);
    } finally {
      this.#ending.signal.removeEventListener('abort', onEnd);
      over.abort();
      await nats.close();
    }
  }

  /** Reads what is stored, and then listens. Rejects when it can't go on. */
  async #follow(nats: Nats, signal: AbortSignal): Promise<never> {
    let stream = await this.#stream(nats);
    if (this.#cursor === undefined) await this.#hearPublisher(nats);
    while (this.#behind(stream) > MOST_BEHIND) {
      await this.#readStored(nats, stream, signal);
      stream = await this.#stream(nats);
    }
    const subject = liveSubject(this.#options.server.stream);
    const live = await LiveMessages.from(nats, `${subject}.>`);
    // Whatever is stored after this look is heard.
    stream = await this.#stream(nats);
    if (this.#cursor === undefined || this.#behind(stream) > 0) await this.#readStored(nats, stream, signal);
    this.#nowReading();
    let next = stream.state.last_seq + 1;
    let heard = 0;
    return live.release((message) => {
      const sequence = sequenceIn(message, next);
      if (signal.aborted) return;
      // Also where it is no number. A stream that was made anew counts from one again, and would come to what is expected in the end.
      if (!(sequence > heard && sequence <= next)) throw lacking(this.#options.server);
      heard = sequence;
      if (sequence < next) return;
      next++;
      this.#take({ topic: message.subject.slice(subject.length + 1), body: message.data }, sequence, stream.created);
    });
  }

  /** Reads what the stream held at a look, from where this reader stands. */
  async #readStored(nats: Nats, stream: StreamInfo, signal: AbortSignal): Promise<void> {
    const { created, state } = stream;
    const before = this.#cursor;
    if (state.messages > 0) await this.#takeStored(nats, stream, signal);
    const cursor = this.#cursor;
    // What the stream has no more never comes, and is not to be asked for again.
    if (cursor !== undefined && (cursor === before || cursor.sequence < state.last_seq))
      this.#cursor = { ...cursor, sequence: state.last_seq, created };
  }

  async #takeStored({ jetstream, server }: Nats, { created, state }: StreamInfo, signal: AbortSignal): Promise<void> {
    const consumer = await jetstream.consumers.get(server.stream, {
      ...this.#from(created, state.last_seq),
      filter_subjects: `${server.stream}.>`,
      inactive_threshold: FORGOTTEN_MS,
    } as Partial<OrderedConsumerOptions>);
    let messages: ConsumerMessages | undefined;
    let isRead = (await consumer.info(true)).num_pending === 0;
    try {
      await new Promise<void>((resolve, reject) => {
        if (isRead) return resolve();
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        const callback = (message: JsMsg): void => {
          if (isRead || signal.aborted) return;
          const { subject, data, seq } = message;
          this.#take({ topic: subject.slice(server.stream.length + 1), body: data }, seq, created);
          isRead = seq >= state.last_seq || message.info.pending === 0;
          if (isRead) resolve();
        };
        consumer.consume({ max_messages: MOST_ASKED, threshold_messages: ASK_AGAIN_AT, callback }).then((begun) => {
          messages = begun;
          this.#nowReading();
        }, reject);
      });
    } finally {
      messages?.stop();
    }
    await consumer.delete();
  }

  #nowReading(): void {
    if (!this.#isReading) this.#beganMs = this.#options.clock.monotonicMs();
    this.#isReading = true;
    if (this.#isTroubled) this.#options.onRecovered();
    this.#isTroubled = false;
  }

  async #stream(nats: Nats): Promise<StreamInfo> {
    const { server } = this.#options;
    const stream = await streamOf(nats);
    if (stream === undefined) throw notPublished(server);
    const { republish } = stream.config;
    if (republish?.dest !== `${liveSubject(server.stream)}.>` || republish.headers_only === true) throw notGivenOn(server);
    return stream;
  }

  /** How many stored messages are to be read. Nobody knows it of a first look, but it takes only one for each subject. */
  #behind({ created, state }: StreamInfo): number {
    const cursor = this.#cursor;
    if (cursor === undefined) return 0;
    return cursor.created === created && cursor.sequence <= state.last_seq ? state.last_seq - cursor.sequence : state.messages;
  }

  /** The newest books come in the order of the stream, so that the hello by which they are known may stand behind them. */
  async #hearPublisher({ streams, server }: Nats): Promise<void> {
    const hello = await streams.getMessage(server.stream, { last_by_subj: `${server.stream}.${HELLO}` });
    if (hello !== null) this.#options.onMessage({ topic: HELLO, body: hello.data });
  }

  #take(message: Incoming, sequence: number, created: string): void {
    const { clock, onMessage } = this.#options;
    this.#heardMs = clock.monotonicMs();
    this.#cursor = { sequence, takenMs: this.#heardMs, created };
    onMessage(message);
  }

  /** What is asked of the server. */
  #from(created: string, lastSequence: number): Partial<Record<keyof OrderedConsumerOptions, unknown>> {
    const cursor = this.#cursor;
    if (cursor === undefined) return { deliver_policy: 'last_per_subject' };
    // A server that has lost what it had begins to count anew, and its places mean something else.
    if (cursor.created === created && cursor.sequence <= lastSequence) {
      return { deliver_policy: 'by_start_sequence', opt_start_seq: cursor.sequence + 1 };
    }
    const { clock } = this.#options;
    const from = clock.machineTime() - (clock.monotonicMs() - cursor.takenMs) - CLOCKS_APART_MS;
    return { deliver_policy: 'by_start_time', opt_start_time: new Date(from).toISOString() };
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

function notGivenOn({ stream, shown, setting }: FeedServer): Fault {
  return new Fault(
    'refused',
    `the stream ${stream} of ${shown} (${setting}) was made by an earlier sluice: the server does not give on what it stores`,
    {
      suggestion: 'install the same version of sluice on the machine that publishes to it',
    },
  );
}

/** Between parts of a cluster messages can be lost. The stream has them. */
function lacking({ stream, shown, setting }: FeedServer): Fault {
  return new Fault('network', `something of the stream ${stream} of ${shown} (${setting}) was lost on its way`, {
    suggestion: 'it is read from the stream by itself',
  });
}

/** Where a message stands in its stream. Its body says it of all but a few, and most of the time it is the one that is expected. */
function sequenceIn(message: Msg, expected: number): number {
  return streamSequenceOf(message.data) === expected ? expected : Number(message.headers?.get(SEQUENCE_HEADER));
}

async function endOf({ ended, server }: Nats): Promise<never> {
  throw (await ended) ?? new Fault('network', `the NATS at ${server.shown} (${server.setting}) has closed the connection`);
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
