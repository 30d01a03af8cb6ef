import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Instant } from '../../base/instant.ts';
import { onDisk } from '../../base/diskFault.ts';
import { listDayFiles, MARKET_FILE, QUOTES_FILE, QUOTES_FOLDER, symbolFolder } from '../../recording/dayFiles.ts';

/** A recorded file as it was when the sweep began. What is appended later is left out. */
export interface RecordedFile {
  /** From the folder of the recordings, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** One that is held open: it can be read even after the recorder has compressed or deleted it. */
export interface HeldFile extends RecordedFile {
  readonly file: number;
}

const PIECE = 2 ** 20;

/**
 * The files that a sweep may read: of its symbols, and the tape of quotes. Days before its range are among them, since strategies warm
 * up with them.
 */
export function heldFiles(data: string, symbols: readonly string[], to: Instant = Infinity): HeldFile[] {
  const days = [
    ...symbols.flatMap((symbol) => listDayFiles(symbolFolder(data, symbol), MARKET_FILE)),
    ...listDayFiles(join(data, QUOTES_FOLDER), QUOTES_FILE),
  ];
  const held: HeldFile[] = [];
  try {
    for (const { path } of days.filter(({ day }) => day < to)) held.push(heldFile(data, path));
    return held;
  } catch (error) {
    for (const { file } of held) closeSync(file);
    throw error;
  }
}

function heldFile(data: string, path: string): HeldFile {
  return onDisk(`the recording ${path} can't be read`, () => {
    const file = openSync(path, 'r');
    const bytes = fstatSync(file).size;
    return { path: relative(data, path).replaceAll('\\', '/'), bytes, sha256: hashOf(file, bytes), file };
  });
}

/** The sha-256 of the first so many bytes of an open file. */
export function hashOf(file: number, bytes: number): string {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(Math.min(PIECE, Math.max(1, bytes)));
  for (let at = 0; at < bytes;) {
    const read = readSync(file, piece, 0, Math.min(piece.length, bytes - at), at);
    if (read === 0) break;
    hash.update(piece.subarray(0, read));
    at += read;
  }
  return hash.digest('hex');
}
