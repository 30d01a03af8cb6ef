import { join } from 'node:path';
import { diskFault } from '../base/diskFault.ts';
import { Fault, isFault } from '../base/fault.ts';
import { makeFolder } from './makeFolder.ts';

/** Held while a folder is written to. The system must release it when the process dies. */
export interface RecordingLock {
  release(): Promise<void>;
}

/**
 * Makes a folder for recordings and reserves it for this process. Rejects with a `Fault` whose message begins with `refused`:
 * `daemon-running` when another process records there, `store` when the folder can't be used.
 */
export async function takeFolder(folder: string, refused: string, lock: (path: string) => Promise<RecordingLock>): Promise<RecordingLock> {
  try {
    makeFolder(folder);
    return await lock(join(folder, 'recorder'));
  } catch (error) {
    if (!isFault(error)) throw diskFault(refused, error);
    const isTaken = error.code === 'daemon-running';
    throw new Fault(error.code, `${refused}: ${isTaken ? 'it is being recorded there already' : error.message}`, {
      suggestion: isTaken ? `stop the other recorder (${error.message}), or use another folder` : error.suggestion,
      cause: error,
    });
  }
}
