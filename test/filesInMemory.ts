import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux has files that are in memory. */
const MEMORY = '/dev/shm';
const NAME = /^sluice-tests-(\d+)$/;
/** The files of a run come to a fraction of it. */
const ROOM_BYTES = 4 * 2 ** 30;
const TRIES = 10;

/**
 * Lets the tests of this run have their temporary files in memory where there is room, in a folder that ends with the process: a test of the store
 * spends most of its time in waiting until a disk has flushed, and no test looks at what a disk keeps when its machine has lost its power.
 * Whoever has set `TMPDIR` has said where they are to be.
 */
export function filesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  for (const name of readdirSync(MEMORY)) if (isLeftOver(name)) remove(name);
  const name = `sluice-tests-${process.pid}`;
  // A server that runs as another user passes through it.
  mkdirSync(join(MEMORY, name), { mode: 0o711 });
  process.env['TMPDIR'] = join(MEMORY, name);
  process.on('exit', () => remove(name));
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Whether a folder is of a run that was killed. */
function isLeftOver(name: string): boolean {
  const pid = NAME.exec(name)?.[1];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** What another user has left, or what is still mounted there, stands in the way of no run. */
function remove(name: string): void {
  try {
    rmSync(join(MEMORY, name), { recursive: true, force: true, maxRetries: TRIES });
  } catch {
    // The next run tries again.
  }
}
