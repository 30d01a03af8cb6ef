import { open } from 'node:fs/promises';
import { Fault } from '../../base/fault.ts';

const PIECE_BYTES = 64 * 1024;

/**
 * The lines of a file of a run, from a byte of it on, piece by piece, so that nobody waits for a long one. Rejects with `not-found` where
 * the file can't be read, or has a line that none of ours is as long as.
 */
export async function* linesOf(path: string, from = 0, signal?: AbortSignal): AsyncGenerator<string> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new Fault('not-found', `${path} can't be read`, { cause: error, suggestion: 'make the run again: it gives the same files' });
  });
  try {
    const piece = Buffer.alloc(PIECE_BYTES);
    let rest = Buffer.alloc(0);
    for (let position = from; ;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      const bytes = Buffer.concat([rest, piece.subarray(0, bytesRead)]);
      const end = bytes.lastIndexOf(LINE_FEED) + 1;
      rest = bytes.subarray(end);
      if (rest.length > PIECE_BYTES) throw new Fault('not-found', `${path} has a line of more than ${PIECE_BYTES} bytes`);
      if (end > 0) yield* bytes.toString('utf8', 0, end - 1).split('\n');
    }
    if (rest.length > 0) yield rest.toString();
  } finally {
    await file.close();
  }
}

const LINE_FEED = 0x0a;
