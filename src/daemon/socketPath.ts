import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The most bytes that every system takes as the path of a unix socket: macOS has room for 104 with the closing zero. */
const MOST_BYTES = 103;

/**
 * The path as it is where a unix socket can have it, else a short one that follows from it, in a folder of this user's own
 * below the system's folder for temporary files.
 */
export function socketPath(wanted: string): string {
  if (Buffer.byteLength(wanted) <= MOST_BYTES) return wanted;
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  return join(tmpdir(), `sluice-${process.getuid?.() ?? 'user'}`, `${hash}.sock`);
}
