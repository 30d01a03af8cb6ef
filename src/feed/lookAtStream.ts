import type { Clock } from '../base/clock.ts';
import { isFault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { FeedServer } from '../settings/feedServer.ts';
import type { Hello } from './hello.ts';
import { openNats, streamOf } from './openNats.ts';
import { lastHello, SILENT_MS } from './takeStream.ts';

/** A stream as it is found. */
export interface StreamLook {
  readonly version: string;
  /** What it holds. Undefined where there is no such stream. */
  readonly holds: { readonly messages: number; readonly bytes: number } | undefined;
  /** Who has published last, and when. Undefined where nobody has. */
  readonly last: { readonly hello: Hello; readonly at: Instant; readonly isNow: boolean } | undefined;
}

/** Looks at a stream and changes nothing. Throws a `Fault` that says what is wrong with the server, or with who has published last. */
export async function lookAtStream(server: FeedServer, clock: Clock): Promise<StreamLook> {
  const nats = await openNats(server, 'sluice doctor');
  try {
    const info = await streamOf(nats);
    if (info === undefined) return { version: nats.version, holds: undefined, last: undefined };
    const found = await lastHello(nats);
    if (found !== undefined && isFault(found.hello)) throw found.hello;
    const holds = { messages: info.state.messages, bytes: info.state.bytes };
    if (found === undefined || isFault(found.hello)) return { version: nats.version, holds, last: undefined };
    const { hello, at } = found;
    return { version: nats.version, holds, last: { hello, at, isNow: !hello.ended && clock.machineTime() - at < SILENT_MS } };
  } finally {
    await nats.close();
  }
}
