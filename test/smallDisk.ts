import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BLOCK = 65_536;

/** A disk in memory of a few megabytes, that can be full. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'sluice-small-disk-'));

  /** Throws where this user may not mount; `smallDiskMissing` tells before. */
  constructor(megabytes: number) {
    const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', this.folder], {
      encoding: 'utf8',
    });
    if (status === 0) return;
    rmSync(this.folder, { recursive: true, force: true });
    throw new Error(`mount: ${error?.message ?? stderr}`);
  }

  /** From now on nothing more fits. */
  fill(): void {
    const file = openSync(this.#filling, 'a');
    try {
      for (const size of [BLOCK, 1]) while (wrote(file, Buffer.alloc(size)));
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.#filling, { force: true });
  }

  remove(): void {
    spawnSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  get #filling(): string {
    return join(this.folder, 'filling');
  }
}

/** Why tests that need a full disk can't run here. Undefined when they can. */
export function smallDiskMissing(): string | undefined {
  try {
    new SmallDisk(1).remove();
    return undefined;
  } catch (error) {
    return `a small disk needs the right to mount (${String(error)})`;
  }
}

function wrote(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) > 0;
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'ENOSPC') return false;
    throw error;
  }
}
