import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { FailedReads } from '../../src/daemon/failedReads.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function readsAt0() {
  const clock = new VirtualClock(0);
  const told: string[] = [];
  const reads = new FailedReads('the balances', {
    clock,
    onTrouble: (message) => told.push(message),
    onOver: (about, message = `${about}: nothing to tell`) => told.push(message),
  });
  const fail = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n++) {
      reads.failed(new Error('away'));
      await clock.advance(30_000, turn);
    }
  };
  return { told, reads, fail };
}

test('what the next try mends is told nobody', async () => {
  const { told, reads, fail } = readsAt0();
  await fail(1);
  reads.good();
  await fail(1);
  reads.good();
  expect(told).toEqual(['the balances: nothing to tell', 'the balances: nothing to tell']);
});

test('a night without an answer is told of now and then, and its end with how many failures there were and how long it lasted', async () => {
  const { told, reads, fail } = readsAt0();
  await fail(960);
  reads.good();
  expect(told).toEqual([
    ...[2, 10, 20, 40, 80, 160, 320, 640].map((count) => `the balances could not be read (${count} in a row): away`),
    'the balances could be read again, after 960 failures in a row and 8 h 0 min',
  ]);
  await fail(2);
  expect(told.at(-1)).toBe('the balances could not be read (2 in a row): away');
});
