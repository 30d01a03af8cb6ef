import { type Context, Hono } from 'hono';
import { Fault } from '../base/fault.ts';
import type { ApiReply } from '../daemon/sendApiRequest.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { readBySchema } from './contract/readBySchema.ts';
import { controlRequests } from './contract/controlRequests.ts';
import { allControlRows, type ControlName, type ControlRow, controlRows } from './contract/controlRows.ts';
import { STATUS_HEADER } from './socketClient.ts';
import { controlHandlers } from './controlHandlers.ts';
import type { PageDoor } from './contract/pageDoor.ts';
import type { ControlHandlers } from './contract/handlerTypes.ts';
import { controlReply, faultsToReplies, readBody } from './controlReply.ts';
import { type ControlServer, serveOn } from './serveOn.ts';

/** None of our own requests is longer. */
const MAX_BODY_BYTES = 64 * 1024;
/** A person may send the venue a list of many rows. */
const MAX_API_BYTES = 1024 * 1024;

/** The daemon's control interface. While a daemon runs, commands go through it, so that there is one sender and one rate budget. */
export function serveControl(daemon: Daemon, socket: string, page?: PageDoor): Promise<ControlServer> {
  return serveOn(controlApp(daemon, page), socket);
}

/** The rows of the control interface, as a function of a request. */
export function controlApp(daemon: Daemon, page?: PageDoor): Hono {
  const app = new Hono();
  faultsToReplies(app, 'the daemon');
  const answers = controlAnswers(controlHandlers(daemon, page), MAX_BODY_BYTES);
  for (const [name, { method, path }] of allControlRows()) app.on(method, path, (context) => answers(name, context));
  return app;
}

/** Answers a request that was sent to a row. A body of more bytes is refused. */
export function controlAnswers(handlers: ControlHandlers, mostBytes: number): (name: ControlName, context: Context) => Promise<Response> {
  // Each handler takes what the schema of its row gives.
  const works = handlers as Readonly<Record<ControlName, (request: unknown, gone: AbortSignal) => unknown>>;
  return async (name, context) => {
    const row: ControlRow = controlRows[name];
    const request = readBySchema(controlRequests[name], await argsOf(context, row, mostBytes));
    const answer = await works[name](request, context.req.raw.signal);
    return row.isRaw === true ? rawReply(context, answer as ApiReply) : controlReply(context, answer);
  };
}

/** The fields of a request from all its places. A field of the path can't be given twice. */
async function argsOf(context: Context, { method, isRaw }: ControlRow, mostBytes: number): Promise<Record<string, unknown>> {
  const given = method === 'GET' ? context.req.query() : await bodyOf(context.req.raw, isRaw === true ? MAX_API_BYTES : mostBytes);
  const inPath: Record<string, string> = context.req.param();
  const twice = Object.keys(inPath).find((field) => Object.hasOwn(given, field));
  if (twice !== undefined) throw new Fault('usage', `${twice}: is in the path already`);
  return { ...given, ...inPath };
}

async function bodyOf(request: Request, mostBytes: number): Promise<Record<string, unknown>> {
  const body = await readBody(request, mostBytes, '{}');
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw new Fault('usage', 'the request is not a JSON object');
}

/** The venue's bytes are passed on unchanged. */
function rawReply(context: Context, { status, bytes }: ApiReply): Response {
  return context.body(bytes as Uint8Array<ArrayBuffer>, 200, {
    'content-type': 'application/octet-stream',
    [STATUS_HEADER]: String(status),
  });
}
