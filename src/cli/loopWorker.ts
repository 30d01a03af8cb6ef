import { writeSync } from 'node:fs';
import { constants } from 'node:os';
import { workerData } from 'node:worker_threads';
import { type RunningHandler, runningText } from '../engine/runningHandler.ts';
import { LOOP_BEATS, LOOP_DEBUGGED } from './loopBeats.ts';

export interface LoopWorkerData {
  readonly shared: Int32Array;
  /** Of the thread that is watched. */
  readonly running: RunningHandler;
  readonly beatMs: number;
  /** So many beats in a row may be missed. */
  readonly mostMissed: number;
}

const STDERR = 2;

const { shared, running, beatMs, mostMissed } = workerData as LoopWorkerData;
let seen = -1;
let missed = 0;
// Beats are counted and not time: a process that was stopped, or a machine that slept, misses one of them.
while (missed < mostMissed) {
  Atomics.wait(shared, LOOP_DEBUGGED, Atomics.load(shared, LOOP_DEBUGGED), beatMs);
  const beats = Atomics.load(shared, LOOP_BEATS);
  missed = beats === seen && Atomics.load(shared, LOOP_DEBUGGED) === 0 ? missed + 1 : 0;
  seen = beats;
}
const held = runningText(running);
const why = held === undefined ? 'a strategy that never comes back holds it, mostly' : `${held} does not come back, and holds it`;
try {
  writeSync(
    STDERR,
    `error: the loop of this process stands still: for ${(mostMissed * beatMs) / 1000} s nothing was decided, canceled or heard; ${why}
  now: it is ended as by kill -9; orders are at the venue, and the next start finds them
   do: start it again, or let a supervisor do so; run \`sluice strategies check FILE\` of what changed last
`,
  );
} catch {
  // Nobody reads it any more.
}
process.kill(process.pid, constants.signals.SIGKILL);
