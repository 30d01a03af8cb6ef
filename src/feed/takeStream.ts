import type { StreamConfig } from '@nats-io/jetstream';
import { Fault, isFault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { HELLO, liveSubject, placeOf } from './topic.ts';
import { type Hello, helloOf, isForeign } from './hello.ts';
import { type Nats, streamOf } from './openNats.ts';

/** How much the server keeps. The oldest goes first. */
export interface PublishLimits {
  readonly keepMs: number;
  readonly mostBytes: number;
}

export interface TakeStreamOptions {
  readonly limits: PublishLimits;
  readonly run: string;
  /** By this machine's clock. */
  readonly now: Instant;
}

export interface TakenStream {
  /** The sequence number of the last message in it. */
  readonly lastSequence: number;
  /** Who else publishes to it now. Undefined where nobody does. */
  readonly by: string | undefined;
}

/** Within this time the server knows a message that was sent twice. */
const MOST_WINDOW_MS = 120_000;
/** A publisher that has said nothing for so long is gone. */
export const SILENT_MS = 15_000;
/** So many messages that are none of ours are looked through. */
const MOST_FOREIGN = 1000;
const NEXT_WITHIN_MS = 1000;

/**
 * Makes the stream, or brings its limits up to date. Throws a `Fault` where it is one of another program. Whoever publishes to it now keeps
 * it.
 */
export async function takeStream(nats: Nats, { limits, run, now }: TakeStreamOptions): Promise<TakenStream> {
  const { streams, server } = nats;
  const config = configOf(server.stream, limits);
  const found = await streamOf(nats);
  if (found === undefined) {
    const made = await streams.add(config as unknown as Parameters<typeof streams.add>[0]);
    return { lastSequence: made.state.last_seq, by: undefined };
  }
  if (found.config.subjects?.join() !== `${server.stream}.>` || found.config.retention !== 'limits') {
    throw new Fault('configuration', `the stream ${server.stream} of ${server.shown} (${server.setting}) is one of another program`, {
      suggestion: `name another stream in ${server.setting}, behind the last /`,
    });
  }
  if (Object.entries(config).some(([name, value]) => JSON.stringify(found.config[name as keyof StreamConfig]) !== JSON.stringify(value))) {
    await streams.update(server.stream, config);
  }
  const last = await lastHello(nats);
  const { state } = (await streamOf(nats)) ?? found;
  return { lastSequence: state.last_seq, by: last === undefined || now - last.at >= SILENT_MS ? undefined : otherOf(last.hello, run) };
}

function otherOf(hello: Hello | Fault, run: string): string | undefined {
  if (isFault(hello)) return `a sluice of another version (${hello.message})`;
  return hello.run === run || hello.ended ? undefined : hello.by;
}

/**
 * What a publisher has said last, or that it is of another version, and when. What others have written there is passed over. Undefined where
 * none has said anything.
 */
export async function lastHello(nats: Nats): Promise<{ readonly hello: Hello | Fault; readonly at: Instant } | undefined> {
  const { streams, server } = nats;
  const subject = `${server.stream}.${HELLO}`;
  const message = await streams.getMessage(server.stream, { last_by_subj: subject });
  if (message === null) return undefined;
  const hello = readHello(message.data);
  const at = message.time.getTime();
  return isForeign(hello) ? helloBefore(nats, message.seq, at) : { hello, at };
}

/** The last one in front of a message that is none, as far back as a publisher may have been silent. */
async function helloBefore({ jetstream, server }: Nats, sequence: number, at: Instant): ReturnType<typeof lastHello> {
  const consumer = await jetstream.consumers.get(server.stream, {
    deliver_policy: 'by_start_time',
    opt_start_time: new Date(at - SILENT_MS).toISOString(),
    filter_subjects: `${server.stream}.${HELLO}`,
  });
  let found: Awaited<ReturnType<typeof lastHello>>;
  for (let looked = 0; looked < MOST_FOREIGN; looked++) {
    const message = await consumer.next({ expires: NEXT_WITHIN_MS });
    if (message === null || message.seq >= sequence) break;
    const hello = readHello(message.data);
    if (!isForeign(hello)) found = { hello, at: Math.floor(message.info.timestampNanos / 1e6) };
  }
  await consumer.delete();
  return found;
}

/** In which life of a publisher the last message of a stream was written. Undefined where no publisher has written it. */
export async function lastRun(nats: Nats): Promise<string | undefined> {
  const info = await streamOf(nats);
  if (info === undefined || info.state.messages === 0) return undefined;
  const message = await nats.streams.getMessage(nats.server.stream, { seq: info.state.last_seq });
  return message === null ? undefined : placeOf(message.header.get('Nats-Msg-Id'))?.run;
}

/** What a publisher says of itself, or why that can't be read. */
export function readHello(body: Uint8Array): Hello | Fault {
  try {
    return helloOf(body);
  } catch (error) {
    if (isFault(error)) return error;
    throw error;
  }
}

function configOf(stream: string, { keepMs, mostBytes }: PublishLimits) {
  return {
    name: stream,
    subjects: [`${stream}.>`],
    storage: 'file',
    retention: 'limits',
    discard: 'old',
    max_age: nanos(keepMs),
    max_bytes: mostBytes,
    republish: { src: `${stream}.>`, dest: `${liveSubject(stream)}.>` },
    duplicate_window: nanos(Math.min(MOST_WINDOW_MS, keepMs)),
  } satisfies Partial<Record<keyof StreamConfig, unknown>> as Partial<StreamConfig>;
}

function nanos(ms: number): number {
  return ms * 1_000_000;
}
