import { timingSafeEqual, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { read } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { listenFault } from '../../base/listenFault.ts';
import { makeRoom } from '../../base/makeRoom.ts';
import type { HeldFile } from './recordedFiles.ts';

/** Where workers get recordings, and what they say to be given them. It is made anew for each run of a sweep, and ends with it. */
export interface RecordingSource {
  /** Without a slash at the end. */
  readonly url: string;
  readonly token: string;
}

export interface RecordingServer extends RecordingSource {
  close(): Promise<void>;
}

const IDLE_MS = 60_000;
/** Each worker opens a few. Whoever opens more and says nothing loses the oldest. */
const MOST_CONNECTIONS = 500;
const PIECE = 2 ** 18;
const readPiece = promisify(read);

/**
 * Serves files by their hash, whole or in ranges (RFC 9110, section 14), to who knows the token. Throws a `Fault` `usage` when the
 * port is taken.
 */
export async function serveRecordings(
  files: readonly HeldFile[],
  { host, port }: { readonly host: string; readonly port: number },
): Promise<RecordingServer> {
  const token = randomBytes(32).toString('hex');
  const byHash = new Map(files.map((file) => [file.sha256, file]));
  const server = createServer({ keepAliveTimeout: IDLE_MS, requestTimeout: IDLE_MS }, (request, response) =>
    answer(byHash, token, request, response),
  );
  makeRoom(server, MOST_CONNECTIONS);
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw listenFault(error, port, 'usage', 'name another address of this machine with --serve HOST:PORT');
  }
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    token,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(files: ReadonlyMap<string, HeldFile>, token: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, url = '', headers } = request;
  if (!isSame(headers.authorization ?? '', `Bearer ${token}`)) return refuse(response, 401, 'the token of this sweep is needed');
  if (method !== 'GET') return refuse(response, 405, 'GET is all there is');
  const file = files.get(url.replace(/^\/recordings\//, ''));
  if (file === undefined) return refuse(response, 404, 'there is no recording of that hash here');
  const span = spanOf(headers.range, file.bytes);
  if (span === undefined) {
    response.setHeader('content-range', `bytes */${file.bytes}`);
    return refuse(response, 416, 'expected a range like bytes=0-1023 within the file');
  }
  const { from, to } = span;
  const headersSent = { 'content-type': 'application/octet-stream', 'accept-ranges': 'bytes', 'content-length': to - from };
  if (headers.range === undefined) response.writeHead(200, headersSent);
  else response.writeHead(206, { ...headersSent, 'content-range': `bytes ${from}-${to - 1}/${file.bytes}` });
  // The length was announced, so an end before it tells the other side.
  pipeline(Readable.from(piecesOf(file.file, from, to)), response, () => undefined);
}

/** The file stays open for others. */
async function* piecesOf(file: number, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to;) {
    const { bytesRead, buffer } = await readPiece(file, { position: at, length: Math.min(PIECE, to - at), buffer: Buffer.alloc(PIECE) });
    if (bytesRead === 0) throw new Error('the file was shortened');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** One range of bytes, its end exclusive. Undefined when it is none of the file. */
function spanOf(range: string | undefined, bytes: number): { readonly from: number; readonly to: number } | undefined {
  if (range === undefined) return { from: 0, to: bytes };
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range) ?? [];
  if (first === undefined) return undefined;
  const from = Number(first);
  const to = last === '' || last === undefined ? bytes : Math.min(bytes, Number(last) + 1);
  return from < to ? { from, to } : undefined;
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(text) }).end(text);
}

/** Takes as long for a wrong token as for a right one. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
