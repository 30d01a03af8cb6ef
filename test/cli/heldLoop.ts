import { systemClock } from '../../src/base/systemClock.ts';
import { watchLoop } from '../../src/cli/loopWatch.ts';

/** A process whose loop is watched: `held` never comes back, and `turning` ends after a word on its input. */
const end = watchLoop(systemClock, 50, 10);
process.stdout.write('watched\n');
if (process.argv[2] === 'held') {
  // As a strategy does that waits for what never comes.
  const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  setTimeout(() => Atomics.wait(never, 0, 0), 10);
} else {
  process.stdin.once('data', () => {
    end();
    process.stdin.destroy();
  });
}
