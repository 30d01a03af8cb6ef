import { expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { seededRandom } from '../../src/base/random.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { FailedReads } from '../../src/daemon/failedReads.ts';
import { Periodic } from '../../src/daemon/periodic.ts';
import { pollFailure } from '../../src/daemon/pollFailure.ts';
import { TroubleNotes } from '../../src/daemon/troubleNotes.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('is a trouble until the next good reading', async () => {
  const clock = new VirtualClock(0);
  const notes = new TroubleNotes(clock, { write: () => undefined });
  let isDown = true;
  const what = 'the own orders';
  const reads = new FailedReads(what, {
    clock,
    onTrouble: (message, about) => notes.note(message, about),
    onOver: (about, told) => notes.over(about, told),
  });
  const poll = new Periodic({
    clock,
    random: seededRandom('poll'),
    periodMs: () => 1000,
    task: () => (isDown ? Promise.reject(new Fault('timeout', 'no answer')) : Promise.resolve()),
    onFailure: pollFailure(what, reads, () => undefined),
    onGood: () => reads.good(),
  });
  poll.start();
  await clock.advance(2500, turn);
  expect(notes.last).toEqual([
    expect.stringMatching(/^the own orders could not be read \(2 in a row\): no answer \(since 1970-01-01T00:00:0/),
  ]);
  isDown = false;
  await clock.advance(60_000, turn);
  expect(notes.last).toEqual([]);
  await poll.stop();
});

it('ends the daemon where the store or the program is at fault', () => {
  const clock = new VirtualClock(0);
  const told: string[] = [];
  const ended: Fault[] = [];
  const reads = new FailedReads('the balances', { clock, onTrouble: (message) => told.push(message), from: 1 });
  const failed = pollFailure('the balances', reads, (fault) => ended.push(fault));
  failed(new Fault('store', 'the disk is full'));
  failed(new TypeError('undefined is not a function'));
  expect(ended).toMatchObject([
    { code: 'store', message: 'the disk is full' },
    { code: 'internal', message: 'the balances: undefined is not a function' },
  ]);
  expect(told).toEqual([]);
});
