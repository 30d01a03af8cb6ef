import { expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { seededRandom } from '../../src/base/random.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { Periodic } from '../../src/daemon/periodic.ts';
import { pollFailure } from '../../src/daemon/pollFailure.ts';
import { TroubleNotes } from '../../src/daemon/troubleNotes.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('is a trouble until the next good reading', async () => {
  const clock = new VirtualClock(0);
  const notes = new TroubleNotes(clock, { write: () => undefined });
  let isDown = true;
  const what = 'the own orders';
  const poll = new Periodic({
    clock,
    random: seededRandom('poll'),
    periodMs: () => 1000,
    task: () => (isDown ? Promise.reject(new Fault('timeout', 'no answer')) : Promise.resolve()),
    onFailure: pollFailure(what, { fail: () => undefined, onTrouble: (message, about) => notes.note(message, about) }),
    onGood: () => notes.over(what),
  });
  poll.start();
  await clock.advance(1500, turn);
  expect(notes.last).toEqual(['the own orders could not be read (1 in a row): no answer (since 1970-01-01T00:00:00.000Z)']);
  isDown = false;
  await clock.advance(60_000, turn);
  expect(notes.last).toEqual([]);
  await poll.stop();
});
