import { expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { settleAlone } from '../../src/daemon/settleAlone.ts';
import { START } from '../store/builders.ts';

const SETTLED = { listed: undefined, newFills: 0, passedOver: 0 };

/** Settles an order that may be settled `fromMs` after the start. Answers what came of it, and how often something was told. */
async function settled(fromMs: number, refusal: (leftMs: number) => Fault): Promise<readonly [outcome: unknown, told: number]> {
  const clock = new VirtualClock(START);
  const told: string[] = [];
  const operations = {
    settleExecutions: async () => {
      const leftMs = START + fromMs - clock.now();
      if (leftMs > 0) throw refusal(leftMs);
      return SETTLED;
    },
  };
  const done = settleAlone(operations, '17', 'as-booked', { clock, tell: (message) => told.push(message) }).catch(
    (error: unknown) => error,
  );
  await clock.advance(100_000, () => Promise.resolve());
  return [await done, told.length];
}

it('waits within one life until an order may be settled', async () => {
  const soon = (leftMs: number): Fault => new Fault('refused', 'too soon', { retryable: true, retryAfterMs: leftMs });
  expect(await settled(15_000, soon)).toEqual([SETTLED, 1]);
  expect(await settled(0, soon)).toEqual([SETTLED, 0]);
});

it('does not wait for ever, nor for what no time mends', async () => {
  const again = (): Fault => new Fault('refused', 'too soon', { retryable: true, retryAfterMs: 1000 });
  expect(await settled(90_000, again)).toEqual([expect.objectContaining({ message: 'too soon' }), 3]);
  expect(await settled(1, () => new Fault('refused', 'nothing is wrong'))).toEqual([expect.objectContaining({ code: 'refused' }), 0]);
});
