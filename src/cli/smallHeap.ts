import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow by no more than 30 % between two collections, instead of several times over, and collects at once when it
 * has, instead of bit by bit while the run goes on allocating: what a run over a recording leaves behind lives short, so that its
 * memory does not depend on how long the recording is, and nobody waits for it meanwhile. For the whole process, its worker
 * threads too.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--no-incremental-marking');
}
