import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { diskFault } from '../base/diskFault.ts';
import { symbolFolder } from './dayFiles.ts';
import { finishMoving } from './moveRecording.ts';

/** How the folders begin in which imports are written, beside the recordings. Those of earlier versions, `.import-…`, have no list of moves: they are left alone. */
export const IMPORT_FOLDER = '.importing-';

/** The file in such a folder that says what is moved into place once all is written. */
export const MOVES_FILE = 'moves.json';

/**
 * Completes an import of a symbol that was killed after all of it had been written, and removes what is left of one that was killed
 * before. Whoever calls it holds the symbol's folder, so nobody else imports it. Answers whether one was completed. Throws a `Fault` `store` where a
 * person has to say what is to come of it, or the disk refuses.
 */
export async function completeImport(dir: string, symbol: string): Promise<boolean> {
  const folder = symbolFolder(dir, symbol);
  try {
    let isCompleted = false;
    for (const name of readdirSync(dir).filter((each) => each.startsWith(IMPORT_FOLDER))) {
      const partial = join(dir, name);
      const written = join(partial, basename(folder));
      if (!existsSync(written)) continue;
      if (await finishMoving(written, folder, join(partial, MOVES_FILE))) isCompleted = true;
      rmSync(partial, { recursive: true, force: true });
    }
    return isCompleted;
  } catch (error) {
    throw diskFault(`an import of ${symbol} that was killed can't be completed in ${dir}`, error);
  }
}
