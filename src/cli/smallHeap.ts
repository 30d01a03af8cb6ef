import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow by at most 30 % between two collections, instead of several times over, and then collects in one go, instead of in
 * steps while the run goes on allocating. A run over a recording leaves mostly short-lived objects, so its memory then does not
 * depend on the length of the recording; and nobody waits for it meanwhile. This applies to the whole process, including its
 * worker threads.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--no-incremental-marking');
}
