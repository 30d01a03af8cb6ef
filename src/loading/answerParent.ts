import { assert } from '../base/assert.ts';

/** In the file of a worker process: answers the one question of the program that has started it. The process ends with that program. */
export function answerParent<Work, Reply>(reply: (work: Work) => Promise<Reply>): void {
  assert(process.send !== undefined, 'this file is the entry of a worker process');
  // Not an exit in order, which would wait for what sqlite does at that moment.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.once('message', ({ work }: { work: Work }) => {
    void reply(work).then((told) => process.send?.(told));
  });
}
