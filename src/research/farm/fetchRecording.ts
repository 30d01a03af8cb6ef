import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { onDisk } from '../../base/diskFault.ts';
import { Fault, isFault, messageOf } from '../../base/fault.ts';
import { type Clock, sleep } from '../../base/clock.ts';
import { hashOf, type RecordedFile } from './recordedFiles.ts';
import type { RecordingSource } from './serveRecordings.ts';

const PIECE = 8 * 2 ** 20;
const PIECE_MS = 60_000;
const TRIES = 5;
const WAIT_MS = 500;

/**
 * Fetches a recording in pieces into `path`, which is there whole and of the right hash, or not at all. A piece that fails is asked
 * for again. Throws a `Fault`: `network` when the source can't be reached or gives something else, `store` when the disk refuses.
 */
export async function fetchRecording(source: RecordingSource, wanted: RecordedFile, path: string, clock: Clock): Promise<void> {
  // Several may fetch the same at once, and in containers they all have the same process id.
  const part = `${path}.${randomBytes(6).toString('hex')}.part`;
  const file = onDisk(`${part} can't be written`, () => openSync(part, 'w+'));
  try {
    for (let at = 0; at < wanted.bytes;) {
      const piece = await pieceOf(source, wanted, at, clock);
      onDisk(`${part} can't be written`, () => {
        for (let done = 0; done < piece.length;) done += writeSync(file, piece, done, piece.length - done, at + done);
      });
      at += piece.length;
    }
    if (hashOf(file, wanted.bytes) !== wanted.sha256)
      throw new Fault('network', `${source.url} gave another ${wanted.path} than it promised`);
    onDisk(`${path} can't be written`, () => {
      fsyncSync(file);
      renameSync(part, path);
    });
  } finally {
    closeSync(file);
    rmSync(part, { force: true });
  }
}

async function pieceOf(source: RecordingSource, wanted: RecordedFile, at: number, clock: Clock): Promise<Uint8Array> {
  for (let tried = 1; ; tried++) {
    try {
      return await asked(source, wanted, at, clock);
    } catch (error) {
      if (tried === TRIES || (isFault(error) && !error.retryable)) {
        throw new Fault('network', `the recording ${wanted.path} can't be had from ${source.url}: ${messageOf(error)}`, {
          suggestion: 'let this machine reach that address (sluice sweep --serve HOST:PORT names another), or share a folder (--data)',
          cause: error,
        });
      }
      await sleep(clock, WAIT_MS * 2 ** tried);
    }
  }
}

async function asked({ url, token }: RecordingSource, { sha256, bytes }: RecordedFile, at: number, clock: Clock): Promise<Uint8Array> {
  const end = Math.min(bytes, at + PIECE);
  const late = new AbortController();
  const cancel = clock.setTimer(PIECE_MS, () =>
    late.abort(new Fault('timeout', `no answer within ${PIECE_MS / 1000} s`, { retryable: true })),
  );
  try {
    const headers = { authorization: `Bearer ${token}`, range: `bytes=${at}-${end - 1}` };
    const response = await fetch(`${url}/recordings/${sha256}`, { headers, signal: late.signal, redirect: 'error' });
    if (response.status !== 206) throw new Fault('network', `it answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
    const piece = new Uint8Array(await response.arrayBuffer());
    if (piece.length !== end - at) throw new Fault('network', `it gave ${piece.length} bytes of ${end - at}`, { retryable: true });
    return piece;
  } finally {
    cancel();
  }
}
