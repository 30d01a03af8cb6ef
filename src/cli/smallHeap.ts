import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow by no more than 30 % between two collections, instead of several times over: what a run over a recording
 * leaves behind lives short, so that its memory does not depend on how long the recording is. For the whole process, its worker
 * threads too.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
}
