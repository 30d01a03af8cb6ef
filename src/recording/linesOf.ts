import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { diskReason } from '../base/diskFault.ts';
import { Fault } from '../base/fault.ts';

/** A longer line is not one of ours: a book of 250 levels per side takes about 20 kB. */
const MOST_LINE = 1024 * 1024;

/** The lines of a file in batches. `.gz` and `.zst` are decompressed. Throws a `Fault` when the file can't be read. */
export async function* linesOfFile(path: string): AsyncGenerator<readonly string[]> {
  yield* linesOfSource(path, bytesOf(path));
}

/** The lines of a plain stream in batches. Messages call it `name`. Throws a `Fault` when it can't be read. */
export async function* linesOfSource(name: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  try {
    yield* linesOf(bytes);
  } catch (error) {
    if (error instanceof Fault) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new Fault(isMissing ? 'not-found' : 'usage', `${name} can't be read: ${diskReason(error)}`, {
      cause: error,
      suggestion: 'nothing was imported; check the file',
    });
  }
}

/** The lines of a stream of UTF-8, without their line ends. The last line needs no end. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (rest.length > MOST_LINE) throw new Fault('usage', `a line is longer than ${MOST_LINE} characters: these are not snapshots`);
    if (lines.length > 0) yield lines.map(withoutReturn);
  }
  rest += decoder.decode();
  if (rest !== '') yield [withoutReturn(rest)];
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function bytesOf(path: string): Readable {
  const file = createReadStream(path);
  const unpack = path.endsWith('.gz') ? createGunzip() : path.endsWith('.zst') ? createZstdDecompress() : undefined;
  // A failure of either stream ends the other and reaches the reader.
  return unpack === undefined ? file : pipeline(file, unpack, () => undefined);
}
