import { systemClock } from '../../src/base/systemClock.ts';
import { callMark, markOf, RUNNING } from '../../src/engine/runningHandler.ts';
import { watchLoop } from '../../src/cli/loopWatch.ts';

/** A process whose loop is watched: `held` never comes back, and `turning` ends after a word on its input. */
const end = watchLoop({ clock: systemClock, onTrouble: (message) => process.stderr.write(message), beatMs: 50, mostMissed: 10 });
process.stdout.write('watched\n');
if (process.argv[2] === 'held') {
  // As a strategy does.
  RUNNING.mark[0] = markOf('maker') + callMark('onBook');
  setImmediate(() => {
    for (let turns = 0; ; turns++) if (turns < 0) break;
  });
} else {
  process.stdin.once('data', () => {
    end();
    process.stdin.destroy();
  });
}
