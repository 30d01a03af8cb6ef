import { createWriteStream, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { diskFault } from '../base/diskFault.ts';
import { Fault } from '../base/fault.ts';

/** The file appears in its place when it is complete. A pipe or device stays what it is and gets the bytes as they come. */
export async function writeWhole(path: string, pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) throw new Fault('usage', `--out ${path} is a folder: expected a file`);
  const isPlain = found?.isFile() ?? true;
  // The target of a link is replaced, not the link.
  const place = found === undefined || !isPlain ? path : realpathSync(path);
  // Another process may write the same file.
  const partial = isPlain ? `${place}.${process.pid}.partial` : place;
  try {
    await pipeline(Readable.from(pieces), createWriteStream(partial));
    if (isPlain) renameSync(partial, place);
  } catch (error) {
    if (isPlain) rmSync(partial, { force: true });
    throw diskFault(`${path} can't be written`, error);
  }
}
