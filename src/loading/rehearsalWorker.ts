import { parentPort, workerData } from 'node:worker_threads';
import { present } from '../base/assert.ts';
import { importCode } from './importCode.ts';
import type { StrategyCode } from './strategyCode.ts';

/** What the thread of a rehearsal is started with. */
export interface RehearsalData {
  readonly code: StrategyCode;
}

const port = present(parentPort, 'this file is the entry of a worker: its port');
const { code } = workerData as RehearsalData;
const isOver = (): void => port.postMessage('over');

// What it throws is for the loading itself to tell.
importCode(code, true).then(isOver, isOver);
