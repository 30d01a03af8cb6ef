import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The longest path of a unix socket on every system, in bytes. macOS has room for 104 with the closing zero. */
const MOST_BYTES = 103;

/**
 * The path itself where a unix socket can have it. Otherwise a short path derived from it, in this user's own folder below the
 * system's folder for temporary files.
 */
export function socketPath(wanted: string): string {
  if (Buffer.byteLength(wanted) <= MOST_BYTES) return wanted;
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  return join(tmpdir(), `sluice-${process.getuid?.() ?? 'user'}`, `${hash}.sock`);
}
