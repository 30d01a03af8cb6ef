import { type Clock, sleep } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { durationText } from '../base/instant.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import type { FeedServer } from '../settings/feedServer.ts';
import { HELLO } from './topic.ts';
import { hasGrown, natsFault } from './natsFault.ts';
import { type Nats, openNats } from './openNats.ts';
import { setStreamSequence } from './placedBody.ts';
import { type Outgoing, PublishQueue } from './publishQueue.ts';
import { lastRun, type PublishLimits, takeStream } from './takeStream.ts';

export interface PublishLoopOptions {
  readonly server: FeedServer;
  readonly clock: Clock;
  /** The life of the publisher that counts now. */
  readonly run: () => string;
  /** Somebody else publishes: what was counted until now is not published by this one. */
  readonly onDisplaced: () => void;
  readonly limits: PublishLimits;
  readonly mostQueuedBytes: number;
  /** What is said first on each new connection. */
  readonly hello: () => Pick<Outgoing, 'id' | 'body'>;
  readonly onTrouble: TellTrouble;
}

const PUBLISHING = 'the publishing';
/** So many messages are on their way at once. */
const WINDOW = 512;
const FIRST_WAIT_MS = 250;
const MOST_WAIT_MS = 5000;
/** Rows that wait for longer than this are told of. */
const SLOW_MS = 5000;

/**
 * Brings messages to the server in their order, each once. Each names the place behind which it has to stand, so that what follows a lost
 * one is refused, and is sent again behind it. What was stored without our knowing is known by its id.
 */
export class PublishLoop {
  readonly #options: PublishLoopOptions;
  readonly #queue: PublishQueue;
  readonly #ending = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #nats: Nats | undefined;
  /** The place of the last message that was sent on this connection. */
  #place = 0;
  #inFlight = 0;
  #fail: (error: unknown) => void = () => undefined;
  #drained: () => void = () => undefined;
  #isPublishing = false;
  #wasPublishing = false;
  #trouble: string | undefined;
  #rows = 0;
  #dropped = 0;
  #reconnects = 0;

  constructor(options: PublishLoopOptions) {
    this.#options = options;
    this.#queue = new PublishQueue(options.mostQueuedBytes);
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Whether there is room for more. */
  get isTaking(): boolean {
    return this.#queue.isTaking;
  }

  /** Never waits, and takes whatever it is given. */
  push(message: Pick<Outgoing, 'topic' | 'id' | 'body' | 'rows'>): void {
    this.#queue.push({ ...message, sinceMs: this.#options.clock.monotonicMs() });
    this.#pump();
  }

  /** There was no room for so many rows. */
  drop(rows: number): void {
    this.#dropped += rows;
    if (this.#dropped === rows)
      this.#tell(`the NATS at ${this.#options.server.shown} was away for too long: new rows are not published, and a gap will be`);
  }

  /** Whether messages reach the server now. Also looks whether it is too slow. */
  beat(): boolean {
    const { lagMs } = this.status();
    const { server } = this.#options;
    if (this.#isPublishing && lagMs > SLOW_MS)
      this.#tell(`the NATS at ${server.shown} (${server.setting}) is slow: rows wait for ${durationText(lagMs)}`);
    return this.#isPublishing;
  }

  status() {
    const oldest = this.#queue.oldest;
    return {
      state: this.#isPublishing ? ('publishing' as const) : ('waiting' as const),
      stream: this.#options.server.shown,
      rows: this.#rows,
      dropped: this.#dropped,
      queued: this.#queue.length,
      lagMs: oldest === undefined ? 0 : Math.round(this.#options.clock.monotonicMs() - oldest.sinceMs),
      reconnects: this.#reconnects,
      trouble: this.#trouble,
    };
  }

  /** Gives what waits so much time, then ends. */
  async close(withinMs: number): Promise<void> {
    const { clock } = this.#options;
    const drained = new Promise<void>((resolve) => (this.#drained = resolve));
    if (this.#isPublishing && this.#queue.length > 0) {
      const over = new AbortController();
      await Promise.race([drained, sleep(clock, withinMs, over.signal).catch(() => undefined)]);
      over.abort();
    }
    this.#ending.abort();
    await this.#nats?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock, server } = this.#options;
    const { signal } = this.#ending;
    let waitMs = FIRST_WAIT_MS;
    while (!signal.aborted) {
      try {
        await this.#publish();
      } catch (error) {
        if (!signal.aborted) this.#failed(natsFault(server, error));
      }
      if (this.#wasPublishing) waitMs = FIRST_WAIT_MS;
      this.#wasPublishing = false;
      await sleep(clock, waitMs, signal).catch(() => undefined);
      waitMs = Math.min(2 * waitMs, MOST_WAIT_MS);
    }
  }

  /** Until the connection is lost or something was refused. */
  async #publish(): Promise<void> {
    const { server, limits, run, hello, clock, onDisplaced } = this.#options;
    const nats = await openNats(server, 'sluice publisher');
    this.#nats = nats;
    try {
      const taken = await takeStream(nats, { limits, run: run(), now: clock.machineTime() });
      if (taken.by !== undefined) {
        // The other one publishes the same.
        this.#queue.clear();
        onDisplaced();
        throw new Fault('refused', `the stream ${server.stream} of ${server.shown} (${server.setting}) is published by ${taken.by}`, {
          suggestion: 'this one publishes as soon as that one has ended',
        });
      }
      this.#place = taken.lastSequence;
      this.#queue.again();
      const failed = new Promise<never>((_, reject) => (this.#fail = reject));
      failed.catch(() => undefined);
      this.#inFlight = 0;
      await this.#send(nats, { topic: HELLO, ...hello() });
      this.#isPublishing = true;
      this.#wasPublishing = true;
      this.#recovered();
      this.#pump();
      const ended = nats.ended.then((reason) => {
        throw reason ?? new Fault('network', `the NATS at ${server.shown} (${server.setting}) has closed the connection`);
      });
      await Promise.race([failed, ended]);
    } catch (error) {
      throw hasGrown(error) && (await lastRun(nats).catch(() => undefined)) === run() ? ownTail(server) : error;
    } finally {
      if (this.#isPublishing && !this.#ending.signal.aborted) this.#reconnects++;
      this.#isPublishing = false;
      this.#nats = undefined;
      this.#fail = () => undefined;
      await nats.close();
    }
  }

  #pump(): void {
    const nats = this.#nats;
    if (nats === undefined) return;
    while (this.#isPublishing && this.#inFlight < WINDOW) {
      const message = this.#queue.take();
      if (message === undefined) return;
      if (this.#isTooLong(message, nats)) continue;
      this.#inFlight++;
      this.#send(nats, message).then(
        () => {
          if (this.#nats !== nats) return;
          this.#inFlight--;
          this.#rows += message.rows;
          this.#queue.taken(message);
          if (this.#queue.length === 0) this.#drained();
          this.#pump();
        },
        (error: unknown) => {
          if (this.#nats === nats) this.#fail(error);
        },
      );
    }
  }

  async #send({ jetstream, server }: Nats, { topic, id, body }: Pick<Outgoing, 'topic' | 'id' | 'body'>): Promise<void> {
    const lastSequence = this.#place++;
    if (topic !== HELLO) setStreamSequence(body, this.#place);
    await jetstream.publish(`${server.stream}.${topic}`, body, { msgID: id, expect: { lastSequence, streamName: server.stream } });
  }

  /** A message that the server will never take would hold all others up. */
  #isTooLong(message: Outgoing, { mostBytes, server }: Nats): boolean {
    if (message.body.length + HEADERS_BYTES <= mostBytes) return false;
    this.#dropped += message.rows;
    this.#queue.taken(message);
    this.#tell(
      `${message.topic} is not published: its message has ${message.body.length} bytes, and the NATS at ${server.shown} (${server.setting}) takes ${mostBytes}; raise max_payload there`,
    );
    return true;
  }

  #failed(fault: Fault): void {
    const { message, suggestion } = fault;
    this.#tell(`nothing is published: ${message}${suggestion === undefined ? '' : `; ${suggestion}`}`);
  }

  #recovered(): void {
    if (this.#trouble === undefined) return;
    this.#trouble = undefined;
    this.#options.onTrouble(`the market is published again at ${this.#options.server.shown}`, PUBLISHING, true);
  }

  #tell(message: string): void {
    if (message !== this.#trouble) this.#options.onTrouble(message, PUBLISHING);
    this.#trouble = message;
  }
}

/** What was sent on an earlier connection was stored after we had looked where the stream ends: nobody else has written. */
function ownTail({ shown, setting }: FeedServer): Fault {
  return new Fault('network', `the NATS at ${shown} (${setting}) has only now stored what it had not confirmed`, {
    suggestion: 'it goes on behind that by itself',
  });
}

/** Room for what stands before a body. */
const HEADERS_BYTES = 512;
