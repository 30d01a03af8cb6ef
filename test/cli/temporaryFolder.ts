import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for state directories, which is removed with everything in it. It is made when it is first asked for: a file whose tests are all skipped leaves none behind. */
export function temporaryFolder(): { path(name: string): string; remove(): void } {
  let folder: string | undefined;
  return {
    path: (name) => join((folder ??= mkdtempSync(join(tmpdir(), 'sluice-cli-'))), name),
    remove() {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
