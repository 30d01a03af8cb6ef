import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/base/instant.ts';
import type { MoveRecord } from '../../src/model/move.ts';
import { CannotGoOn } from '../cannotGoOn.ts';
import { moveOf } from '../treasury/batches/builders.ts';
import { untilSettled } from './untilSettled.ts';

/** Looks at these open moves, one list after the other, the last again and again; a minute passes between two looks. */
function looks(...lists: readonly (readonly MoveRecord[])[]) {
  let look = -1;
  const settled = untilSettled(
    () => Promise.resolve(look++),
    () => Promise.resolve(lists[Math.min(look, lists.length - 1)]!),
    () => look * MINUTE_MS,
  );
  return settled.then(
    () => look + 1,
    (error: unknown) => error,
  );
}

it('goes on as long as something changes, however long that takes', async () => {
  const states = ['waiting', 'sent', 'waiting', 'sent', 'waiting', 'sent', 'waiting', 'sent'] as const;
  expect(await looks(...states.map((state) => [moveOf([state])]), [])).toBe(9);
});

it('ends when nothing has changed for five minutes, and says what each open move waits for', async () => {
  const waiting = [1, 2, 3, 4, 5, 6].map((seconds) => {
    const { progress, ...move } = moveOf(['completed', 'unknown']);
    // What it says while it waits is no change.
    return [{ ...move, progress: [progress[0]!, { ...progress[1]!, evidence: `waits ${seconds} s` }] }];
  });
  const failed = await looks([moveOf(['waiting', 'unknown'])], ...waiting);
  expect(failed).toBeInstanceOf(CannotGoOn);
  expect((failed as Error).message).toBe(
    '1 move did not change for 5 min, and may still: B-1 is partly-completed (INV-1 completed; INV-2 unknown, waits 6 s)',
  );
});
